import { dayOf, type LocalDay } from '@nuances/domain/local-day';
import { keyOfPattern } from '@nuances/domain/patterns/new-patterns';
import { patternScans, givenOn } from '@nuances/domain/patterns/pattern-series';
import { patternLimits, type Pattern, usualRanges } from '@nuances/domain/patterns/scan-patterns';
import type { PatternScan } from '@nuances/domain/patterns/scan-groups';
import type { VisibleDifference } from '@nuances/domain/patterns/visible-difference';
import { decimal } from '@nuances/i18n/numbers';
import { countText, pluralForm } from '@nuances/i18n/plural';
import { buttonClass } from '@nuances/ui/button';
import { EmptyState } from '@nuances/ui/empty-state';
import { Icon } from '@nuances/ui/icon';
import { LoadingBloom } from '@nuances/ui/loading-bloom';
import { showToast } from '@nuances/ui/toast';
import { Link } from '@tanstack/react-router';
import { useMemo, useRef, useState } from 'react';
import { wholePeriod } from '@nuances/domain/statistics/period';
import { ScansState } from '../../components/scans-state.tsx';
import { useI18n } from '../../i18n/locale-store.ts';
import { ChangeAround } from './change-around.tsx';
import { useHiddenPatterns } from './hidden-patterns.ts';
import { PatternEntry } from './pattern-entry.tsx';
import { periodText } from './pattern-words.ts';
import { usePatterns } from './use-patterns.ts';
import { useTaggedScans } from './use-tagged-scans.ts';
import styles from './insights.module.css';
import { MeanTrack } from '../../components/mean-track.tsx';
import { nearPole } from '../../i18n/scan-labels.ts';

/** Number of tags that are listed as too rare. */
const rareTags = 3;

interface Props {
  /** Resolves when the tags have been decrypted, or when that failed. */
  readonly tagsRead: Promise<void>;
}

/** Patterns in the person's scans, each with its size and its uncertainty. */
export function Insights({ tagsRead }: Props) {
  const { LL, locale } = useI18n();
  const { list, tagged } = useTaggedScans(tagsRead);
  const [today] = useState(() => dayOf(Date.now()));
  const [chosen, setChosen] = useState<readonly LocalDay[]>([]);
  const question = useMemo(
    () => (tagged && tagged.length > 0 ? { scans: tagged, today, chosen } : null),
    [tagged, today, chosen],
  );
  const { report, isCurrent } = usePatterns(question);
  const scans = useMemo(() => patternScans(tagged ?? []), [tagged]);
  const isShort = report !== null && (report.missing.scans > 0 || report.missing.days > 0);
  const title = useRef<HTMLHeadingElement>(null);

  return (
    <div className={`${styles.page} page`}>
      <h1 ref={title} className="t-h1" tabIndex={-1}>
        {LL.insight.title()}
      </h1>
      <ScansState
        list={list}
        empty={{ title: LL.insight.few({ min: patternLimits.scans }), more: LL.insight.fewMore({ count: 0 }) }}
      />
      {question && !report ? (
        <div className={styles.awaited}>
          <LoadingBloom text={LL.common.loading()} />
        </div>
      ) : null}
      {isShort ? <TooFew count={report.count} missing={report.missing} /> : null}
      {isShort && report.byAxis ? <p className={styles.rare}>{LL.insight.givenOnly()}</p> : null}
      {report && !isShort ? (
        <>
          <p className={styles.lead}>{LL.insight.lead()}</p>
          {report.byAxis ? <p className={styles.lead}>{LL.insight.givenOnly()}</p> : null}
          <Patterns patterns={report.patterns} scans={scans} today={today} onHidden={() => title.current?.focus()} />
          {report.visibleFrom ? <TooSmall count={report.count} visibleFrom={report.visibleFrom} /> : null}
          {report.rareTags.slice(0, rareTags).map(({ tag, count }) => (
            <p key={tag} className={styles.rare}>
              {LL.insight.fewTag[pluralForm(locale, count)]({ tag, count, min: patternLimits.side })}
            </p>
          ))}
          <ChangeAround
            scans={scans}
            today={today}
            day={chosen.at(-1) ?? null}
            patterns={isCurrent ? report.since : null}
            onDay={(day) => setChosen([...chosen.filter((one) => one !== day), day])}
          />
          <UsualRanges scans={scans} />
          <details className={styles.method}>
            <summary>
              {LL.insight.method()}
              <Icon name="down" size={18} className={styles.methodMark} />
            </summary>
            <p>{LL.insight.methodText({ min: patternLimits.side })}</p>
          </details>
        </>
      ) : null}
    </div>
  );
}

interface PatternsProps {
  readonly patterns: readonly Pattern[];
  readonly scans: readonly PatternScan[];
  readonly today: LocalDay;
  /** Called after an entry with the focus was hidden. */
  readonly onHidden: () => void;
}

/** The patterns that were found, without the hidden ones. */
function Patterns({ patterns, scans, today, onHidden }: PatternsProps) {
  const { LL } = useI18n();
  const { hidden, hide, show } = useHiddenPatterns();
  if (hidden === null) return null;
  const shown = patterns.filter((pattern) => !hidden.includes(keyOfPattern(pattern)));
  if (shown.length === 0) return <EmptyState title={LL.insight.none()} more={LL.insight.noneMore()} />;
  return shown.map((pattern) => {
    const key = keyOfPattern(pattern);
    return (
      <PatternEntry
        key={key}
        pattern={pattern}
        scans={scans}
        today={today}
        onHide={() => {
          void hide(key).then(() => {
            onHidden();
            showToast({
              kind: 'info',
              text: LL.insight.hidden(),
              action: { label: LL.action.undo(), onAction: () => void show(key) },
            });
          });
        }}
      />
    );
  });
}

/** Says what cannot be found yet. */
function TooSmall({
  count,
  visibleFrom: { points, scans },
}: {
  readonly count: number;
  readonly visibleFrom: VisibleDifference;
}) {
  const { LL, locale } = useI18n();
  const text = LL.insight.visibleFrom[pluralForm(locale, points, 1)];
  const said = text({ count: decimal(count, locale), size: decimal(points, locale, 1) });
  return (
    <p className={styles.rare}>
      {scans === null ? said : `${said} ${LL.insight.visibleLater({ scans: decimal(scans, locale) })}`}
    </p>
  );
}

/** Shown while there are too few scans or days. */
function TooFew({ count, missing }: { readonly count: number; readonly missing: { scans: number; days: number } }) {
  const { LL, locale } = useI18n();
  const lacksScans = missing.scans > 0;
  return (
    <EmptyState
      className={styles.few}
      title={
        lacksScans ? LL.insight.few({ min: patternLimits.scans }) : LL.insight.fewDays({ min: patternLimits.days })
      }
      more={
        lacksScans
          ? `${LL.insight.fewMore({ count })} ${countText(LL.insight.fewWhy, locale, missing.scans)}`
          : LL.insight.fewDaysMore({ count: patternLimits.days - missing.days })
      }
      action={
        <Link to="/bodyscan" className={buttonClass()}>
          {LL.insight.scan()}
        </Link>
      }
    />
  );
}

interface UsualRangesProps {
  /** At least one, in time order. */
  readonly scans: readonly PatternScan[];
}

/** For every axis its mean and the range of eight of ten answers. */
function UsualRanges({ scans }: UsualRangesProps) {
  const words = useI18n();
  const { LL, locale } = words;
  const [first, last] = [scans[0], scans.at(-1)];
  if (!first || !last) return null;
  return (
    <section className={styles.section}>
      <h2 className="t-h3">{LL.insight.range.title()}</h2>
      <p className={styles.caption}>
        {LL.insight.range.text({
          count: decimal(scans.length, locale),
          period: periodText(words, wholePeriod(first.at, last.at)),
        })}
      </p>
      <ul className={styles.ranges}>
        {usualRanges((axis) => givenOn(scans, axis)).map(({ axis, mean, usual }) => (
          <li key={axis}>
            <MeanTrack
              axis={axis}
              low={usual.low}
              high={usual.high}
              mean={mean}
              name={LL.insight.range.row({
                pole: nearPole(LL, axis, mean >= 5.5 ? 10 : 1),
                min: usual.low,
                max: usual.high,
                mean: decimal(mean, locale, 1),
              })}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}
