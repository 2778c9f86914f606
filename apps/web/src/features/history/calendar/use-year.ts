import { nearestDay, yearUpTo } from '@nuances/domain/calendar';
import type { LocalDay } from '@nuances/domain/local-day';
import { useMemo } from 'react';
import type { CalendarDays } from './use-calendar-days.ts';
import type { CalendarPlace } from './use-kept-calendar.ts';

/**
 * The year that is shown, with its days along the time axis.
 * @param rightwards whether time runs to the right; else the newest day comes first
 */
export function useYear(
  today: LocalDay,
  { scanDays }: CalendarDays,
  { yearsBack, cursor }: CalendarPlace,
  rightwards: boolean,
) {
  const year = useMemo(() => yearUpTo(today, yearsBack), [today, yearsBack]);
  const dates = useMemo(
    () => scanDays.map(({ day }) => day).filter((day) => day >= year.from && day <= year.to),
    [scanDays, year],
  );
  const count = year.to - year.from + 1;
  return {
    year,
    /** The days of the year with a scan, the earliest first. */
    dates,
    /** The day under the cursor; null in a year without a scan. */
    cursor: cursor !== null && dates.includes(cursor) ? cursor : (dates.at(-1) ?? null),
    /** Where the middle of a day stands, 0 to 1. */
    placeOf: (day: LocalDay) => ((rightwards ? day - year.from : year.to - day) + 0.5) / count,
    /** The day with a scan that is nearest to a place. */
    nearestTo: (place: number) => {
      const index = Math.min(count - 1, Math.max(0, Math.floor(place * count)));
      const day = rightwards ? year.from + index : year.to - index;
      return nearestDay(dates, { from: day, to: day });
    },
  };
}
