import { useChart } from './chart-context.ts';
import { weekTick } from './week-text.ts';
import styles from './week-label.module.css';

interface Props {
  /** The Monday. */
  readonly value: string;
  readonly x: number;
  readonly y: number;
  readonly textY: number;
}

/** The date below a week; at the ends of an axis without room for half of it, it stays inside of the chart. */
export function WeekLabel({ value, x, y, textY }: Props) {
  const { plan, weeks, now, frame } = useChart();
  const lines = plan.kind === 'area' || plan.kind === 'lines';
  const narrow = (lines || !frame.roomy) && weeks.length > 1;
  const first = narrow && value === weeks[0]?.weekStart;
  const last = narrow && value === weeks.at(-1)?.weekStart;
  return (
    <text
      className={styles.label}
      x={x}
      y={y + textY}
      dominantBaseline="hanging"
      textAnchor={first ? 'start' : last ? 'end' : 'middle'}
    >
      {weekTick(value, now)}
    </text>
  );
}
