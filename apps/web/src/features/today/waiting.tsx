import { countText } from '@nuances/i18n/plural';
import { Icon } from '@nuances/ui/icon';
import { useI18n } from '../../i18n/locale-store.ts';
import { lockedCount, useOwnPending } from '../../offline/own-pending.ts';
import { sendAll } from '../../offline/send.ts';
import styles from './waiting.module.css';

/** Lists what is in the outbox; nothing when it is empty. */
export function Waiting() {
  const { LL, locale } = useI18n();
  const items = useOwnPending();
  const count = items.length;
  const locked = lockedCount(items);
  return (
    <div role="status">
      {count === 0 ? null : (
        <div className={styles.row}>
          <Icon name="device" />
          <p className={styles.text}>
            {countText(LL.today.waiting, locale, count)}
            {locked === 0 ? null : <span className={styles.locked}>{countText(LL.outbox.locked, locale, locked)}</span>}
          </p>
          <button type="button" className={styles.send} onClick={() => void sendAll()}>
            {LL.action.send()}
          </button>
        </div>
      )}
    </div>
  );
}
