import type { UsageWeek } from '@nuances/domain/usage/statistics';
import { monthAndYear } from '@nuances/i18n/dates';
import { countText } from '@nuances/i18n/plural';
import type { I18n } from '../../i18n/locale-store.ts';
import { type Figure, figureText } from './figures.ts';
import type { Metric } from './metrics.ts';
import { calendarDay, weekDay, weekEnd } from './week-text.ts';

interface Row {
  readonly week: UsageWeek;
  readonly value: number;
}

/**
 * A series in a sentence: from when to when, first and last value, lowest and highest with their dates; rows without a
 * value are counted, and the one that is not over is named apart.
 * @param rows weeks or months, oldest first
 */
export function summaryOf(
  words: I18n,
  metric: Metric,
  figure: Figure,
  { rows, by, now }: { readonly rows: readonly UsageWeek[]; readonly by: 'week' | 'month'; readonly now: Date },
): string {
  const { LL, locale } = words;
  const texts = by === 'week' ? LL.admin.chart : LL.admin.chart.monthly;
  const title = metric.words(LL.admin).label;
  const text = (value: number | null) => figureText(words, value, figure);
  const day = ({ weekStart }: UsageWeek) =>
    by === 'week' ? weekDay(weekStart, locale, now) : monthAndYear(calendarDay(weekStart), locale);
  const whole = rows.filter((week) => !week.isPartial);
  const known = whole.flatMap((week): Row[] => {
    const value = week[metric.id];
    return value === null ? [] : [{ week, value }];
  });
  const running = rows.find((week) => week.isPartial);
  const apart = running ? [texts.running({ running: text(running[metric.id]) })] : [];
  const missing = whole.length - known.length;
  const gaps = missing > 0 ? [countText(texts.gaps, locale, missing)] : [];
  const [first, last] = [known[0], known.at(-1)];
  if (!first || !last)
    return [LL.admin.tooltip.row({ label: title, value: gaps[0] ?? texts.none() }), ...apart].join(' ');
  const [low, high] = known.reduce(
    ([lowest, highest], row) => [row.value < lowest.value ? row : lowest, row.value > highest.value ? row : highest],
    [first, first],
  );
  const start = day(first.week);
  const end = by === 'week' ? weekEnd(last.week.weekStart, locale, now) : day(last.week);
  const what = { title, span: start === end ? start : texts.span({ start, end }) };
  const sentence =
    low.value === high.value
      ? texts.steady({ ...what, value: text(low.value) })
      : texts.summary({
          ...what,
          first: text(first.value),
          last: text(last.value),
          // The types of a text with more than seven values take gigabytes.
          extremes: texts.extremes({
            max: text(high.value),
            maxDay: day(high.week),
            min: text(low.value),
            minDay: day(low.week),
          }),
        });
  return [sentence, ...gaps, ...apart].join(' ');
}
