import { inTimeOrder } from '@nuances/domain/statistics/scan-series';
import { Icon } from '@nuances/ui/icon';
import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import { ScansState } from '../../components/scans-state.tsx';
import { useI18n } from '../../i18n/locale-store.ts';
import { useScanList } from '../../scans/own-scans.ts';
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
  const { list, scans: own } = useScanList();
  const scans = useMemo(
    () =>
      inTimeOrder(
        own.map(({ id, answers, createdAt, moment }) => ({ id, at: Date.parse(createdAt), moment, answers })),
      ),
    [own],
  );

  return (
    <StatisticsPage>
      {list.isPending ? <StatisticsAwaited /> : null}
      {list.isPending || scans.length > 0 ? null : (
        <ScansState
          list={{ ...list, data: list.data && [] }}
          empty={{ title: LL.stats.empty(), more: LL.stats.emptyMore() }}
        />
      )}
      {list.isPending || scans.length === 0 ? null : (
        <>
          <StatisticsView scans={scans} view={view} onView={onView} />
          <FurtherLinks />
        </>
      )}
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
