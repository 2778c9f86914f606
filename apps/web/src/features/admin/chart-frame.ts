import type { Locale } from '@nuances/domain/locales';
import type { UsageWeek } from '@nuances/domain/usage-statistics';
import { axisTop, axisValues, labelledWeeks } from './axis.ts';
import { axisText } from './figures.ts';
import type { ChartPlan } from './metrics.ts';

/** Room around the drawing, px; short values need no more on the left. */
const margin = { top: 8, right: 6, bottom: 24, left: 34 } as const;

/** Px that each further figure of the values on the left takes. */
const figureWidth = 8;
const shortValue = 3;

/** Px of the text at the axes. */
export const axisFontSize = 14.5;

/** Px that one label below the chart needs with its distance to the next; a year makes it longer. */
const labelRoom = { short: 84, long: 104 } as const;

/** Weeks nearer than this have no room for points, edges and gaps; px. */
const roomyWeek = 14;

/** The axes of a chart, and how much room they leave for each week. */
export interface ChartFrame {
  readonly width: number;
  readonly margin: { readonly top: number; readonly right: number; readonly bottom: number; readonly left: number };
  /** Values written on the left, 0 first; the last one is the top of the axis. */
  readonly values: readonly number[];
  readonly top: number;
  /** Mondays written below. */
  readonly labels: readonly string[];
  /** Px from one week to the next, about. */
  readonly week: number;
  /** Whether a week has room for points, edges and gaps. */
  readonly roomy: boolean;
}

/** @param width px */
export function frameOf(
  plan: ChartPlan,
  weeks: readonly UsageWeek[],
  now: Date,
  width: number,
  locale: Locale,
): ChartFrame {
  const figures = weeks.map((week) => plan.metrics.map(({ id }) => week[id] ?? 0));
  const top = axisTop(plan.kind === 'stacked' ? figures.map(sum) : figures.flat());
  const values = axisValues(top);
  const longest = Math.max(...values.map((value) => axisText(value, locale).length));
  const left = margin.left + figureWidth * Math.max(0, longest - shortValue);
  const inner = Math.max(0, width - left - margin.right);
  const week = inner / Math.max(1, weeks.length);
  const otherYears = weeks[0]?.weekStart.slice(0, 4) !== String(now.getFullYear());
  const labelled = labelledWeeks(weeks.length, inner, otherYears ? labelRoom.long : labelRoom.short);
  return {
    width,
    margin: { ...margin, left },
    values,
    top,
    labels: labelled.flatMap((index) => weeks[index]?.weekStart ?? []),
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
