import { daysOfScans } from '@nuances/domain/calendar';
import { dateOfDay, weekdayOf, type LocalDay } from '@nuances/domain/local-day';
import { daysIn, type Period } from '@nuances/domain/statistics/period';
import { longDay, weekdayName } from '@nuances/i18n/dates';
import { pluralForm } from '@nuances/i18n/plural';
import { Bloom } from '@nuances/ui/bloom';
import { Link } from '@tanstack/react-router';
import { useI18n } from '../../i18n/locale-store.ts';
import type { ShownLookScan } from './use-look.ts';
import styles from './month-blooms.module.css';

/** Radius of the hole of a small bloom, in bloom units. */
const hole = 30;
const weekdays = [1, 2, 3, 4, 5, 6, 7] as const;

interface Props {
  readonly span: Period;
  readonly today: LocalDay;
  /** The scans of the month, in time order. */
  readonly scans: readonly ShownLookScan[];
}

/** The days of a month in their weeks, each with the bloom of its last scan. For the ear only days with a scan exist. */
export function MonthBlooms({ span, today, scans }: Props) {
  const { LL, locale } = useI18n();
  const scansOn = new Map(daysOfScans(scans).map((one) => [one.day, one]));
  return (
    <div>
      <div className={styles.weekdays} aria-hidden="true">
        {weekdays.map((weekday) => (
          <span key={weekday}>{weekdayName(weekday, locale).charAt(0).toLocaleUpperCase(locale)}</span>
        ))}
      </div>
      <ol className={styles.days}>
        {daysIn(span).map((day) => {
          const own = scansOn.get(day);
          const at = dateOfDay(day);
          const place = day === span.from ? { style: { gridColumnStart: weekdayOf(day) } } : {};
          return own ? (
            <li key={day} className={styles.day} {...place}>
              <Link
                to="/history/$id"
                params={{ id: own.last.id }}
                className={styles.link}
                aria-label={LL.today.day[pluralForm(locale, own.scans.length)]({
                  date: longDay(at, locale, at),
                  count: own.scans.length,
                })}
                aria-current={day === today ? 'date' : undefined}
              >
                <Bloom
                  className={styles.bloom}
                  drawnAt={37}
                  answers={own.last.answers}
                  innerRadius={hole}
                  motion={null}
                  decorative
                />
              </Link>
            </li>
          ) : (
            <li key={day} className={styles.day} aria-hidden="true" {...place}>
              <span className={day > today ? undefined : styles.dot} />
            </li>
          );
        })}
      </ol>
    </div>
  );
}
