import { Button } from '@nuances/ui/button';
import { FormMessage } from '@nuances/ui/form-message';
import { useI18n } from '../../i18n/locale-store.ts';
import styles from './passkey-button.module.css';

/** Why a passkey was not taken. */
export interface PasskeyMessage {
  /** Whether it was the person, or the browser, who ended it. */
  readonly isStopped: boolean;
  readonly text: () => string;
}

interface Props {
  readonly label: string;
  readonly busy: boolean;
  readonly message: PasskeyMessage | null;
  readonly onAsk: () => void;
}

/** A button beside a password that asks for a passkey instead, and why none was taken. */
export function PasskeyButton({ label, busy, message, onAsk }: Props) {
  const { LL } = useI18n();
  return (
    <>
      <Button size="large" icon="key" busy={busy} busyLabel={LL.auth.login.passkeyBusy()} onClick={onAsk}>
        {label}
      </Button>
      {message?.isStopped === true ? (
        <p className={styles.stopped} role="status">
          {message.text()}
        </p>
      ) : (
        <FormMessage kind="error">{message?.text()}</FormMessage>
      )}
    </>
  );
}
