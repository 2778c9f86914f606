import type { UsageWeek } from '@nuances/domain/usage/statistics';
import { createContext, use } from 'react';
import type { ChartFrame } from './chart-frame.ts';
import type { ChartPlan, Metric } from './metrics.ts';

/** Data of a chart for the components that nivo renders. */
export interface ChartData {
  readonly plan: ChartPlan;
  /** Weeks or months, oldest first, at least one; the last may be partial. */
  readonly weeks: readonly UsageWeek[];
  /** The same number of rows before them, drawn in grey; empty without a comparison. */
  readonly before: readonly UsageWeek[];
  readonly by: 'week' | 'month';
  readonly now: Date;
  readonly frame: ChartFrame;
  /** Text alternative of the chart. */
  readonly summary: string;
}

export const ChartContext = createContext<ChartData | null>(null);

/**
 * The data of the chart that this layer belongs to.
 * @throws Error outside of a chart
 */
export function useChart(): ChartData {
  const chart = use(ChartContext);
  if (!chart) throw new Error('a chart layer must be inside of a chart');
  return chart;
}

/**
 * The metric of one of nivo's series.
 * @throws RangeError for an unknown series
 */
export function metricOf({ plan }: ChartData, id: string | number): Metric {
  const metric = plan.metrics.find((one) => one.id === id);
  if (!metric) throw new RangeError(`the chart has no series ${id}`);
  return metric;
}
