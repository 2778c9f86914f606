import { dateOfDay, type LocalDay } from '@nuances/domain/local-day';
import type { Period } from '@nuances/domain/statistics/period';
import { dayMonthAndYear, shortMonthAndYear } from '@nuances/i18n/dates';
import { IconButton } from '@nuances/ui/icon-button';
import { useI18n } from '../../../i18n/locale-store.ts';
import styles from './year-range.module.css';

interface Props {
  readonly titleId: string;
  readonly year: Period;
  /** Shows only the months; screen readers get both days. */
  readonly short: boolean;
  /** Day of the first scan; there is no year before it. */
  readonly first: LocalDay;
  /** Whether the year ends today. */
  readonly isLast: boolean;
  /** @param years 1 for the year before, -1 for the next */
  readonly onTurn: (years: 1 | -1) => void;
}

/** Name of the visible year, between buttons for the previous and the next year. */
export function YearRange({ titleId, year, short, first, isLast, onTurn }: Props) {
  const { LL, locale } = useI18n();
  const [from, to] = [dateOfDay(year.from), dateOfDay(year.to)];
  const whole = LL.calendar.yearRange({ start: dayMonthAndYear(from, locale), end: dayMonthAndYear(to, locale) });
  return (
    <div className={styles.range} data-short={short ? '' : undefined}>
      <IconButton
        icon="left"
        label={LL.calendar.previousYear()}
        disabled={year.from <= first}
        onClick={() => onTurn(1)}
      />
      <h2 id={titleId} className={styles.title} aria-live="polite">
        {short ? (
          <>
            <span aria-hidden="true">{`${shortMonthAndYear(from, locale)} – ${shortMonthAndYear(to, locale)}`}</span>
            <span className="visually-hidden">{whole}</span>
          </>
        ) : (
          whole
        )}
      </h2>
      <IconButton icon="right" label={LL.calendar.nextYear()} disabled={isLast} onClick={() => onTurn(-1)} />
    </div>
  );
}
