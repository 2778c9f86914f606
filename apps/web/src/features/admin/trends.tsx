import { useI18n } from '../../i18n/locale-store.ts';
import { ChartFigure, type ChartRows } from './chart-figure.tsx';
import { DashboardSection } from './dashboard-section.tsx';
import { trends } from './metrics.ts';
import type { TableId } from './panel-ids.ts';
import { TableButton } from './table-button.tsx';
import { UsageTable } from './usage-table.tsx';
import styles from './trends.module.css';

interface Props {
  readonly rows: ChartRows;
  readonly now: Date;
  /** Charts whose table is shown. */
  readonly tables: readonly TableId[];
  readonly onTable: (id: TableId, shown: boolean) => void;
}

/** Below the panels: trends against the previous period. */
export function Trends({ rows, now, tables, onTable }: Props) {
  const { LL } = useI18n();
  const { chart: words } = LL.admin;
  const legend = rows.by === 'week' ? words.legend() : words.monthly.legend();
  // Tables are always by week.
  const shown = [...rows.week.before, ...rows.week.rows];
  return (
    <div className={styles.trends}>
      {trends.map(({ id, title, chart }, index) => (
        <DashboardSection key={id} title={title(LL.admin, rows.by)} note={index === 0 ? legend : undefined}>
          {shown.some((week) => chart.metrics.some((metric) => week[metric.id])) ? (
            <>
              <ChartFigure plan={chart} rows={rows} now={now} legend={false} compared />
              <div className={styles.foot}>
                <TableButton
                  title={title(LL.admin, 'week')}
                  open={tables.includes(id)}
                  onOpen={(open) => onTable(id, open)}
                />
              </div>
              {tables.includes(id) ? (
                <UsageTable title={title(LL.admin, 'week')} charts={[chart]} weeks={shown} now={now} />
              ) : null}
            </>
          ) : (
            <p className={styles.empty}>{LL.admin.noData()}</p>
          )}
        </DashboardSection>
      ))}
    </div>
  );
}
