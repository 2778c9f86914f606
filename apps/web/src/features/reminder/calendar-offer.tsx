import { IconButton } from '@nuances/ui/icon-button';
import { Icon } from '@nuances/ui/icon';
import { downloadFile } from '../../browser/download.ts';
import { randomUuid } from '../../browser/uuid.ts';
import { useI18n } from '../../i18n/locale-store.ts';
import { calendarFile } from './calendar-file.ts';
import styles from './calendar-offer.module.css';

interface Props {
  readonly days: readonly number[];
  /** `HH:MM` */
  readonly time: string;
  /** The days or the time are missing. */
  readonly disabled: boolean;
}

/** The same days and time for the person's own calendar; made on the device. */
export function CalendarOffer({ days, time, disabled }: Props) {
  const { LL } = useI18n();
  const save = () => {
    const name = LL.reminder.calendarEvent();
    const text = calendarFile({ name, days, time, now: new Date(), id: randomUuid() });
    downloadFile('nuances.ics', text, 'text/calendar');
  };
  return (
    <div className={styles.offer}>
      <Icon name="calendar" size={22} />
      <div>
        <p className="t-ui">{LL.reminder.calendar()}</p>
        <p className="t-small-2">{LL.reminder.calendarMore()}</p>
      </div>
      <IconButton icon="download" label={LL.reminder.calendarSave()} outlined disabled={disabled} onClick={save} />
    </div>
  );
}
