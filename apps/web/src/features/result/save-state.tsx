import { Banner } from '@nuances/ui/banner';
import { Button } from '@nuances/ui/button';
import { Link } from '@tanstack/react-router';
import { useWaitingText } from '../../offline/waiting-text.ts';
import { sendAll } from '../../offline/send.ts';
import { usePendingScans } from '../../offline/scans.ts';
import { useNotInAccount } from '../../offline/use-not-in-account.ts';
import { useI18n } from '../../i18n/locale-store.ts';
import styles from './save-state.module.css';

/** Whether the scan is in the account: saved, waiting or refused. */
export function SaveState({ id }: { readonly id: string }) {
  const { LL } = useI18n();
  const waitingText = useWaitingText();
  const pending = usePendingScans().find((scan) => scan.id === id);
  const isGone = useNotInAccount(id);
  if (!pending && isGone) return null;
  if (!pending) {
    return (
      <p className={styles.saved} role="status">
        {LL.result.saved()} <Link to="/history">{LL.result.history()}</Link>
      </p>
    );
  }
  return (
    <Banner
      icon="info"
      action={
        <Button size="small" onClick={() => void sendAll()}>
          {LL.outbox.sendNow()}
        </Button>
      }
    >
      {waitingText(pending.refusal)}
    </Banner>
  );
}
