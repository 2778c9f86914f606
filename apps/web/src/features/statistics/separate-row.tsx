import type { AxisId } from '@nuances/domain/axes';
import { memo } from 'react';
import { chartPaths, heightOf } from './chart-paths.ts';
import type { ChartPoints } from './chart-points.ts';
import { markerPath } from './line-patterns.ts';
import styles from './separate-charts.module.css';

/** Answers with a grid line and a label in the open chart. */
const levels = [1, 4, 7, 10];
/** Middle of the scale of answers. */
const middle = 5.5;

interface Props {
  readonly axis: AxisId;
  readonly points: ChartPoints;
  readonly width: number;
  readonly height: number;
  /** Whether this is the open chart, with labels and grid. */
  readonly open: boolean;
}

/** Line, band and dots of one axis. Memoized: renders for a new period or size, not for each shown scan. */
export const SeparateRow = memo(function SeparateRow({ axis, points, width, height, open }: Props) {
  const { line, band, dots } = chartPaths(points, axis, width, height);
  const y = heightOf(middle, height);
  return (
    <g data-hue={axis} data-chart={axis} data-open={open ? '' : undefined} className={styles.drawing}>
      {open
        ? levels.map((level) => (
            <g key={level}>
              <path className={styles.grid} d={`M0 ${heightOf(level, height)}H${width}`} />
              <text className={styles.level} x={-10} y={heightOf(level, height)} dy="0.32em" textAnchor="end">
                {level}
              </text>
            </g>
          ))
        : null}
      <path className={styles.middle} d={`M0 ${y}H${width}`} />
      <path className={styles.band} d={band} />
      <path className={styles.line} d={line} />
      {/* Spans without a neighbour; a scan has no range. */}
      <path
        className={styles.loneBand}
        d={dots.map(({ x, low, high }) => (low === high ? '' : `M${x} ${high}V${low}`)).join('')}
      />
      <path className={styles.dot} data-dots="" d={dots.map((dot) => markerPath('dot', dot.x, dot.y)).join('')} />
    </g>
  );
});
