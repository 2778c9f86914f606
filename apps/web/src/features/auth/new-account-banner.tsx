import { Banner } from '@nuances/ui/banner';
import { Button } from '@nuances/ui/button';
import { IconButton } from '@nuances/ui/icon-button';
import { useEffect } from 'react';
import { useBusy } from '../../components/form/use-busy.ts';
import { reload as reloadOutbox } from '../../offline/outbox.ts';
import { usePendingScans, type ShownScan } from '../../offline/scans.ts';
import { type NewAccount, openAuthDialog, savedTarget, setNewAccount } from '../../session/auth-dialog-store.ts';
import { useI18n } from '../../i18n/locale-store.ts';
import { logIn } from './log-in.ts';
import styles from './new-account-banner.module.css';

interface Props {
  readonly account: NewAccount;
  /** Called after the login: `target` is the page that the person wanted, `scan` the result that they came from. */
  readonly onLoggedIn: (target: string | undefined, scan: ShownScan | undefined) => void;
}

/**
 * After a sign-up: says where the mail was sent and that the account can be used, and logs in with the typed name and
 * password. It stays until the login, or until it is closed.
 */
export function NewAccountBanner({ account, onLoggedIn }: Props) {
  const { LL } = useI18n();
  const { username, email, password } = account;
  const [busy, run] = useBusy();
  useEffect(() => void reloadOutbox(), []);
  const scan = usePendingScans().findLast(({ owner }) => owner === null);
  const hasScan = scan !== undefined;
  const logInNow = async () => {
    if (password === null) return openAuthDialog({ name: 'login' });
    const target = savedTarget();
    try {
      await logIn(username, password);
      onLoggedIn(target, scan);
    } catch {
      // The login form gives the reason, and accepts another password.
      openAuthDialog({ name: 'login' });
    }
  };
  return (
    <div className={styles.place}>
      <Banner
        action={
          <>
            <Button
              variant="primary"
              size="small"
              busy={busy}
              busyLabel={LL.auth.login.busy()}
              onClick={() => void run(logInNow)}
            >
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
        <p className="t-cap-2">{LL.auth.signup.waitingMore()}</p>
      </Banner>
    </div>
  );
}
