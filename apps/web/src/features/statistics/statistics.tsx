import { inTimeOrder } from '@nuances/domain/scan-series';
import { Icon } from '@nuances/ui/icon';
import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import { ScansState } from '../../components/scans-state.tsx';
import { trpc } from '../../api/queries.tsx';
import { useI18n } from '../../i18n/locale-store.ts';
import { useRemovedScans } from '../../offline/scan-removal.ts';
import { StatisticsAwaited, StatisticsPage } from './statistics-page.tsx';
import { StatisticsView } from './statistics-view.tsx';
import type { View } from './use-chosen-scans.ts';
import styles from './statistics-page.module.css';

interface Props {
  readonly view: View;
  readonly onView: (view: View) => void;
}

/** The statistics: scans over time. */
export function Statistics({ view, onView }: Props) {
  const { LL } = useI18n();
  const list = trpc.results.list.useQuery(
    { source: 'stats' },
    // The server counts each call as an opening of this screen, so coming back to the tab must not fetch again.
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

  return (
    <StatisticsPage>
      {list.isPending ? <StatisticsAwaited /> : null}
      {list.isPending ? null : (
        <ScansState list={list} empty={{ title: LL.stats.empty(), more: LL.stats.emptyMore() }} />
      )}
      {scans.length > 0 ? <StatisticsView scans={scans} view={view} onView={onView} /> : null}
      {scans.length > 0 ? <FurtherLinks /> : null}
    </StatisticsPage>
  );
}

/** Links to the screen that shows which axes change together, and to a summary of the scans for a consultation. */
function FurtherLinks() {
  const { LL } = useI18n();
  return (
    <nav className={`${styles.further} screen-only`} aria-label={LL.stats.further()}>
      <FurtherLink to="/statistics/insights" title={LL.insight.title()} lead={LL.insight.lead()} />
      <FurtherLink to="/statistics/consultation" title={LL.consult.open()} lead={LL.consult.openMore()} />
    </nav>
  );
}

interface FurtherLinkProps {
  readonly to: '/statistics/insights' | '/statistics/consultation';
  readonly title: string;
  readonly lead: string;
}

function FurtherLink({ to, title, lead }: FurtherLinkProps) {
  return (
    <Link to={to} className={styles.furtherLink}>
      <span>
        <span className={styles.furtherTitle}>{title}</span>
        <span className={styles.furtherLead}>{lead}</span>
      </span>
      <Icon name="right" size={20} />
    </Link>
  );
}
