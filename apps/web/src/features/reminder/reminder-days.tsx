import { useI18n } from '../../i18n/locale-store.ts';
import styles from './reminder-days.module.css';

const weekdays = [1, 2, 3, 4, 5, 6, 7] as const;

/** Noon in UTC of a Monday and of the days after it, in 2024; only their names are used. */
const dateOf = (weekday: number) => new Date(Date.UTC(2024, 0, weekday, 12));

interface Props {
  /** From 1 for Monday to 7 for Sunday. */
  readonly value: readonly number[];
  readonly onChange: (days: readonly number[]) => void;
}

/** Any of the seven days of a week, as discs with the first letter of each. */
export function ReminderDays({ value, onChange }: Props) {
  const { LL, locale } = useI18n();
  const narrow = new Intl.DateTimeFormat(locale, { weekday: 'narrow', timeZone: 'UTC' });
  const long = new Intl.DateTimeFormat(locale, { weekday: 'long', timeZone: 'UTC' });
  return (
    <fieldset>
      <legend className={styles.legend}>{LL.reminder.days()}</legend>
      <div className={styles.row}>
        {weekdays.map((day) => (
          <label key={day} className={styles.day}>
            <input
              className={`${styles.input} input-overlay`}
              type="checkbox"
              checked={value.includes(day)}
              onChange={({ target }) =>
                onChange(target.checked ? [...value, day] : value.filter((other) => other !== day))
              }
            />
            <span className={styles.disc} aria-hidden="true">
              {narrow.format(dateOf(day))}
            </span>
            <span className="visually-hidden">{long.format(dateOf(day))}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
