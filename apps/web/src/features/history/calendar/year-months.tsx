import { monthsIn } from '@nuances/domain/calendar';
import type { Period } from '@nuances/domain/statistics/period';
import { dateOfDay } from '@nuances/domain/local-day';
import { shortMonth } from '@nuances/i18n/dates';
import { useI18n } from '../../../i18n/locale-store.ts';
import styles from './year-months.module.css';

/** Minimum number of visible days for a month to have its name. */
const namedFrom = 15;

interface Props {
  readonly year: Period;
  readonly wide: boolean;
  readonly onMonth: (month: string) => void;
}

/** Names of the months along the year; each is a button that opens its month. */
export function YearMonths({ year, wide, onMonth }: Props) {
  const { locale } = useI18n();
  const count = year.to - year.from + 1;
  return (
    <ul className={styles.months} data-axis={wide ? 'right' : 'down'}>
      {monthsIn(year).map(({ month, from, to }) => {
        if (to - from + 1 < namedFrom) return null;
        const at = `${((wide ? from - year.from : year.to - to) / count) * 100}%`;
        const isJanuary = month.endsWith('-01');
        return (
          <li key={month} className={styles.place} style={wide ? { left: at } : { top: at }}>
            <button type="button" className={styles.month} onClick={() => onMonth(month)}>
              {shortMonth(dateOfDay(from), locale)}
              <span className={wide && isJanuary ? undefined : 'visually-hidden'}> {month.slice(0, 4)}</span>
            </button>
          </li>
        );
      })}
    </ul>
  );
}
