import { Banner } from '@nuances/ui/banner';
import { useMatches } from '@tanstack/react-router';
import { useConnection } from '../../offline/connection.ts';
import { useI18n } from '../../i18n/locale-store.ts';
import styles from './connection-banner.module.css';

/** Says that the network or the server is unavailable, that stored copies are shown, and that nothing is lost. */
export function ConnectionBanner() {
  const { LL } = useI18n();
  const connection = useConnection();
  // The account screens show the copies on the device, unless one could not be loaded at all.
  const isReading = useMatches({
    select: (matches) =>
      matches.some(({ routeId }) => routeId === '/_account') && matches.every(({ status }) => status !== 'error'),
  });
  const texts = {
    online: null,
    offline: isReading ? LL.connection.offlineRead() : LL.connection.offline(),
    silent: LL.connection.trouble(),
  };
  const text = texts[connection];
  return (
    <div role="status" className={`${styles.place} screen-only`}>
      {text === null ? null : <Banner icon="info">{text}</Banner>}
    </div>
  );
}
