import { useI18n } from '../../i18n/locale-store.ts';
import { ChartFigure, type ChartRows } from './chart-figure.tsx';
import { DashboardSection } from './dashboard-section.tsx';
import { trends } from './metrics.ts';
import styles from './trends.module.css';

interface Props {
  readonly rows: ChartRows;
  readonly now: Date;
}

/** Below the panels: trends against the previous period. */
export function Trends({ rows, now }: Props) {
  const { LL } = useI18n();
  const { chart: words } = LL.admin;
  const legend = rows.by === 'week' ? words.legend() : words.monthly.legend();
  const shown = [...rows.week.rows, ...rows.week.before];
  return (
    <div className={styles.trends}>
      {trends.map(({ id, title, chart }, index) => (
        <DashboardSection key={id} title={title(LL.admin, rows.by)} note={index === 0 ? legend : undefined}>
          {shown.some((week) => chart.metrics.some((metric) => week[metric.id])) ? (
            <ChartFigure plan={chart} rows={rows} now={now} legend={false} compared />
          ) : (
            <p className={styles.empty}>{LL.admin.noData()}</p>
          )}
        </DashboardSection>
      ))}
    </div>
  );
}
