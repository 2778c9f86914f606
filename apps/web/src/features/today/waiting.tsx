import { countText } from '@nuances/i18n/plural';
import { Icon } from '@nuances/ui/icon';
import { decimal } from '@nuances/i18n/numbers';
import { Link } from '@tanstack/react-router';
import { useVault } from '../../keys/vault-view.ts';
import { useI18n } from '../../i18n/locale-store.ts';
import { lockedCount, useOwnPending } from '../../offline/own-pending.ts';
import { sendAll } from '../../offline/send.ts';
import line from '../../components/draft-line.module.css';
import styles from './waiting.module.css';

/** How far the sealing of a vault is; nothing otherwise. */
export function Sealing() {
  const { LL, locale } = useI18n();
  const { mode, target, progress } = useVault();
  if (mode !== 'moving' || target !== 'vault' || !progress || progress.total === 0) return null;
  const figures = { done: decimal(progress.done, locale), total: decimal(progress.total, locale) };
  return (
    <div className={styles.row}>
      <Icon name="vault" />
      <p className={styles.text}>{LL.today.sealing(figures)}</p>
      <Link
        to="/vault/$page"
        params={{ page: 'sealing' }}
        className={styles.see}
        aria-label={LL.today.sealing(figures)}
      >
        <Icon name="right" />
      </Link>
    </div>
  );
}

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
          <button type="button" className={line.action} onClick={() => void sendAll()}>
            {LL.action.send()}
          </button>
        </div>
      )}
    </div>
  );
}
