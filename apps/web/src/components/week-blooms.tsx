import { dateOfDay, dayOf, type LocalDay } from '@nuances/domain/local-day';
import { shortDayAndMonth, shortWeekday } from '@nuances/i18n/dates';
import { pluralForm } from '@nuances/i18n/plural';
import { Bloom } from '@nuances/ui/bloom';
import { SceneImage } from '@nuances/ui/scene-image';
import { Link } from '@tanstack/react-router';
import { useWideLayout } from '../browser/use-wide-layout.ts';
import { useI18n } from '../i18n/locale-store.ts';
import { scanImage } from '../i18n/scan-image.ts';
import type { ShownScan } from '../offline/scans.ts';
import styles from './week-blooms.module.css';

/** Radius of the hole of a small bloom, in bloom units. */
const hole = 30;
/** The same with an image, which leaves a rim. */
const imageHole = 58;
const rim = 6;

interface Props {
  readonly days: readonly LocalDay[];
  readonly today: LocalDay;
  /** The person's scans of these days or of more, newest first. */
  readonly scans: readonly ShownScan[];
  /** On a page of their own they are larger, and where it is wide have images and dates. */
  readonly alone?: boolean;
}

/** Seven days as small blooms, each a link to the day's last scan. A day without a scan is a dot, one to come nothing. */
export function WeekBlooms({ days, today, scans, alone = false }: Props) {
  const wide = useWideLayout();
  const large = alone && wide;
  return (
    <ol className={styles.days} data-alone={alone ? '' : undefined}>
      {days.map((day) => (
        <li key={day}>
          <Day day={day} today={today} scans={scans.filter((scan) => dayOfScan(scan) === day)} large={large} />
        </li>
      ))}
    </ol>
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
  readonly large: boolean;
}

function Day({ day, today, scans, large }: DayProps) {
  const { LL, locale } = useI18n();
  const at = dateOfDay(day);
  // The name holds the short weekday that is seen, for speech input.
  const date = shortDayAndMonth(at, locale, dateOfDay(today));
  const last = scans[0];
  const name = (
    <span className={styles.name} aria-hidden="true">
      {shortWeekday(at, locale)}
      {large ? ` ${at.getDate()}` : null}
    </span>
  );
  const current = day === today ? ({ 'aria-current': 'date' } as const) : {};
  if (!last)
    return (
      <span className={styles.day} {...current}>
        <span className={day > today ? undefined : styles.dot} />
        {name}
        <span className="visually-hidden">{date}</span>
      </span>
    );
  const innerRadius = large ? imageHole : hole;
  return (
    <Link
      to="/history/$id"
      params={{ id: last.id }}
      className={styles.day}
      aria-label={LL.today.day[pluralForm(locale, scans.length)]({ date, count: scans.length })}
      {...current}
    >
      <Bloom
        className={styles.bloom}
        drawnAt={large ? 128 : 44}
        answers={last.answers}
        innerRadius={innerRadius}
        motion={null}
        decorative
        {...(large
          ? { centre: <SceneImage index={scanImage(LL, last.answers).index} r={innerRadius - rim} /> }
          : undefined)}
      />
      {name}
    </Link>
  );
}
