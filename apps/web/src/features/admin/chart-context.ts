import type { UsageWeek } from '@nuances/domain/usage-statistics';
import { createContext, use } from 'react';
import type { ChartFrame } from './chart-frame.ts';
import type { ChartPlan, Metric } from './metrics.ts';

/** What the parts of one chart need to know, wherever nivo puts them. */
export interface ChartData {
  readonly plan: ChartPlan;
  /** Weeks or months, oldest first, at least one; the last may be partial. */
  readonly weeks: readonly UsageWeek[];
  /** As many before them, in grey; none where nothing is compared. */
  readonly before: readonly UsageWeek[];
  readonly by: 'week' | 'month';
  readonly now: Date;
  readonly frame: ChartFrame;
  /** What the chart shows, in a sentence. */
  readonly summary: string;
}

export const ChartContext = createContext<ChartData | null>(null);

/** What the layers of a chart share. */
export function useChart(): ChartData {
  const chart = use(ChartContext);
  if (!chart) throw new Error('a part of a chart stands outside of it');
  return chart;
}

/** The metric behind a series that nivo names. */
export function metricOf({ plan }: ChartData, id: string | number): Metric {
  const metric = plan.metrics.find((one) => one.id === id);
  if (!metric) throw new RangeError(`the chart has no series ${id}`);
  return metric;
}
