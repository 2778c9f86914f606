import { axisIds, type AxisId } from '@nuances/domain/axes';
import {
  changeWords,
  daysBetween,
  dominantValue,
  frequentValues,
  largestChanges,
  meanTrend,
  overallBalance,
  sumOfAnswers,
} from '@nuances/domain/statistics/scan-analysis';
import { answerOf, scoreOfAnswer } from '@nuances/domain/scan/scoring';
import { decimal, signed } from '@nuances/i18n/numbers';
import { countText, pluralForm } from '@nuances/i18n/plural';
import { Glyph } from '@nuances/ui/glyph';
import { Icon } from '@nuances/ui/icon';
import { useLayoutEffect, useMemo, useRef } from 'react';
import { nearPole, nearPoleThe } from '../../i18n/scan-labels.ts';
import { scanMoment, type DatedScan } from '../../i18n/scan-time.ts';
import { useI18n } from '../../i18n/locale-store.ts';
import { AnalysisRow } from './analysis-row.tsx';
import styles from './analysis.module.css';

interface Props {
  readonly scan: DatedScan;
  /** The previous scan, even if it is outside of the period; undefined for the first scan of all. */
  readonly before: DatedScan | undefined;
  /** All scans of the period, in time order, with the shown one. */
  readonly period: readonly DatedScan[];
  /** Whether playback changes the scan. The height then never shrinks, so that the text below does not jump. */
  readonly steady: boolean;
}

/** The analysis of the shown scan: each sentence, with the numbers that it was computed from. */
export function Analysis({ scan, before, period, steady }: Props) {
  const { LL } = useI18n();
  const [first] = period;
  const box = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    const element = box.current;
    if (element) element.style.minHeight = steady ? `${element.offsetHeight}px` : '';
  }, [scan, steady]);
  return (
    <section ref={box} aria-label={LL.stats.analysis.title()}>
      <ul>
        <Variation scan={scan} before={before} />
        <Trend scan={scan} first={first ?? scan} />
        <BalanceRow scan={scan} />
        <Dominant period={period} />
        {before ? <Since scan={scan} before={before} /> : null}
      </ul>
    </section>
  );
}

function Variation({ scan, before }: Pick<Props, 'scan' | 'before'>) {
  const words = useI18n();
  const { LL, locale } = words;
  const { label, note, still, none, first } = LL.stats.variation;
  const changes = before ? largestChanges(before.answers, scan.answers) : [];
  const said = changes.map((change) => {
    const { axis, delta, grade } = change;
    const { kind, pole } = changeWords(change);
    return {
      key: axis,
      kind,
      pole: nearPoleThe(LL, axis, pole),
      sign: <Glyph hue={axis} size={24} />,
      text: (
        <PoleSentence
          axis={axis}
          pole={nearPoleThe(LL, axis, pole)}
          text={(name) => LL.stats.variation[kind][grade]({ pole: name, delta: signed(delta, locale) })}
        />
      ),
    };
  });
  const nothing = [{ key: 'nothing', text: before ? none() : first() }];
  return (
    <AnalysisRow
      sign={<Icon name="stats" size={24} />}
      label={label()}
      sentences={said.length > 0 ? said : nothing}
      renderWorking={() => (
        <>
          <p>{note()}</p>
          {said.map(({ key, kind, pole }) => (kind === 'less' ? <p key={key}>{still({ pole })}</p> : null))}
          {before ? (
            <>
              <PreviousScan scan={before} />
              <ul className={styles.figures}>
                {axisIds.map((axis) => {
                  const from = answerOf(before.answers, axis);
                  const to = answerOf(scan.answers, axis);
                  return (
                    <li key={axis}>
                      <Glyph hue={axis} size={18} />
                      <span>{LL.stats.how.change({ pole: LL.axis[axis].right(), before: from, now: to })}</span>
                      <span>{signed(to - from, locale)}</span>
                    </li>
                  );
                })}
              </ul>
              <p>{LL.stats.how.grades()}</p>
            </>
          ) : null}
        </>
      )}
    />
  );
}

function Trend({ scan, first }: { readonly scan: DatedScan; readonly first: DatedScan }) {
  const words = useI18n();
  const { LL, locale } = words;
  const { label, note, changed, same, first: isFirst } = LL.stats.trend;
  const trend = meanTrend(first.answers, scan.answers);
  const delta = signed(trend, locale, 1);
  const text = trend === 0 ? same() : changed[pluralForm(locale, trend, 1)]({ delta });
  return (
    <AnalysisRow
      sign={<Icon name="stats" size={24} />}
      label={label()}
      sentences={[{ key: 'trend', text: first.id === scan.id ? isFirst() : text }]}
      renderWorking={() => (
        <>
          <p>{note()}</p>
          {first.id === scan.id ? null : (
            <p>
              {LL.stats.how.trend({
                now: sumOfAnswers(scan.answers),
                first: sumOfAnswers(first.answers),
                date: scanMoment(words, first).sentence,
                delta,
              })}
            </p>
          )}
        </>
      )}
    />
  );
}

function BalanceRow({ scan }: { readonly scan: DatedScan }) {
  const { LL, locale } = useI18n();
  const { label, note, positive, negative, evenPositive, evenNegative } = LL.stats.balance;
  const { mean, side, even } = overallBalance(scan.answers);
  const clear = side === 'positive' ? positive : negative;
  const nearly = side === 'positive' ? evenPositive : evenNegative;
  return (
    <AnalysisRow
      sign={<Icon name="pie" size={24} />}
      label={label()}
      sentences={[{ key: 'balance', text: even ? nearly() : clear() }]}
      renderWorking={() => (
        <>
          <p>{note()}</p>
          <p>
            {LL.stats.how.shares({
              list: scan.answers.map((answer) => signed(scoreOfAnswer(answer), locale)).join(', '),
              mean: signed(mean, locale, 1),
            })}
          </p>
          <p>{LL.stats.how.even()}</p>
        </>
      )}
    />
  );
}

function Dominant({ period }: { readonly period: readonly DatedScan[] }) {
  const { LL, locale } = useI18n();
  const { label, note, value: sentence } = LL.stats.dominant;
  const frequent = useMemo(() => frequentValues(period), [period]);
  const said = frequent.flatMap((one) => {
    const value = dominantValue(one);
    if (value === null) return [];
    const { axis, count, total } = one;
    const figures = { value, count: decimal(count, locale), total: decimal(total, locale) };
    return [
      {
        key: axis,
        sign: <Glyph hue={axis} size={24} />,
        text: (
          <PoleSentence axis={axis} pole={nearPole(LL, axis, value)} text={(pole) => sentence({ ...figures, pole })} />
        ),
      },
    ];
  });
  if (said.length === 0) return null;
  const listed = new Intl.ListFormat(locale);
  return (
    <AnalysisRow
      sign={<Icon name="history" size={24} />}
      label={label()}
      sentences={said}
      renderWorking={() => (
        <>
          <p>{note()}</p>
          <p>{LL.stats.how.dominant()}</p>
          <ul className={styles.figures}>
            {frequent.map(({ axis, values, count, total }) => (
              <li key={axis}>
                <Glyph hue={axis} size={18} />
                <span>
                  {LL.stats.how.frequent({
                    pole: LL.axis[axis].right(),
                    values: listed.format(values.map(String)),
                    count: decimal(count, locale),
                    total: decimal(total, locale),
                  })}
                </span>
              </li>
            ))}
          </ul>
        </>
      )}
    />
  );
}

function Since({ scan, before }: { readonly scan: DatedScan; readonly before: DatedScan }) {
  const { LL, locale } = useI18n();
  const days = daysBetween(before.at, scan.at);
  const { label, zero, one, other } = LL.stats.since;
  return (
    <AnalysisRow
      sign={<Icon name="calendar" size={24} />}
      label={label()}
      sentences={[{ key: 'since', text: days === 0 ? zero() : countText({ one, other }, locale, days) }]}
      renderWorking={() => (
        <>
          <PreviousScan scan={before} />
          <p>{LL.stats.how.days({ zone: new Intl.DateTimeFormat(locale).resolvedOptions().timeZone })}</p>
        </>
      )}
    />
  );
}

function PreviousScan({ scan }: { readonly scan: DatedScan }) {
  const words = useI18n();
  return <p>{words.LL.stats.how.previous({ when: scanMoment(words, scan).sentence })}</p>;
}

/** Placeholder of the pole in the text; a private-use character, which no text contains. */
const mark = '\uE000';

interface PoleSentenceProps {
  readonly axis: AxisId;
  readonly pole: string;
  /** Gives the sentence with a pole in it. */
  readonly text: (pole: string) => string;
}

/** A sentence with its pole in bold, in the colour of its axis. */
function PoleSentence({ axis, pole, text }: PoleSentenceProps) {
  const [before, after] = text(mark).split(mark);
  return (
    <>
      {before}
      <strong className={styles.pole} data-hue={axis}>
        {pole}
      </strong>
      {after}
    </>
  );
}
