import { type PointerEvent, useState } from 'react';
import { useEscape } from '../../browser/use-escape.ts';
import { barPadding } from './bar-chart.tsx';
import { useChart } from './chart-context.ts';
import { middleOf, nearestRow } from './chart-frame.ts';
import { WeekTooltip } from './week-tooltip.tsx';
import styles from './chart-pointer.module.css';

/** Tooltip with the values of the row under the pointer; Escape closes it. */
export function ChartPointer() {
  const { plan, frame, weeks, before } = useChart();
  const [shown, setShown] = useState<number | null>(null);
  useEscape(shown !== null, () => setShown(null));
  const rows = [...before, ...weeks];
  const bars = plan.kind === 'area' || plan.kind === 'lines' ? null : { padding: barPadding(plan, frame) };
  const point = ({ nativeEvent }: PointerEvent) =>
    setShown(nearestRow(frame, nativeEvent.offsetX - frame.margin.left, rows.length, bars));
  const row = shown === null ? undefined : rows[shown];
  const x = shown === null ? 0 : frame.margin.left + middleOf(frame, shown, rows.length, bars);
  return (
    <>
      <div className={styles.area} onPointerMove={point} onPointerDown={point} onPointerLeave={() => setShown(null)} />
      {row ? (
        <>
          <div
            className={styles.cursor}
            style={{ left: x, top: frame.margin.top, height: plan.height - frame.margin.top - frame.margin.bottom }}
          />
          <div
            className={styles.place}
            style={x > frame.width / 2 ? { right: frame.width - x + 12 } : { left: x + 12 }}
          >
            <WeekTooltip week={row} />
          </div>
        </>
      ) : null}
    </>
  );
}
