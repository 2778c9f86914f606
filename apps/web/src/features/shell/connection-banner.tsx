import { Banner } from '@nuances/ui/banner';
import { useOnline } from '../../offline/connection.ts';
import { useI18n } from '../../i18n/locale-store.ts';
import styles from './connection-banner.module.css';

/** Says that there is no network, and that nothing is lost by it. */
export function ConnectionBanner() {
  const { LL } = useI18n();
  const online = useOnline();
  return (
    <div role="status" className={styles.place}>
      {online ? null : <Banner icon="info">{LL.connection.offline()}</Banner>}
    </div>
  );
}
