import type { UsageWeek } from '@nuances/domain/usage/statistics';
import { useI18n } from '../../i18n/locale-store.ts';
import { useChart } from './chart-context.ts';
import { figureText } from './figures.ts';
import { SeriesSample } from './series-sample.tsx';
import { rowText } from './week-text.ts';
import styles from './week-tooltip.module.css';

/** Tooltip of a week or month: its name, then each series with its sample, highest first. */
export function WeekTooltip({ week }: { readonly week: UsageWeek }) {
  const words = useI18n();
  const { LL } = words;
  const { plan, by, now } = useChart();
  const rows = [...plan.metrics].sort((a, b) => (week[b.id] ?? -1) - (week[a.id] ?? -1));
  const valueOf = (figure: number | null) => {
    const { chart } = LL.admin;
    if (figure === null) return by === 'week' ? chart.noWeek() : chart.monthly.empty();
    const value = figureText(words, figure, plan.figure);
    if (!week.isPartial) return value;
    return by === 'week' ? chart.partial({ value }) : chart.monthly.partial({ value });
  };
  return (
    <div className={styles.tooltip}>
      <p className={styles.week}>{rowText(words, week.weekStart, by, now)}</p>
      {rows.map((metric) => (
        <p key={metric.id} className={styles.row}>
          <SeriesSample hue={metric.hue} style={metric.style} />
          {LL.admin.tooltip.row({ label: metric.words(LL.admin).label, value: valueOf(week[metric.id]) })}
        </p>
      ))}
    </div>
  );
}
