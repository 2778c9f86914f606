import type { LocalDay } from '@nuances/domain/local-day';
import { useLocation } from '@tanstack/react-router';
import { useEffect, useState } from 'react';

/** What of the calendar is seen. */
export interface CalendarPlace {
  /** The month shown, `YYYY-MM`; null for the present one. */
  readonly month: string | null;
  /** How many years before the last one the year shown ends (SPEC.md CAL-8). */
  readonly yearsBack: number;
  /** The day that is open; null for none. */
  readonly day: LocalDay | null;
  /** The day under the cursor of the year; null for its last one with a scan. */
  readonly cursor: LocalDay | null;
}

const atFirst: CalendarPlace = { month: null, yearsBack: 0, day: null, cursor: null };

/** By entry of the browser's history; lasts as long as the page. */
const placeAt = new Map<string, CalendarPlace>();

/** The place in the calendar: returning to an entry of the browser's history, from a scan say, finds it as it was left. */
export function useKeptCalendar() {
  const entry = useLocation({ select: ({ state }) => state.__TSR_key ?? '' });
  const [place, setPlace] = useState(() => placeAt.get(entry) ?? atFirst);
  useEffect(() => {
    placeAt.set(entry, place);
  }, [entry, place]);
  const move = (part: Partial<CalendarPlace>) => setPlace((before) => ({ ...before, ...part }));
  return [place, move] as const;
}
