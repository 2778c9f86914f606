import { daysOfScans, type ScanDay } from '@nuances/domain/calendar';
import type { LocalDay } from '@nuances/domain/local-day';
import { dayOfMood } from '@nuances/domain/moods/mood-lines';
import { useMemo } from 'react';
import type { DatedScan } from '../../../i18n/scan-time.ts';
import { useDatedScans } from '../../../scans/own-scans.ts';
import { useNotes } from '../../../note-store/note-store.ts';
import { useMoodLines } from '../../../moods/own-moods.ts';
import type { DayMood } from './day-moods.tsx';
import type { AnyNote } from '../../../note-store/note.ts';

/** Scans, notes and moods of the person by day. */
export interface CalendarDays {
  /** Days with a scan, earliest first. */
  readonly scanDays: readonly ScanDay<DatedScan>[];
  readonly scansOn: ReadonlyMap<LocalDay, ScanDay<DatedScan>>;
  readonly notesOn: ReadonlyMap<LocalDay, readonly AnyNote[]>;
  /** Moods of other journals, by the day of their place. */
  readonly moodsOn: ReadonlyMap<LocalDay, readonly DayMood[]>;
  /** Days with a scan, a note or a mood, earliest first. */
  readonly held: readonly LocalDay[];
}

/** Scans and notes of the person by day, and the query that fetches the scans. */
export function useCalendarDays() {
  const { list, scans } = useDatedScans();
  const { notes } = useNotes();
  const { lines } = useMoodLines();
  const scanDays = useMemo(() => daysOfScans(scans), [scans]);
  const scansOn = useMemo(() => new Map(scanDays.map((one) => [one.day, one])), [scanDays]);
  const notesOn = useMemo(() => byDay(notes, ({ day }) => day), [notes]);
  const moodsOn = useMemo(
    () =>
      byDay(
        // The newest first, as the scans of a day.
        lines
          .flatMap((line) => line.entries.map((entry): DayMood => ({ line, entry })))
          .sort((one, other) => Date.parse(other.entry.at) - Date.parse(one.entry.at)),
        ({ entry }) => dayOfMood(entry),
      ),
    [lines],
  );
  const held = useMemo(
    () => [...new Set([...scansOn.keys(), ...notesOn.keys(), ...moodsOn.keys()])].sort((a, b) => a - b),
    [scansOn, notesOn, moodsOn],
  );
  const days: CalendarDays = useMemo(
    () => ({ scanDays, scansOn, notesOn, moodsOn, held }),
    [scanDays, scansOn, notesOn, moodsOn, held],
  );
  return { list, days };
}

function byDay<Item>(
  items: readonly Item[],
  dayOfItem: (item: Item) => LocalDay,
): ReadonlyMap<LocalDay, readonly Item[]> {
  const days = new Map<LocalDay, Item[]>();
  for (const item of items) {
    const day = dayOfItem(item);
    const known = days.get(day);
    if (known) known.push(item);
    else days.set(day, [item]);
  }
  return days;
}
