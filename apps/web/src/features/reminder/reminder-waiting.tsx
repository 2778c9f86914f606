import { Icon } from '@nuances/ui/icon';
import { useWaitingText } from '../../offline/waiting-text.ts';
import { useI18n } from '../../i18n/locale-store.ts';
import type { PendingReminder } from '../../offline/outbox-items.ts';
import styles from './reminder.module.css';

/** Says that a change of the reminder is kept on this device until it can be sent; nothing when none is. */
export function ReminderWaiting({ waiting }: { readonly waiting: PendingReminder | undefined }) {
  const { LL } = useI18n();
  const waitingText = useWaitingText();
  return (
    <p className={styles.waiting} role="status">
      {waiting ? (
        <>
          <Icon name="device" />
          {waiting.refusal ? waitingText(waiting.refusal) : LL.reminder.keptLocal()}
        </>
      ) : null}
    </p>
  );
}
