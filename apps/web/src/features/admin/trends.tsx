import { useId, type ReactNode } from 'react';
import { useI18n } from '../../i18n/locale-store.ts';
import { ChartFigure, type ChartRows } from './chart-figure.tsx';
import { trends } from './metrics.ts';
import { type Cohort, RetentionTable } from './retention-table.tsx';
import styles from './trends.module.css';

interface Props {
  readonly rows: ChartRows;
  /** Undefined while loading. */
  readonly cohorts: readonly Cohort[] | undefined;
  readonly now: Date;
}

/** Below the panels: trends against the previous period, and the retention of accounts. */
export function Trends({ rows, cohorts, now }: Props) {
  const { LL } = useI18n();
  const { chart: words } = LL.admin;
  const legend = rows.by === 'week' ? words.legend() : words.monthly.legend();
  const shown = [...rows.week.rows, ...rows.week.before];
  return (
    <div className={styles.trends}>
      {trends.map(({ id, title, chart }, index) => (
        <Trend key={id} title={title(LL.admin, rows.by)} note={index === 0 ? legend : undefined}>
          {shown.some((week) => chart.metrics.some((metric) => week[metric.id])) ? (
            <ChartFigure plan={chart} rows={rows} now={now} legend={false} compared />
          ) : (
            <p className={styles.empty}>{LL.admin.noData()}</p>
          )}
        </Trend>
      ))}
      <Trend title={LL.admin.retention.title()} note={LL.admin.retention.unit()}>
        {cohorts ? <RetentionTable cohorts={cohorts} /> : null}
      </Trend>
    </div>
  );
}

function Trend({ title, note, children }: { title: string; note?: string | undefined; children: ReactNode }) {
  const id = useId();
  return (
    <section className={styles.trend} aria-labelledby={id}>
      <header className={styles.head}>
        <h2 id={id} className={styles.title}>
          {title}
        </h2>
        {note === undefined ? null : <p className="t-cap-2">{note}</p>}
      </header>
      {children}
    </section>
  );
}
