import { nearestDay } from '@nuances/domain/calendar';
import type { LocalDay } from '@nuances/domain/local-day';
import type { Period } from '@nuances/domain/statistics/period';
import { Button } from '@nuances/ui/button';
import { useI18n } from '../../../i18n/locale-store.ts';
import { dayShort } from './day-words.ts';
import type { CalendarDays } from './use-calendar-days.ts';
import styles from './nearest-scan.module.css';

interface Props {
  readonly days: CalendarDays;
  readonly period: Period;
  /** Text for a period without a scan, before the link. */
  readonly empty?: string;
  readonly onGo: (day: LocalDay) => void;
}

/** For a period without a scan: names the nearest scan and links to it. */
export function NearestScan({ days, period, empty, onGo }: Props) {
  const words = useI18n();
  const { LL } = words;
  const scanDates = days.scanDays.map(({ day }) => day);
  const nearest = nearestDay(scanDates, period);
  const isEmpty = nearest !== null && (nearest < period.from || nearest > period.to);
  return (
    <div className={`${styles.place} screen-only`}>
      <p role="status" className={styles.text}>
        {isEmpty ? (
          <>
            {empty === undefined ? null : `${empty} `}
            {LL.calendar.emptyMore({ date: dayShort(words, nearest) })}
          </>
        ) : null}
      </p>
      {isEmpty ? (
        <Button size="small" onClick={() => onGo(nearest)}>
          {LL.calendar.goNearest()}
        </Button>
      ) : null}
    </div>
  );
}
