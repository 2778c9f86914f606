import { usageWeeks } from '@nuances/domain/usage-statistics';
import { LoadingBloom } from '@nuances/ui/loading-bloom';
import { showToast } from '@nuances/ui/toast';
import { useEffect, useEffectEvent, useMemo, useState } from 'react';
import { toApiError, isSessionOver } from '../../api/api-error.ts';
import { trpc } from '../../api/queries.tsx';
import { useI18n, currentI18n } from '../../i18n/locale-store.ts';
import { Aggregation } from './aggregation.tsx';
import { panels } from './metrics.ts';
import { Runs } from './runs.tsx';
import { UsagePanel } from './usage-panel.tsx';
import styles from './admin-stats.module.css';

interface Props {
  /** Leaves the screen: the server does not show it to this person, or does not answer. */
  readonly onRefused: () => void;
}

/** How the product is used, week by week: totals only. The server decides who may see it. */
export function AdminStats({ onRefused }: Props) {
  const { LL } = useI18n();
  const [now] = useState(() => new Date());
  const { data, error } = trpc.admin.stats.useQuery();
  const weeks = useMemo(() => (data ? usageWeeks(data.userStats, data.globalStats) : []), [data]);

  const failure = error ? toApiError(error) : null;
  const refused = failure !== null && (!data || failure.code === 'forbidden');
  const leave = useEffectEvent(() => {
    // A session that is over brings its own words and the login.
    if (failure && isSessionOver(failure)) return;
    showToast({ kind: 'error', role: 'alert', text: `❌ ${currentI18n().LL.error.adminLoad()}` });
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
  return (
    <div className={styles.admin}>
      <header className={styles.head}>
        <h1 className="t-h1">{LL.admin.title()}</h1>
        <Aggregation now={now} />
      </header>
      {panels.map((plan) => (
        <UsagePanel key={plan.id} plan={plan} weeks={weeks} now={now} />
      ))}
      <footer className={styles.foot}>
        <Runs now={now} />
        <p className={styles.notice}>{LL.admin.weeks()}</p>
        <p className={styles.notice}>{LL.admin.privacy()}</p>
      </footer>
    </div>
  );
}
