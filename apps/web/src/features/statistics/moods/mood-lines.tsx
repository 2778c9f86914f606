import { itemAt } from '@nuances/domain/item-at';
import { dateOfDay, startOfDay } from '@nuances/domain/local-day';
import {
  dayOfMood,
  moodCourse,
  type MoodCourse,
  type MoodSpan,
  type WholeMoodLine,
} from '@nuances/domain/moods/mood-lines';
import { dayMonthAndYear, monthAndYear } from '@nuances/i18n/dates';
import { decimal, figure } from '@nuances/i18n/numbers';
import { countText } from '@nuances/i18n/plural';
import { Button } from '@nuances/ui/button';
import { ConfirmDialog } from '@nuances/ui/confirm-dialog';
import { FormMessage } from '@nuances/ui/form-message';
import { letterScale, useWidth } from '@nuances/ui/use-width';
import { useId, useMemo, useState } from 'react';
import { toApiError } from '@nuances/domain/api-error';
import { useBusy } from '../../../components/form/use-busy.ts';
import { ArrivedMark } from '../../../components/clear-mark.tsx';
import { FetchState } from '../../../components/fetch-state.tsx';
import { Fold } from '../../../components/fold.tsx';
import { useI18n, type I18n } from '../../../i18n/locale-store.ts';
import { moodLineName } from '../../../i18n/mood-line-name.ts';
import { sentenceOf } from '../../../i18n/sentence-of.ts';
import { removeMoods, useMoodLines } from '../../../moods/own-moods.ts';
import { requireUserId } from '../../../session/session-store.ts';
import { timeTicks } from '../time-ticks.ts';
import { MoodChart } from './mood-chart.tsx';
import styles from './mood-lines.module.css';

/** Moods of other journals, each line in a chart of its own: never beside or among the seven. */
export function MoodLines() {
  const { LL, locale } = useI18n();
  const texts = LL.stats.moods;
  const id = useId();
  const { query, lines, closed } = useMoodLines();
  const isLost = query.error !== null && query.data === undefined;
  if (lines.length + closed === 0 && !isLost) return null;
  return (
    <section className={styles.lines} aria-labelledby={id}>
      <h2 id={id} className={styles.title}>
        {texts.title()}
      </h2>
      {isLost ? <FetchState query={query} /> : <p className={styles.lead}>{texts.lead()}</p>}
      {closed > 0 ? <p className={styles.lead}>{countText(texts.closed, locale, closed)}</p> : null}
      {lines.map((line) => (
        <Line key={line.key} line={line} />
      ))}
    </section>
  );
}

const dayText = ({ locale }: I18n, day: number) => dayMonthAndYear(dateOfDay(day), locale);

/** What a line shows: its ends, its mean, and the first days of its lowest and highest mood. */
function sentence(words: I18n, { entries }: WholeMoodLine, { spans }: MoodCourse): string {
  const { LL, locale } = words;
  const byValue = [...entries].sort((one, other) => one.value - other.value);
  const low = itemAt(byValue, 0);
  const high = itemAt(
    byValue,
    byValue.findIndex(({ value }) => value === byValue.at(-1)?.value),
  );
  const [first, last] = [itemAt(spans, 0), itemAt(spans, spans.length - 1)];
  const days = entries.map(dayOfMood);
  const mean = entries.reduce((sum, { value }) => sum + value, 0) / entries.length;
  return LL.stats.moods.sentence({
    count: countText(LL.stats.moods.count, locale, entries.length),
    start: dayText(
      words,
      days.reduce((a, b) => Math.min(a, b)),
    ),
    end: dayText(
      words,
      days.reduce((a, b) => Math.max(a, b)),
    ),
    first: figure(first.mean, locale),
    last: figure(last.mean, locale),
    mean: decimal(mean, locale, 1),
    // The types of a text with more than seven values take gigabytes.
    extremes: LL.stats.moods.extremes({
      low: figure(low.value, locale),
      lowDay: dayText(words, dayOfMood(low)),
      high: figure(high.value, locale),
      highDay: dayText(words, dayOfMood(high)),
    }),
  });
}

function Line({ line }: { readonly line: WholeMoodLine }) {
  const words = useI18n();
  const { LL, locale } = words;
  const texts = LL.stats.moods;
  const id = useId();
  const [width, measured] = useWidth();
  const course = useMemo(() => moodCourse(line.entries), [line.entries]);
  const name = moodLineName(LL, line);
  const by = course.unit === 'day' ? texts.byDay() : LL.stats.say.by[course.unit]();
  const [first, last] = [startOfDay(course.spans[0]?.from ?? 0), startOfDay((course.spans.at(-1)?.to ?? 0) + 1)];
  return (
    <article className={styles.line} aria-labelledby={`${id}-name`}>
      <h3 id={`${id}-name`} className="t-ui">
        {name} <span className="t-cap-2">{[texts.scale({ scale: line.scale }), by].join(', ')}</span>
      </h3>
      {line.arrivedClear ? (
        <ArrivedMark className={styles.clear} isPlain label={texts.clear()} more={texts.clearMore()} />
      ) : null}
      <div ref={measured} className={styles.chart} role="img" aria-labelledby={`${id}-name ${id}-say`}>
        {width > 0 ? <MoodChart course={course} scale={line.scale} first={first} last={last} width={width} /> : null}
        <div className={styles.ticks} aria-hidden="true">
          {width > 0
            ? timeTicks({ first, last, hasHours: false }, width / letterScale(), locale).map(({ at, text, month }) => {
                const place = `${Math.round(((at - first) / (last - first)) * 10_000) / 100}%`;
                return (
                  <span key={at} style={{ left: place, translate: `-${month ? '50%' : place} 0` }}>
                    {text}
                  </span>
                );
              })
            : null}
        </div>
      </div>
      <p id={`${id}-say`} className={styles.say}>
        {sentence(words, line, course)}
      </p>
      <Fold className={styles.foot} words={texts} after={<RemoveLine name={name} line={line} />}>
        <CourseTable course={course} labelledBy={`${id}-name`} />
      </Fold>
    </article>
  );
}

function CourseTable({ course, labelledBy }: { readonly course: MoodCourse; readonly labelledBy: string }) {
  const words = useI18n();
  const { LL, locale } = words;
  const texts = LL.stats.moods;
  const rangeOf = ({ lowest, highest }: MoodSpan) =>
    lowest === highest ? figure(lowest, locale) : `${figure(lowest, locale)}–${figure(highest, locale)}`;
  return (
    <table className={styles.table} aria-labelledby={labelledBy}>
      <thead>
        <tr>
          <th scope="col">{texts[course.unit]()}</th>
          <th scope="col">{texts.mean()}</th>
          <th scope="col">{texts.range()}</th>
          <th scope="col">{texts.moods()}</th>
        </tr>
      </thead>
      <tbody>
        {course.spans.map((span) => (
          <tr key={span.from}>
            <th scope="row">
              {course.unit === 'month' ? monthAndYear(dateOfDay(span.from), locale) : dayText(words, span.from)}
            </th>
            <td>{figure(span.mean, locale)}</td>
            <td>{rangeOf(span)}</td>
            <td>{span.count}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Removes a line with all its parts, after a question. */
function RemoveLine({ name, line }: { readonly name: string; readonly line: WholeMoodLine }) {
  const { LL, locale } = useI18n();
  const texts = LL.stats.moods;
  const [asks, setAsks] = useState(false);
  const [busy, run] = useBusy();
  const [failed, setFailed] = useState<(() => string) | null>(null);
  const ask = () => {
    setFailed(null);
    setAsks(true);
  };
  const remove = async () => {
    setFailed(null);
    try {
      await removeMoods(requireUserId(), line.parts);
      setAsks(false);
    } catch (error) {
      setFailed(() => sentenceOf(toApiError(error)));
    }
  };
  return (
    <>
      <Button variant="quiet" size="small" icon="trash" onClick={ask}>
        {texts.remove()}
      </Button>
      <ConfirmDialog
        open={asks}
        onClose={() => setAsks(false)}
        title={texts.ask({ line: name })}
        text={countText(texts.askMore, locale, line.entries.length)}
        other={<FormMessage kind="error">{failed?.()}</FormMessage>}
        confirmLabel={texts.confirm()}
        keepLabel={texts.keep()}
        busy={busy}
        busyLabel={LL.common.loading()}
        onConfirm={() => void run(remove)}
      />
    </>
  );
}
