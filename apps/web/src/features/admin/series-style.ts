import type { SeriesStyle } from './metrics.ts';

type LineStyle = Exclude<SeriesStyle, 'filled' | 'hatched'>;

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

/** Whether a series is drawn as bars. */
export function isBar(style: SeriesStyle): style is 'filled' | 'hatched' {
  return style === 'filled' || style === 'hatched';
}
