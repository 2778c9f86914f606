import { weeklyDelta } from '@nuances/domain/usage/statistics';
import { decimal } from '@nuances/i18n/numbers';
import { pluralForm } from '@nuances/i18n/plural';
import { Button } from '@nuances/ui/button';
import { downloadFile } from '../../browser/download.ts';
import { useI18n } from '../../i18n/locale-store.ts';
import { ChartFigure, type ChartRows } from './chart-figure.tsx';
import { csvOf } from '../../i18n/csv.ts';
import type { PanelPlan } from './metrics.ts';
import { Panel } from './panel.tsx';
import { PartialSample } from './partial-week.tsx';
import { TableButton } from './table-button.tsx';
import { tableOf } from './usage-rows.ts';
import { UsageTable } from './usage-table.tsx';
import styles from './usage-panel.module.css';

interface Props {
  readonly plan: PanelPlan;
  readonly rows: ChartRows;
  readonly now: Date;
  readonly open: boolean;
  readonly onOpen: (open: boolean) => void;
  /** Whether its values are shown as a table, too. */
  readonly asTable: boolean;
  readonly onTable: (shown: boolean) => void;
}

/** One panel: its charts, and the same values as a table and as a file. */
export function UsagePanel({ plan, rows, now, open, onOpen, asTable, onTable }: Props) {
  const words = useI18n();
  const { LL, locale } = words;
  const title = plan.title(LL.admin);
  // Tables and files are always by week.
  const weeks = rows.week.rows;
  const last = weeks.at(-1);
  const metrics = plan.charts.flatMap((chart) => chart.metrics);
  const empty = !weeks.some((week) => metrics.some(({ id }) => week[id]));

  const download = () => {
    const name = `nuances-${plan.id}-${now.toISOString().slice(0, 10)}.csv`;
    downloadFile(name, csvOf(tableOf(LL.admin, plan, weeks), locale), 'text/csv;charset=utf-8');
  };

  if (!last || empty)
    return (
      <Panel title={title} open={open} onOpen={onOpen}>
        <p className={styles.empty}>{LL.admin.noData()}</p>
      </Panel>
    );
  return (
    <Panel title={title} open={open} onOpen={onOpen}>
      <div className={styles.charts} data-panel={plan.id}>
        {plan.charts.map((chart) => (
          <ChartFigure key={chart.metrics[0]?.id} plan={chart} rows={rows} now={now} legend={plan.charts.length > 1} />
        ))}
        {plan.id === 'growth' ? <TotalCircle total={last.users} delta={weeklyDelta(weeks)} /> : null}
      </div>
      <div className={styles.foot}>
        <TableButton title={title} open={asTable} onOpen={onTable} />
        <Button variant="quiet" size="small" onClick={download}>
          {LL.admin.table.csv()}
          <span className="visually-hidden">{title}</span>
        </Button>
        {rows[rows.by].rows.at(-1)?.isPartial ? (
          <p className={styles.partial}>
            <PartialSample />
            {rows.by === 'week' ? LL.admin.partial() : LL.admin.partialMonth()}
          </p>
        ) : null}
      </div>
      {asTable ? <UsageTable title={title} charts={plan.charts} weeks={weeks} now={now} /> : null}
    </Panel>
  );
}

interface CircleProps {
  readonly total: number;
  /** Accounts added in the last week. */
  readonly delta: number;
}

/** Number of accounts, and how many of them the last week added. */
function TotalCircle({ total, delta }: CircleProps) {
  const { LL, locale } = useI18n();
  const { growth } = LL.admin;
  const texts = { total: decimal(total, locale), count: decimal(delta, locale) };
  return (
    <div className={styles.circle}>
      <p className={styles.ring}>
        <span className={styles.total}>{texts.total}</span>
        <span className="t-small-2">{growth.total[pluralForm(locale, total)]()}</span>
        <span className={styles.delta}>{growth.delta(texts)}</span>
      </p>
      <p className={styles.definition}>{growth.deltaDef()}</p>
    </div>
  );
}
