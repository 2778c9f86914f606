import { countText } from '@nuances/i18n/plural';
import { Button } from '@nuances/ui/button';
import { lockedCount, useOwnPending } from '../../offline/own-pending.ts';
import { sendAll } from '../../offline/send.ts';
import { useI18n } from '../../i18n/locale-store.ts';
import styles from './outbox-status.module.css';

/** Number of items in this person's outbox, with a button that sends them now; nothing when it is empty. */
export function OutboxStatus() {
  const mine = useOwnPending();
  const { LL, locale } = useI18n();
  const locked = lockedCount(mine);
  if (mine.length === 0) return null;
  return (
    <div className={styles.status} role="status">
      <p>{countText(LL.outbox.waiting, locale, mine.length)}</p>
      {locked === 0 ? null : <p>{countText(LL.outbox.locked, locale, locked)}</p>}
      <Button size="small" onClick={() => void sendAll()}>
        {LL.outbox.sendNow()}
      </Button>
    </div>
  );
}
