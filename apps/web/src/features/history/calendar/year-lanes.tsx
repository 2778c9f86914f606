import { laneIds, monthsIn, type ScanDay } from '@nuances/domain/calendar';
import type { Period } from '@nuances/domain/statistics/period';
import { memo, useMemo } from 'react';
import { lanePaths, type TimeAxis } from './lane-paths.ts';
import styles from './year-lanes.module.css';

/** Width of a lane, and length of the bar of the highest answer, px. */
const sizes = { right: { lane: 66, half: 26 }, down: { lane: 39, half: 16 } } as const;

interface Props {
  readonly scanDays: readonly ScanDay[];
  readonly year: Period;
  readonly axis: TimeAxis;
}

/**
 * The lanes of a year as one SVG of few paths that is stretched to its container. Memoized: renders only for another
 * year.
 */
export const YearLanes = memo(function YearLanes({ scanDays, year, axis }: Props) {
  const { lane, half } = sizes[axis];
  const lanes = useMemo(() => lanePaths(scanDays, year, axis, half), [scanDays, year, axis, half]);
  const count = year.to - year.from + 1;
  const breadth = lane * laneIds.length;
  const isAcross = axis === 'right';
  const first = useMemo(() => firstPlace(scanDays, year), [scanDays, year]);
  const months = monthsIn(year).map(({ from, to }) => (isAcross ? from - year.from : year.to - to));
  /** Path of a line along the time axis, and across it. */
  const along = (place: number) => (isAcross ? `M${first} ${place}H${count}` : `M${place} 0V${count - first}`);
  const across = (place: number) => (isAcross ? `M${place} 0V${breadth}` : `M0 ${place}H${breadth}`);

  return (
    <svg
      className={styles.drawing}
      aria-hidden="true"
      viewBox={isAcross ? `0 0 ${count} ${breadth}` : `0 0 ${breadth} ${count}`}
      preserveAspectRatio="none"
    >
      {/* A line separates the last lane, the mean of all axes, from the others. */}
      <path
        className={styles.months}
        d={`${months.map(across).join('')}${isAcross ? `M0 ${breadth - lane}H${count}` : ''}`}
      />
      {laneIds.map((id, index) => {
        const middle = (index + 0.5) * lane;
        return (
          <g key={id} data-hue={id === 'all' ? undefined : id} data-all={id === 'all' ? '' : undefined}>
            <path className={styles.middle} d={along(middle)} />
            <g transform={isAcross ? `translate(0 ${middle})` : `translate(${middle} 0)`}>
              {lanes[index]?.map((path, tone) => (
                // The order of the tones never changes.
                // oxlint-disable-next-line react/no-array-index-key
                <path key={tone} className={styles[`tone${tone}`]} d={path} />
              ))}
            </g>
          </g>
        );
      })}
    </svg>
  );
});

/** Number of days from the start of the year to the person's first scan, where the lanes begin. */
function firstPlace(scanDays: readonly ScanDay[], year: Period): number {
  const first = scanDays[0]?.day ?? year.from;
  return Math.min(Math.max(0, first - year.from), year.to - year.from + 1);
}
