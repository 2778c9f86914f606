import { monthRowsOf, periodOf, weekRowsOf } from '@nuances/domain/usage/periods';
import { usageMonths, usageWeeks } from '@nuances/domain/usage/statistics';
import { LoadingBloom } from '@nuances/ui/loading-bloom';
import { showToast } from '@nuances/ui/toast';
import { useEffect, useEffectEvent, useMemo, useState } from 'react';
import { toApiError, isSessionOver } from '@nuances/domain/api-error';
import { trpc } from '../../api/queries.tsx';
import { downloadFile } from '../../browser/download.ts';
import { useWideWindow } from '../../browser/use-wide-layout.ts';
import { FetchState } from '../../components/fetch-state.tsx';
import type { RouterOutputs } from '../../api/router-types.ts';
import { useI18n, currentI18n } from '../../i18n/locale-store.ts';
import { Aggregation } from './aggregation.tsx';
import type { ChartRows } from './chart-figure.tsx';
import { csvOf } from '../../i18n/csv.ts';
import { type DashboardChoice, withId } from './dashboard-search.ts';
import { DashboardSection } from './dashboard-section.tsx';
import { Funnel } from './funnel.tsx';
import { KeyFigures } from './key-figures.tsx';
import { panels } from './metrics.ts';
import type { TableId } from './panel-ids.ts';
import { PeriodLine } from './period-line.tsx';
import { RetentionTable } from './retention-table.tsx';
import { Runs } from './runs.tsx';
import { Trends } from './trends.tsx';
import { UsagePanel } from './usage-panel.tsx';
import { fullTableOf } from './usage-rows.ts';
import styles from './admin-stats.module.css';

interface Props {
  readonly choice: DashboardChoice;
  readonly onChoice: (choice: DashboardChoice) => void;
  /** Leaves the screen: the server refused the statistics, or they could not be loaded. */
  readonly onRefused: () => void;
}

/** Usage of the product week by week, totals only. The server decides who may see it. */
export function AdminStats({ choice, onChoice, onRefused }: Props) {
  const words = useI18n();
  const { LL } = words;
  const [now] = useState(() => new Date());
  const { data, error } = trpc.admin.stats.useQuery();
  const retention = trpc.admin.retention.useQuery();
  const cohorts = retention.data;
  const { data: running } = trpc.admin.week.useQuery();
  const funnels = trpc.admin.funnel.useQuery();
  const view = usePeriod(data, choice);

  const failure = error ? toApiError(error) : null;
  const refused = failure !== null && (!data || failure.code === 'forbidden');
  const leave = useEffectEvent(() => {
    // The end of a session has its own message and the login dialog.
    if (failure && isSessionOver(failure)) return;
    const { LL: said } = currentI18n();
    showToast({ kind: 'error', text: said.error.withCross({ message: said.error.adminLoad() }) });
    onRefused();
  });
  useEffect(() => {
    if (refused) leave();
  }, [refused]);

  if (!data || refused)
    return (
      <div className={styles.waiting}>
        <LoadingBloom text={LL.admin.loading()} />
      </div>
    );
  // Before the retention is loaded, its columns say that it is not known.
  const download = () => {
    const name = `nuances-usage-${now.toISOString().slice(0, 10)}.csv`;
    downloadFile(name, csvOf(fullTableOf(words, view.all, cohorts ?? []), words.locale), 'text/csv;charset=utf-8');
  };
  const onTable = (id: TableId, shown: boolean) => onChoice({ ...choice, tables: withId(choice.tables, id, shown) });
  return (
    <div className={`${styles.admin} page`}>
      <header className={styles.head}>
        <h1 className="t-h1">{LL.admin.title()}</h1>
        <Aggregation now={now} />
      </header>
      <PeriodLine
        chosen={choice.period}
        onChoose={(period) => onChoice({ ...choice, period })}
        by={view.rows.by}
        onBy={(by) => onChoice({ ...choice, by })}
        period={view.period}
        onDownload={download}
      />
      <KeyFigures period={view.period} running={running} />
      {panels.map((plan) => (
        <UsagePanel
          key={plan.id}
          plan={plan}
          rows={view.rows}
          now={now}
          open={!choice.closed.includes(plan.id)}
          onOpen={(open) => onChoice({ ...choice, closed: withId(choice.closed, plan.id, !open) })}
          asTable={choice.tables.includes(plan.id)}
          onTable={(shown) => onTable(plan.id, shown)}
        />
      ))}
      <Trends rows={view.rows} now={now} tables={choice.tables} onTable={onTable} />
      <Funnel
        funnel={funnels.data?.find((one) => one.period === choice.period)}
        weeks={view.all}
        missing={<FetchState query={funnels} />}
      />
      <DashboardSection title={LL.admin.retention.title()} note={LL.admin.retention.unit()} wide>
        {cohorts ? <RetentionTable cohorts={cohorts} now={now} /> : <FetchState query={retention} />}
      </DashboardSection>
      <footer className={styles.foot}>
        <Runs now={now} open={choice.tables.includes('runs')} onOpen={(open) => onTable('runs', open)} />
        <p className="t-cap">
          {LL.admin.tooltip.row({ label: LL.admin.kpi.completion(), value: LL.admin.kpi.completionDef() })}
        </p>
        <p className="t-cap">{LL.admin.weeks()}</p>
        <p className="t-cap">{LL.admin.privacy()}</p>
      </footer>
    </div>
  );
}

/** From this many weeks on, a phone shows months. */
const monthsOnPhone = 52;

/** The weeks that the screen shows. */
function usePeriod(data: RouterOutputs['admin']['stats'] | undefined, choice: DashboardChoice) {
  const isPhone = !useWideWindow();
  const all = useMemo(() => (data ? usageWeeks(data.userStats, data.globalStats) : []), [data]);
  const months = useMemo(() => (data ? usageMonths(data.userStats, data.globalStats) : []), [data]);
  const period = useMemo(() => periodOf(all, choice.period), [all, choice.period]);
  const by = choice.by ?? (isPhone && period.weeks.length >= monthsOnPhone ? 'month' : 'week');
  const rows = useMemo(
    (): ChartRows => ({ by, week: weekRowsOf(period), month: monthRowsOf(months, period) }),
    [by, months, period],
  );
  return { all, period, rows };
}
