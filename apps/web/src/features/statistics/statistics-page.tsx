import { LoadingBloom } from '@nuances/ui/loading-bloom';
import type { ReactNode } from 'react';
import { useSessionCheck } from '../../session/session-store.ts';
import { useI18n } from '../../i18n/locale-store.ts';
import styles from './statistics-page.module.css';

interface Props {
  readonly children: ReactNode;
}

/** Frame of the screen, with its title; shown before code and scans have loaded. */
export function StatisticsPage({ children }: Props) {
  const { LL } = useI18n();
  return (
    <div className={styles.page}>
      <h1 className={`t-h1 ${styles.title}`}>{LL.nav.statistics()}</h1>
      {children}
    </div>
  );
}

/** The screen while its code or its scans load. */
export function StatisticsPlaceholder() {
  const { LL } = useI18n();
  const checking = useSessionCheck();
  return (
    <StatisticsPage>
      <div className={styles.awaited}>
        <LoadingBloom text={checking ? LL.common.sessionCheck() : LL.common.loading()} />
      </div>
    </StatisticsPage>
  );
}
