import type { Locale } from '@nuances/domain/locales';
import type { UsageWeek } from '@nuances/domain/usage-statistics';
import { type AxisParts, axisTop, axisValues, labelledWeeks, namedMonths } from './axis.ts';
import { axisText } from './figures.ts';
import type { ChartPlan } from './metrics.ts';

/** Room around the drawing, px; short values need no more on the left. */
const margin = { top: 8, right: 6, bottom: 24, left: 34 } as const;

/** Px that each further figure of the values on the left takes. */
const figureWidth = 8;
const shortValue = 3;

/** Px of the text at the axes. */
export const axisFontSize = 14.5;

/** Lower charts have three lines in their grid, others five; px. */
const lowChart = 160;

/** Px for the names of two series at their ends. */
const nameRoom = 84;

/** From so many months on the axis names months, below it days. */
const monthsNamed = 3;

/** Px that one label below the chart needs with its distance to the next; a year makes it longer. */
const labelRoom = { short: 84, long: 104, month: 78 } as const;

/** Weeks nearer than this have no room for points, edges and gaps; px. */
const roomyWeek = 14;

/** The axes of a chart, and how much room they leave for each week. */
export interface ChartFrame {
  readonly width: number;
  readonly margin: { readonly top: number; readonly right: number; readonly bottom: number; readonly left: number };
  /** Values written on the left, 0 first; the last one is the top of the axis. */
  readonly values: readonly number[];
  readonly top: number;
  /** First days of the rows that are written below. */
  readonly labels: readonly string[];
  /** Whether they name their month, not their day. */
  readonly months: boolean;
  /** Px between the axes. */
  readonly inner: number;
  /** Px from one week to the next, about. */
  readonly week: number;
  /** Whether a week has room for points, edges and gaps. */
  readonly roomy: boolean;
}

/**
 * @param weeks all rows that the chart draws, oldest first
 * @param width px
 */
export function frameOf(
  plan: ChartPlan,
  weeks: readonly UsageWeek[],
  now: Date,
  width: number,
  locale: Locale,
): ChartFrame {
  const figures = weeks.map((week) => plan.metrics.map(({ id }) => week[id] ?? 0));
  const parts: AxisParts = plan.height <= lowChart ? 2 : 4;
  const top = axisTop(plan.kind === 'stacked' ? figures.map(sum) : figures.flat(), parts);
  const values = axisValues(top, parts);
  const longest = Math.max(...values.map((value) => axisText(value, locale).length));
  const left = margin.left + figureWidth * Math.max(0, longest - shortValue);
  const right = margin.right + (plan.names ? nameRoom : 0);
  const inner = Math.max(0, width - left - right);
  const week = inner / Math.max(1, weeks.length);
  const otherYears = weeks[0]?.weekStart.slice(0, 4) !== String(now.getFullYear());
  const days = weeks.map(({ weekStart }) => weekStart);
  const named = namedMonths(days, inner, labelRoom.month);
  const areMonths = days.every((day) => day.endsWith('-01')) && days.length > 1;
  const months = areMonths || named.length >= monthsNamed;
  const labelled = months
    ? areMonths && named.length === days.length - 1
      ? days.map((_, index) => index)
      : named
    : labelledWeeks(weeks.length, inner, otherYears ? labelRoom.long : labelRoom.short);
  return {
    width,
    margin: { ...margin, left, right },
    values,
    top,
    labels: labelled.flatMap((index) => days[index] ?? []),
    months,
    inner,
    week,
    roomy: week >= roomyWeek,
  };
}

/** A chart with other axes is a new one: nivo would let the labels that leave stand among the new ones. */
export function axesKey({ labels, top }: ChartFrame): string {
  return [...labels, top].join(' ');
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

/** Where the middle of a row is, px from the left axis; of bars as nivo's band scale has it. */
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

/** The row whose middle is nearest to a place, px from the left axis. */
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
