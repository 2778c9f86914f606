import { daysOfScans, type ScanDay } from '@nuances/domain/calendar';
import type { LocalDay } from '@nuances/domain/local-day';
import { inTimeOrder } from '@nuances/domain/statistics/scan-series';
import { useMemo } from 'react';
import type { DatedScan } from '../../../i18n/scan-time.ts';
import { useScanList } from '../../../scans/own-scans.ts';
import { useNotes } from '../../../note-store/note-store.ts';
import type { AnyNote } from '../../../note-store/note.ts';

/** Scans and notes of the person by day. */
export interface CalendarDays {
  /** Days with a scan, earliest first. */
  readonly scanDays: readonly ScanDay<DatedScan>[];
  readonly scansOn: ReadonlyMap<LocalDay, ScanDay<DatedScan>>;
  readonly notesOn: ReadonlyMap<LocalDay, readonly AnyNote[]>;
  /** Days with a scan or a note, earliest first. */
  readonly held: readonly LocalDay[];
}

/** Scans and notes of the person by day, and the query that fetches the scans. */
export function useCalendarDays() {
  const { list, scans } = useScanList();
  const { notes } = useNotes();
  const scanDays = useMemo(() => {
    const timed = scans.map(({ id, answers, createdAt, moment }): DatedScan => ({
      id,
      answers,
      at: Date.parse(createdAt),
      moment,
    }));
    return daysOfScans(inTimeOrder(timed));
  }, [scans]);
  const scansOn = useMemo(() => new Map(scanDays.map((one) => [one.day, one])), [scanDays]);
  const notesOn = useMemo(() => byDay(notes), [notes]);
  const held = useMemo(
    () => [...new Set([...scansOn.keys(), ...notesOn.keys()])].sort((a, b) => a - b),
    [scansOn, notesOn],
  );
  const days: CalendarDays = useMemo(() => ({ scanDays, scansOn, notesOn, held }), [scanDays, scansOn, notesOn, held]);
  return { list, days };
}

function byDay(notes: readonly AnyNote[]): ReadonlyMap<LocalDay, readonly AnyNote[]> {
  const days = new Map<LocalDay, AnyNote[]>();
  for (const note of notes) {
    const known = days.get(note.day);
    if (known) known.push(note);
    else days.set(note.day, [note]);
  }
  return days;
}
