import { LoadingBloom } from '@nuances/ui/loading-bloom';
import type { ReactNode } from 'react';
import { useSessionCheck } from '../../session/session-store.ts';
import { useI18n } from '../../i18n/locale-store.ts';
import styles from './statistics-page.module.css';

/** Frame of the screen, with its title; shown before code and scans have loaded. */
export function StatisticsPage({ children }: { readonly children: ReactNode }) {
  const { LL } = useI18n();
  return (
    <div className={styles.page}>
      <h1 className={`t-h1 ${styles.title}`}>{LL.nav.statistics()}</h1>
      {children}
    </div>
  );
}

/** The place of bloom or chart while the scans load. */
export function StatisticsAwaited() {
  const { LL } = useI18n();
  const checking = useSessionCheck();
  return (
    <div className={styles.awaited}>
      <LoadingBloom text={checking ? LL.common.sessionCheck() : LL.common.loading()} />
    </div>
  );
}

/** The screen while its code loads. */
export function StatisticsPlaceholder() {
  return (
    <StatisticsPage>
      <StatisticsAwaited />
    </StatisticsPage>
  );
}
