import { inTimeOrder } from '@nuances/domain/scan-series';
import { Button, buttonClass } from '@nuances/ui/button';
import { EmptyState } from '@nuances/ui/empty-state';
import { ErrorState } from '@nuances/ui/error-state';
import { LoadingBloom } from '@nuances/ui/loading-bloom';
import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import { failureOf } from '../../failure.ts';
import { useRefetchWhenSent } from '../../offline/use-refetch-when-sent.ts';
import { useSessionCheck } from '../../session.ts';
import { trpc } from '../../trpc-react.tsx';
import { useWords } from '../../words.ts';
import { StatisticsView, type View } from './statistics-view.tsx';
import styles from './statistics.module.css';

interface Props {
  readonly view: View;
  readonly onView: (view: View) => void;
}

/** How scans move in time. */
export function Statistics({ view, onView }: Props) {
  const { LL } = useWords();
  const checking = useSessionCheck();
  const list = trpc.results.list.useQuery(
    { source: 'stats' },
    // Each call counts as an opening of this screen; coming back to the tab is none.
    { refetchOnWindowFocus: false, refetchOnReconnect: false },
  );
  const scans = useMemo(
    () =>
      inTimeOrder(
        (list.data ?? []).map(({ _id, answers, createdAt }) => ({ id: _id, at: Date.parse(createdAt), answers })),
      ),
    [list.data],
  );

  useRefetchWhenSent(() => void list.refetch());

  return (
    <div className={styles.statistics}>
      <h1 className={`t-h1 ${styles.title}`}>{LL.stats.title()}</h1>
      {list.isPending ? <LoadingBloom text={checking ? LL.common.sessionCheck() : LL.common.loading()} /> : null}
      {list.isError && !list.data ? (
        <ErrorState
          message={
            failureOf(list.error).code === 'network'
              ? `${LL.error.resultsLoad()} ${LL.error.network()}`
              : LL.error.resultsLoad()
          }
          action={
            <Button variant="outline" onClick={() => void list.refetch()}>
              {LL.action.retry()}
            </Button>
          }
        />
      ) : null}
      {list.data && scans.length === 0 ? (
        <EmptyState
          title={LL.stats.empty()}
          more={LL.stats.emptyMore()}
          action={
            <Link to="/bodyscan" className={buttonClass({ variant: 'outline' })}>
              {LL.action.startScan()}
            </Link>
          }
        />
      ) : null}
      {scans.length > 0 ? <StatisticsView scans={scans} view={view} onView={onView} /> : null}
    </div>
  );
}
