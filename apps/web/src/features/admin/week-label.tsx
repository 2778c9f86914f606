import { useChart } from './chart-context.ts';
import { monthTick, weekTick } from './week-text.ts';
import { useI18n } from '../../i18n/locale-store.ts';
import styles from './week-label.module.css';

interface Props {
  /** First day of the row. */
  readonly value: string;
  readonly x: number;
  readonly y: number;
  readonly textY: number;
}

/** Label below a row. The first and the last one are aligned to stay inside of the chart. */
export function WeekLabel({ value, x, y, textY }: Props) {
  const { locale } = useI18n();
  const { plan, weeks, before, now, frame } = useChart();
  const lines = plan.kind === 'area' || plan.kind === 'lines';
  const narrow = (lines || !frame.roomy) && weeks.length + before.length > 1;
  const first = narrow && value === (before[0] ?? weeks[0])?.weekStart;
  const last = narrow && value === weeks.at(-1)?.weekStart;
  return (
    <text
      className={styles.label}
      x={x}
      y={y + textY}
      dominantBaseline="hanging"
      textAnchor={first ? 'start' : last ? 'end' : 'middle'}
    >
      {frame.months ? monthTick(value, locale) : weekTick(value, now)}
    </text>
  );
}
