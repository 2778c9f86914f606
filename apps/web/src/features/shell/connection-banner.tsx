import { Banner } from '@nuances/ui/banner';
import { useConnection } from '../../offline/connection.ts';
import { useI18n } from '../../i18n/locale-store.ts';
import styles from './connection-banner.module.css';

/** Says that the network or the server is unavailable, and that nothing is lost. */
export function ConnectionBanner() {
  const { LL } = useI18n();
  const connection = useConnection();
  const texts = {
    online: null,
    offline: LL.connection.offline(),
    silent: LL.connection.trouble(),
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
