import { useState } from 'react';
import { useI18n } from '../../i18n/locale-store.ts';
import { ChartFigure, type ChartRows } from './chart-figure.tsx';
import { DashboardSection } from './dashboard-section.tsx';
import { trends } from './metrics.ts';
import type { TableId } from './panel-ids.ts';
import { PartialSample } from './partial-week.tsx';
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
export function Trends(props: Props) {
  return (
    <div className={styles.trends}>
      {trends.map((trend, index) => (
        <Trend key={trend.id} {...props} trend={trend} explains={index === 0} />
      ))}
    </div>
  );
}

interface TrendProps extends Props {
  readonly trend: (typeof trends)[number];
  /** Whether its heading says what grey and pale are. */
  readonly explains: boolean;
}

/** One of them; its heading says what is drawn. */
function Trend({ rows, now, tables, onTable, trend: { id, title, chart }, explains }: TrendProps) {
  const { LL } = useI18n();
  const { chart: words } = LL.admin;
  const [drawn, setDrawn] = useState<ChartRows['by'] | null>(null);
  // Tables are always by week.
  const shown = [...rows.week.before, ...rows.week.rows];
  const isKnown = shown.some((week) => chart.metrics.some((metric) => week[metric.id]));
  const by = (isKnown ? drawn : null) ?? rows.by;
  const note = () => {
    if (!explains || !isKnown) return undefined;
    const { before, rows: own } = rows[by];
    // « Tout » has no period before it.
    if (before.length === 0)
      return own.at(-1)?.isPartial ? (
        <span className={styles.partial}>
          <PartialSample />
          {by === 'week' ? LL.admin.partial() : LL.admin.partialMonth()}
        </span>
      ) : undefined;
    return by === 'week' ? words.legend() : words.monthly.legend();
  };
  return (
    <DashboardSection title={title(LL.admin, by)} note={note()}>
      {isKnown ? (
        <>
          <ChartFigure plan={chart} rows={rows} now={now} legend={false} compared onDrawn={setDrawn} />
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
  );
}
