import { Banner } from '@nuances/ui/banner';
import { Button } from '@nuances/ui/button';
import { IconButton } from '@nuances/ui/icon-button';
import { useEffect } from 'react';
import { reload as reloadOutbox } from '../../offline/outbox.ts';
import { usePendingScans } from '../../offline/scans.ts';
import { openAuthDialog } from '../../session/auth-dialog-store.ts';
import { setNewAccount, type NewAccount } from '../../session/new-account.ts';
import { useI18n } from '../../i18n/locale-store.ts';
import styles from './new-account-banner.module.css';

/**
 * Says where the mail of a new account was sent and that the account can be used. It stays until the login, or until it
 * is closed.
 */
export function NewAccountBanner({ email }: Pick<NewAccount, 'email'>) {
  const { LL } = useI18n();
  useEffect(() => void reloadOutbox(), []);
  const hasScan = usePendingScans().some(({ owner }) => owner === null);
  return (
    <div className={styles.place}>
      <Banner
        action={
          <>
            <Button variant="primary" size="small" onClick={() => openAuthDialog({ name: 'login' })}>
              {LL.auth.signup.waitingLogin()}
            </Button>
            <IconButton
              icon="close"
              label={LL.auth.signup.waitingClose()}
              onClick={() => {
                setNewAccount(null);
                document.querySelector<HTMLElement>('#main')?.focus();
              }}
            />
          </>
        }
      >
        <p>{hasScan ? LL.auth.signup.waiting({ email }) : LL.auth.signup.waitingNoScan({ email })}</p>
        <p className={styles.more}>{LL.auth.signup.waitingMore()}</p>
      </Banner>
    </div>
  );
}
