import { type KeyboardEvent, type PointerEvent, useState } from 'react';
import { useI18n } from '../../i18n/locale-store.ts';
import { useEscape } from '../../browser/use-escape.ts';
import { barPadding } from './bar-chart.tsx';
import { useChart } from './chart-context.ts';
import { middleOf, nearestRow } from './chart-frame.ts';
import { useRowTexts, WeekTooltip } from './week-tooltip.tsx';
import styles from './chart-pointer.module.css';

/** Rows that Page Up and Page Down go over. */
const page = 4;

/** The row that a key leads to from another one; null for a key of its own meaning. */
function rowOf(key: string, from: number, last: number): number | null {
  const steps: Readonly<Record<string, number>> = {
    ArrowLeft: from - 1,
    ArrowDown: from - 1,
    ArrowRight: from + 1,
    ArrowUp: from + 1,
    PageDown: from - page,
    PageUp: from + page,
    Home: 0,
    End: last,
  };
  const row = steps[key];
  return row === undefined ? null : Math.min(last, Math.max(0, row));
}

/** Tooltip with the values of the row under the pointer, or of the one that the arrow keys lead to; Escape closes it. */
export function ChartPointer() {
  const { LL } = useI18n();
  const { plan, frame, weeks, before, by } = useChart();
  const [shown, setShown] = useState<number | null>(null);
  useEscape(shown !== null, () => setShown(null));
  const rows = [...before, ...weeks];
  const last = rows.length - 1;
  const textsOf = useRowTexts();
  const bars = plan.kind === 'area' || plan.kind === 'lines' ? null : { padding: barPadding(plan, frame) };
  const point = ({ nativeEvent }: PointerEvent) =>
    setShown(nearestRow(frame, nativeEvent.offsetX - frame.margin.left, rows.length, bars));
  const step = (event: KeyboardEvent) => {
    const next = rowOf(event.key, shown ?? last, last);
    if (next === null) return;
    event.preventDefault();
    setShown(next);
  };
  const row = shown === null ? undefined : rows[shown];
  const x = shown === null ? 0 : frame.margin.left + middleOf(frame, shown, rows.length, bars);
  const title = plan.metrics.map((metric) => metric.words(LL.admin).label).join(', ');
  const valueRow = row ?? rows[last];
  return (
    <>
      <div
        className={styles.area}
        role="slider"
        tabIndex={0}
        aria-label={by === 'week' ? LL.admin.chart.cursor({ title }) : LL.admin.chart.monthly.cursor({ title })}
        aria-valuemin={1}
        aria-valuemax={rows.length}
        aria-valuenow={(shown ?? last) + 1}
        aria-valuetext={valueRow ? Object.values(textsOf(valueRow)).flat().join(', ') : ''}
        onPointerMove={point}
        onPointerDown={point}
        onPointerLeave={() => setShown(null)}
        onFocus={({ currentTarget }) => {
          if (currentTarget.matches(':focus-visible')) setShown(last);
        }}
        onBlur={() => setShown(null)}
        onKeyDown={step}
      />
      {row ? (
        <>
          <div
            className={styles.cursor}
            style={{ left: x, top: frame.margin.top, height: plan.height - frame.margin.top - frame.margin.bottom }}
          />
          <div
            className={styles.place}
            // The value of the slider says the same.
            aria-hidden="true"
            style={x > frame.width / 2 ? { right: frame.width - x + 12 } : { left: x + 12 }}
          >
            <WeekTooltip week={row} />
          </div>
        </>
      ) : null}
    </>
  );
}
