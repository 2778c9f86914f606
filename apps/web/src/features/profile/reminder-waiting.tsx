import { Icon } from '@nuances/ui/icon';
import { useWaitingText } from '../../components/waiting-text.ts';
import { useI18n } from '../../i18n/locale-store.ts';
import { useConnection } from '../../offline/connection.ts';
import type { PendingReminder } from '../../offline/outbox-items.ts';
import styles from './reminder.module.css';

/** Says that a change of the reminder is kept on this device until it can be sent; nothing when none is. */
export function ReminderWaiting({ waiting }: { readonly waiting: PendingReminder | undefined }) {
  const { LL } = useI18n();
  const waitingText = useWaitingText();
  const connection = useConnection();
  const sentence = ({ refusal }: PendingReminder) => {
    if (refusal) return waitingText(refusal);
    return connection === 'offline' ? LL.reminder.kept() : LL.reminder.keptServer();
  };
  return (
    <p className={styles.waiting} role="status">
      {waiting ? (
        <>
          <Icon name="device" />
          {sentence(waiting)}
        </>
      ) : null}
    </p>
  );
}
