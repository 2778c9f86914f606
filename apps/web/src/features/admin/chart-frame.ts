import { itemAt } from '@nuances/domain/item-at';
import type { Locale } from '@nuances/domain/locales';
import type { UsageWeek } from '@nuances/domain/usage/statistics';
import { type AxisParts, axisTop, axisValues, labelledWeeks, namedMonths } from './axis.ts';
import { axisText } from './figures.ts';
import type { ChartPlan } from './metrics.ts';

/**
 * Margins of the chart, px; the left one fits values of up to `shortValue` characters. What is beside text grows with
 * its letters.
 */
const margin = { top: 8, right: 6, bottom: 24, left: 34 } as const;

/** Px that each further character of the values on the left needs. */
const figureWidth = 8;
const shortValue = 3;

/** Font size of axis labels, px at an ordinary font size. */
export const axisFontSize = 14.5;

/** Charts up to this height have three grid lines, others five; px. */
const lowChart = 160;

/** Px for the names of the series at the ends of their lines. */
const nameRoom = 84;

/** From this many months on, labels are months; below, days. */
const monthsNamed = 3;

/** Px that one label below the chart needs with its distance to the next: a day, a day with its year, a month. */
const labelRoom = { short: 84, long: 104, month: 78 } as const;

/** Weeks narrower than this have no space for points, borders and gaps; px. */
const roomyWeek = 14;

/** Layout of a chart: margins, axes and the width of a week. */
export interface ChartFrame {
  readonly width: number;
  readonly margin: { readonly top: number; readonly right: number; readonly bottom: number; readonly left: number };
  /** Labels of the value axis, 0 first; the last one is its top. */
  readonly values: readonly number[];
  readonly top: number;
  /** First days of the rows that have a label below. */
  readonly labels: readonly string[];
  /** Whether the labels are months instead of days. */
  readonly months: boolean;
  /** Width of the drawing area, px. */
  readonly inner: number;
  /** Approximate width of a week, px. */
  readonly week: number;
  /** Whether a week has space for points, borders and gaps. */
  readonly roomy: boolean;
  /** How much larger letters are than ordinary ones. */
  readonly letters: number;
}

/**
 * Computes the layout of a chart.
 * @param weeks all rows that the chart draws, oldest first
 * @param width of the whole chart, px
 * @param letters how much larger letters are than ordinary ones
 */
export function frameOf(
  plan: ChartPlan,
  weeks: readonly UsageWeek[],
  now: Date,
  width: number,
  locale: Locale,
  letters = 1,
): ChartFrame {
  // A missing value needs no height.
  const figures = weeks.map((week) => plan.metrics.map(({ id }) => week[id] ?? 0));
  const parts: AxisParts = plan.height <= lowChart ? 2 : 4;
  const top = axisTop(plan.kind === 'stacked' ? figures.map(sum) : figures.flat(), parts);
  const values = axisValues(top, parts);
  const longest = Math.max(...values.map((value) => axisText(value, locale).length));
  const left = letters * (margin.left + figureWidth * Math.max(0, longest - shortValue));
  const right = margin.right + (plan.names ? letters * nameRoom : 0);
  const inner = Math.max(0, width - left - right);
  const week = inner / Math.max(1, weeks.length);
  const otherYears = weeks[0]?.weekStart.slice(0, 4) !== String(now.getFullYear());
  const days = weeks.map(({ weekStart }) => weekStart);
  const named = namedMonths(days, inner / letters, labelRoom.month);
  const areMonths = days.every((day) => day.endsWith('-01')) && days.length > 1;
  const months = areMonths || named.length >= monthsNamed;
  const labelled = months
    ? areMonths && named.length === days.length - 1
      ? days.map((_, index) => index)
      : named
    : labelledWeeks(weeks.length, inner / letters, otherYears ? labelRoom.long : labelRoom.short);
  return {
    width,
    margin: { top: letters * margin.top, right, bottom: letters * margin.bottom, left },
    values,
    top,
    labels: labelled.map((index) => itemAt(days, index)),
    months,
    inner,
    week,
    roomy: week >= roomyWeek,
    letters,
  };
}

/** React key of a chart: other axes mount a new chart, because nivo would keep old labels among the new ones. */
export function axesKey({ labels, top }: ChartFrame): string {
  return [...labels, top].join(' ');
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

/** Centre of a row, px from the left axis; for bars as in nivo's band scale. */
export function middleOf(
  { inner }: ChartFrame,
  index: number,
  count: number,
  bars: { readonly padding: number } | null,
): number {
  if (!bars) return count < 2 ? inner / 2 : (index * inner) / (count - 1);
  const step = inner / (count + bars.padding);
  return step * (index + (1 + bars.padding) / 2);
}

/** Index of the row whose centre is nearest to `x`, px from the left axis. */
export function nearestRow(
  frame: ChartFrame,
  x: number,
  count: number,
  bars: { readonly padding: number } | null,
): number {
  const first = middleOf(frame, 0, count, bars);
  const step = count < 2 ? 1 : middleOf(frame, 1, count, bars) - first;
  return Math.min(count - 1, Math.max(0, Math.round((x - first) / step)));
}
