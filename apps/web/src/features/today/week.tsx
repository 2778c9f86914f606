import { dayOf, startOfDay, type LocalDay } from '@nuances/domain/local-day';
import { sevenDaysUpTo } from '@nuances/domain/today';
import { shortDayAndMonth, shortWeekday } from '@nuances/i18n/dates';
import { pluralForm } from '@nuances/i18n/plural';
import { Bloom } from '@nuances/ui/bloom';
import { Icon } from '@nuances/ui/icon';
import { Link } from '@tanstack/react-router';
import { useId } from 'react';
import { useI18n } from '../../i18n/locale-store.ts';
import type { ShownScan } from '../../offline/scans.ts';
import styles from './week.module.css';

/** Radius of the hole of a small bloom, in bloom units. */
const hole = 30;

interface Props {
  readonly today: LocalDay;
  /** The person's scans, newest first. */
  readonly scans: readonly ShownScan[];
}

/**
 * The last seven days as seven small blooms, each a link to the day's last scan. A day without a scan is only a dot.
 */
export function Week({ today, scans }: Props) {
  const { LL } = useI18n();
  const id = useId();
  const days = sevenDaysUpTo(today);
  return (
    <section className={styles.week} aria-labelledby={id}>
      <header className={styles.head}>
        <h2 id={id} className={styles.title}>
          {LL.today.week()}
        </h2>
        <Link to="/history" search={{ view: 'month' }} className={styles.month}>
          {LL.today.month()}
          <Icon name="right" size={18} />
        </Link>
      </header>
      <ol className={styles.days}>
        {days.map((day) => (
          <li key={day}>
            <Day day={day} today={today} scans={scans.filter((scan) => dayOfScan(scan) === day)} />
          </li>
        ))}
      </ol>
    </section>
  );
}

function dayOfScan({ createdAt }: ShownScan): LocalDay {
  return dayOf(Date.parse(createdAt));
}

interface DayProps {
  readonly day: LocalDay;
  readonly today: LocalDay;
  /** The scans of the day, newest first. */
  readonly scans: readonly ShownScan[];
}

function Day({ day, today, scans }: DayProps) {
  const { LL, locale } = useI18n();
  const at = new Date(startOfDay(day));
  // The name holds the short weekday that is seen, for speech input.
  const date = shortDayAndMonth(at, locale, new Date(startOfDay(today)));
  const last = scans[0];
  const name = (
    <span className={styles.name} aria-hidden="true">
      {shortWeekday(at, locale)}
    </span>
  );
  const current = day === today ? ({ 'aria-current': 'date' } as const) : {};
  if (!last)
    return (
      <span className={styles.day} {...current}>
        <span className={styles.dot} />
        {name}
        <span className="visually-hidden">{date}</span>
      </span>
    );
  return (
    <Link
      to="/history/$id"
      params={{ id: last.id }}
      className={styles.day}
      aria-label={LL.today.day[pluralForm(locale, scans.length)]({ date, count: scans.length })}
      {...current}
    >
      <Bloom className={styles.bloom} drawnAt={44} answers={last.answers} innerRadius={hole} grow={false} decorative />
      {name}
    </Link>
  );
}
