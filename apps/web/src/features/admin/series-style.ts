import type { ChartPlan, SeriesStyle } from './metrics.ts';

export type LineStyle = Exclude<SeriesStyle, 'filled' | 'hatched'>;

interface Stroke {
  /** Px. */
  readonly width: number;
  /** The same where weeks stand close. */
  readonly dense: number;
  readonly dash: string | undefined;
}

/** How lines are drawn; the caps are round. */
export const stroke: Readonly<Record<LineStyle, Stroke>> = {
  solid: { width: 2.4, dense: 1.6, dash: undefined },
  dashed: { width: 2.4, dense: 1.6, dash: '10 5' },
  dotted: { width: 3.2, dense: 2.2, dash: '1 6' },
  dashDot: { width: 2.4, dense: 1.6, dash: '14 5 1 5' },
};

/** Stripes of the second series of bars, px, at 45 degrees. */
export const hatch = { width: 2, every: 6 } as const;

/** From so many weeks on two lines are both solid: dashes would be lost among their bends. */
const dashedBelow = 27;

/** The same chart as lines, for rows that stand too close for bars beside each other. */
export function asLines(plan: ChartPlan, rows: number): ChartPlan {
  const second: SeriesStyle = rows < dashedBelow ? 'dashed' : 'solid';
  const metrics = plan.metrics.map((metric) => ({
    ...metric,
    style: metric.style === 'hatched' ? second : ('solid' as const),
  }));
  return { ...plan, kind: 'lines', names: true, metrics };
}

/** The dashes of a line among so many rows. */
export function dashOf(style: LineStyle, series: number, rows: number): string | undefined {
  return series === 2 && rows >= dashedBelow ? undefined : stroke[style].dash;
}

/** Whether a series is drawn as bars. */
export function isBar(style: SeriesStyle): style is 'filled' | 'hatched' {
  return style === 'filled' || style === 'hatched';
}
