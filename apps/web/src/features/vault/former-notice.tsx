import { Banner } from '@nuances/ui/banner';
import { IconButton } from '@nuances/ui/icon-button';
import { Link, useLocation } from '@tanstack/react-router';
import { useState } from 'react';
import { useI18n } from '../../i18n/locale-store.ts';
import { useVault } from '../../keys/vault-view.ts';
import styles from './server-warning.module.css';

/** Something on this device opens only by a way in from before a renewal. Closed, it comes back at the next start. */
export function FormerNotice() {
  const { LL } = useI18n();
  const { needsFormer } = useVault();
  const isAsking = useLocation({ select: ({ pathname }) => pathname === '/vault/former' });
  const [isClosed, setIsClosed] = useState(false);
  if (!needsFormer || isAsking || isClosed) return null;
  return (
    <Banner
      className={styles.banner}
      action={
        <span className={styles.actions}>
          <span className={styles.last}>
            <Link to="/vault/$page" params={{ page: 'former' }} className={styles.see}>
              {LL.vault.former.give()}
            </Link>
            <IconButton icon="close" label={LL.action.close()} onClick={() => setIsClosed(true)} />
          </span>
        </span>
      }
    >
      {LL.vault.former.here()}
    </Banner>
  );
}
