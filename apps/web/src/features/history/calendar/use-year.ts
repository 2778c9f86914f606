import { nearestDay, shownYear, yearUpTo } from '@nuances/domain/calendar';
import type { LocalDay } from '@nuances/domain/local-day';
import { useMemo } from 'react';
import type { CalendarDays } from './use-calendar-days.ts';
import type { CalendarPlace } from './use-calendar-place.ts';

/**
 * The visible year and the positions of its days along the time axis.
 * @param rightwards whether time runs to the right; otherwise the newest day is first
 */
export function useYear(
  today: LocalDay,
  { scanDays }: CalendarDays,
  { yearsBack, cursor }: CalendarPlace,
  rightwards: boolean,
) {
  const first = scanDays[0]?.day ?? null;
  const year = useMemo(() => shownYear(yearUpTo(today, yearsBack), first), [today, yearsBack, first]);
  const dates = useMemo(
    () => scanDays.map(({ day }) => day).filter((day) => day >= year.from && day <= year.to),
    [scanDays, year],
  );
  const count = year.to - year.from + 1;
  return {
    year,
    /** Days of the year with a scan, earliest first. */
    dates,
    /** The day at the cursor; null in a year without a scan. */
    cursor: cursor !== null && dates.includes(cursor) ? cursor : (dates.at(-1) ?? null),
    /** Position of the centre of a day, 0 to 1. */
    placeOf: (day: LocalDay) => ((rightwards ? day - year.from : year.to - day) + 0.5) / count,
    /** The day with a scan that is nearest to a position, 0 to 1; null in a year without a scan. */
    nearestTo: (place: number) => {
      const index = Math.min(count - 1, Math.max(0, Math.floor(place * count)));
      const day = rightwards ? year.from + index : year.to - index;
      return nearestDay(dates, { from: day, to: day });
    },
  };
}
