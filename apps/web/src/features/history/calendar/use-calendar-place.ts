import type { LocalDay } from '@nuances/domain/local-day';
import { useEffect, useState } from 'react';
import { useHistoryEntry } from '../../../browser/use-history-entry.ts';

/** Which part of the calendar is visible. */
export interface CalendarPlace {
  /** The visible month, `YYYY-MM`; null for the current one. */
  readonly month: string | null;
  /** By how many years the visible year ends before the last one (SPEC.md CAL-8). */
  readonly yearsBack: number;
  /** The open day; null for none. */
  readonly day: LocalDay | null;
  /** The day at the cursor of the year; null for the last day with a scan. */
  readonly cursor: LocalDay | null;
}

const atFirst: CalendarPlace = { month: null, yearsBack: 0, day: null, cursor: null };

/** By key of the history entry; lost when the page is reloaded. */
const placeAt = new Map<string, CalendarPlace>();

/**
 * Which part of the calendar is visible; restored when the person returns to the same entry of the browser's history,
 * for example from a scan.
 */
export function useCalendarPlace() {
  const entry = useHistoryEntry();
  const [place, setPlace] = useState(() => placeAt.get(entry) ?? atFirst);
  useEffect(() => {
    placeAt.set(entry, place);
  }, [entry, place]);
  const move = (part: Partial<CalendarPlace>) => setPlace((before) => ({ ...before, ...part }));
  return [place, move] as const;
}
