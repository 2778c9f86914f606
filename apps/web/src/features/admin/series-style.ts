import type { ChartPlan, SeriesStyle } from './metrics.ts';

export type LineStyle = Exclude<SeriesStyle, 'filled' | 'hatched'>;

interface Stroke {
  /** Px. */
  readonly width: number;
  /** Width for narrow weeks, px. */
  readonly dense: number;
  readonly dash: string | undefined;
}

/** Styles of lines; the line caps are round. */
export const stroke: Readonly<Record<LineStyle, Stroke>> = {
  solid: { width: 2.4, dense: 1.6, dash: undefined },
  dashed: { width: 2.4, dense: 1.6, dash: '10 5' },
  dotted: { width: 3.2, dense: 2.2, dash: '1 6' },
  dashDot: { width: 2.4, dense: 1.6, dash: '14 5 1 5' },
};

/** Stripes of the second series of bars: width and distance, px, at 45 degrees. */
export const hatch = { width: 2, every: 6 } as const;

/** From this many weeks on, both of two lines are solid: dashes would not be recognizable. */
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

/** SVG dash array of a line among `series` lines and `rows` rows; undefined for a solid line. */
export function dashOf(style: LineStyle, series: number, rows: number): string | undefined {
  return series === 2 && rows >= dashedBelow ? undefined : stroke[style].dash;
}

/** Whether a series is drawn as bars. */
export function isBar(style: SeriesStyle): style is 'filled' | 'hatched' {
  return style === 'filled' || style === 'hatched';
}
