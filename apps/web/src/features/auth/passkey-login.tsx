import { PasskeyButton } from '../../components/passkey/passkey-button.tsx';
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
      <PasskeyButton label={LL.auth.login.passkey()} busy={busy} message={message} onAsk={() => void logIn()} />
    </div>
  );
}
