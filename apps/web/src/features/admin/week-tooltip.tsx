import type { UsageWeek } from '@nuances/domain/usage/statistics';
import { useI18n } from '../../i18n/locale-store.ts';
import { useChart } from './chart-context.ts';
import { figureText } from './figures.ts';
import type { Metric } from './metrics.ts';
import { SeriesSample } from './series-sample.tsx';
import { rowText } from './week-text.ts';
import styles from './week-tooltip.module.css';

/** The series of a chart in the order of a row's values, highest first. */
const highestFirst = (metrics: readonly Metric[], week: UsageWeek) =>
  [...metrics].sort((a, b) => (week[b.id] ?? -1) - (week[a.id] ?? -1));

/** Gives the texts about a week or month: its name, then each series, highest first. */
export function useRowTexts() {
  const words = useI18n();
  const { LL } = words;
  const { plan, by, now } = useChart();
  const valueOf = (week: UsageWeek, figure: number | null) => {
    const { chart } = LL.admin;
    if (figure === null) return by === 'week' ? chart.noWeek() : chart.monthly.empty();
    const value = figureText(words, figure, plan.figure);
    if (!week.isPartial) return value;
    return by === 'week' ? chart.partial({ value }) : chart.monthly.partial({ value });
  };
  return (week: UsageWeek) => ({
    name: rowText(words, week.weekStart, by, now),
    values: highestFirst(plan.metrics, week).map((metric) =>
      LL.admin.tooltip.row({ label: metric.words(LL.admin).label, value: valueOf(week, week[metric.id]) }),
    ),
  });
}

/** Tooltip of a week or month. */
export function WeekTooltip({ week }: { readonly week: UsageWeek }) {
  const { plan } = useChart();
  const { name, values } = useRowTexts()(week);
  return (
    <div className={styles.tooltip}>
      <p className={styles.week}>{name}</p>
      {highestFirst(plan.metrics, week).map((metric, index) => (
        <p key={metric.id} className={styles.row}>
          <SeriesSample hue={metric.hue} style={metric.style} />
          {values[index]}
        </p>
      ))}
    </div>
  );
}
