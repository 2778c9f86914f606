import { Banner } from '@nuances/ui/banner';
import { useConnection } from '../../offline/connection.ts';
import { useAllKept } from '../../offline/not-kept.ts';
import { useI18n } from '../../i18n/locale-store.ts';
import styles from './connection-banner.module.css';

/** Says that the network or the server is unavailable, and that nothing is lost, unless the device did not take it. */
export function ConnectionBanner() {
  const { LL } = useI18n();
  const connection = useConnection();
  const isAllKept = useAllKept();
  const texts = {
    online: null,
    offline: isAllKept ? LL.connection.offline() : LL.connection.offlineNotKept(),
    silent: isAllKept ? LL.connection.trouble() : LL.connection.troubleNotKept(),
  };
  const text = texts[connection];
  return (
    <div role="status" className={`${styles.place} screen-only`}>
      {text === null ? null : (
        <Banner icon="info" className={styles.banner}>
          {text}
        </Banner>
      )}
    </div>
  );
}
