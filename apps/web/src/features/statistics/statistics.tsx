import { inTimeOrder } from '@nuances/domain/scan-series';
import { Icon } from '@nuances/ui/icon';
import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useLazy } from '../../components/use-lazy.ts';
import { ScansState } from '../../components/scans-state.tsx';
import { trpc } from '../../api/queries.tsx';
import { useI18n } from '../../i18n/locale-store.ts';
import { useRemovedScans } from '../../offline/scan-removal.ts';
import { StatisticsAwaited, StatisticsPage } from './statistics-page.tsx';
import { StatisticsView, type View } from './statistics-view.tsx';
import styles from './statistics-page.module.css';

interface Props {
  readonly view: View;
  readonly onView: (view: View) => void;
}

/** How scans move in time. */
export function Statistics({ view, onView }: Props) {
  const { LL } = useI18n();
  const list = trpc.results.list.useQuery(
    { source: 'stats' },
    // Each call counts as an opening of this screen; coming back to the tab is none.
    { refetchOnWindowFocus: false, refetchOnReconnect: false },
  );
  const removed = useRemovedScans();
  const scans = useMemo(
    () =>
      inTimeOrder(
        (list.data ?? [])
          .filter(({ _id }) => !removed.has(_id))
          .map(({ _id, answers, createdAt }) => ({ id: _id, at: Date.parse(createdAt), answers })),
      ),
    [list.data, removed],
  );

  // Asked for together with the scans, not after them.
  const chart = useLazy(
    view === 'line',
    () => import('./lines-chart.tsx'),
    () => onView('pie'),
  );

  if (list.isPending) return <StatisticsAwaited />;
  return (
    <StatisticsPage>
      <ScansState list={list} empty={{ title: LL.stats.empty(), more: LL.stats.emptyMore() }} />
      {scans.length > 0 ? <StatisticsView scans={scans} view={view} onView={onView} chart={chart} /> : null}
      {scans.length > 0 ? <InsightsLink /> : null}
    </StatisticsPage>
  );
}

/** The way to what goes together in these scans. */
function InsightsLink() {
  const { LL } = useI18n();
  return (
    <Link to="/statistics/insights" className={`${styles.insights} screen-only`}>
      <span>
        <span className={styles.insightsTitle}>{LL.insight.title()}</span>
        <span className={styles.insightsLead}>{LL.insight.lead()}</span>
      </span>
      <Icon name="right" size={20} />
    </Link>
  );
}
