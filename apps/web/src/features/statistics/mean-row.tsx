import type { AxisId } from '@nuances/domain/axes';
import { memo } from 'react';
import { heightOf, meanPaths, type PlacedSpan } from './mean-paths.ts';
import styles from './mean-charts.module.css';

/** Answers with a grid line and a label in the enlarged chart. */
const levels = [1, 4, 7, 10];
/** Middle of the scale of answers. */
const middle = 5.5;

interface Props {
  readonly axis: AxisId;
  readonly placed: readonly PlacedSpan[];
  readonly width: number;
  readonly height: number;
  /** Whether this is the enlarged chart, with labels and grid. */
  readonly front: boolean;
}

/** Mean and band of one axis. Memoized: renders for a new period or size, not for each shown week. */
export const MeanRow = memo(function MeanRow({ axis, placed, width, height, front }: Props) {
  const { line, band, lone } = meanPaths(placed, axis, height);
  const y = heightOf(middle, height);
  return (
    <g data-hue={axis} data-mean={axis} data-front={front ? '' : undefined} className={styles.drawing}>
      {front
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
      {lone.map((one) => (
        <path key={one.x} className={styles.loneBand} d={`M${one.x} ${one.high}V${one.low}`} />
      ))}
      <path className={styles.line} d={line} />
      {lone.map((one) => (
        <circle key={one.x} className={styles.lone} cx={one.x} cy={one.y} r="1.8" />
      ))}
    </g>
  );
});
