import { Button } from '@nuances/ui/button';
import { FormMessage } from '@nuances/ui/form-message';
import { useI18n } from '../../i18n/locale-store.ts';
import styles from './auth.module.css';
import { usePasskeyLogin } from './use-passkey-login.ts';

/** The other way into an account, below the password; nothing where the browser knows no passkeys. */
export function PasskeyLogin({ onDone }: { readonly onDone: () => void }) {
  const { LL } = useI18n();
  const { canUse, busy, message, logIn } = usePasskeyLogin(onDone);
  if (!canUse) return null;
  return (
    <div className={styles.other}>
      <p className={styles.or}>{LL.auth.login.or()}</p>
      <Button
        variant="outline"
        size="large"
        wide
        icon="key"
        busy={busy}
        busyLabel={LL.auth.login.passkeyBusy()}
        onClick={() => void logIn()}
      >
        {LL.auth.login.passkey()}
      </Button>
      {message?.isStopped === true ? (
        <p className={styles.stopped} role="status">
          {message.text()}
        </p>
      ) : (
        <FormMessage kind="error">{message?.text()}</FormMessage>
      )}
    </div>
  );
}
