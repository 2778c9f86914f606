import { Logo } from '@nuances/ui/logo';
import { useI18n } from '../../i18n/locale-store.ts';
import styles from './reminder-preview.module.css';

/** The notification as it will look. */
export function ReminderPreview({ time }: { readonly time: string }) {
  const { LL } = useI18n();
  return (
    <div className={styles.preview}>
      <span className={styles.mark}>
        <Logo size={28} />
      </span>
      <p className={styles.title}>{LL.reminder.push.title()}</p>
      <p className="t-cap">{time}</p>
      <p className={styles.body}>{LL.reminder.push.body()}</p>
    </div>
  );
}
