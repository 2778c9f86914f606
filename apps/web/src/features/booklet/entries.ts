import { dayOf } from '@nuances/domain/local-day';
import type { Period } from '@nuances/domain/statistics/period';
import type { AnyNote, Note } from '../../note-store/note.ts';
import type { ShownScan } from '../../offline/scans.ts';

export interface BookletChoice {
  readonly period: Period;
  readonly notes: boolean;
  readonly scans: boolean;
}

/** A note or a scan of a booklet. */
export type BookletEntry =
  | { readonly kind: 'note'; readonly note: Note }
  | { readonly kind: 'scan'; readonly scan: ShownScan };

/** The entries of a period, oldest first, and how many of its notes cannot be read. */
export interface BookletEntries {
  readonly entries: readonly BookletEntry[];
  readonly locked: number;
}

const timeOf = (entry: BookletEntry) => (entry.kind === 'note' ? entry.note : entry.scan).createdAt;

/** Takes the chosen entries of a period out of everything that there is. */
export function entriesOf(
  { period: { from, to }, ...choice }: BookletChoice,
  notes: readonly AnyNote[],
  scans: readonly ShownScan[],
): BookletEntries {
  const ofPeriod = choice.notes ? notes.filter(({ day }) => day >= from && day <= to) : [];
  const readable = ofPeriod.filter((note): note is Note => !note.locked);
  const taken = choice.scans
    ? scans.filter(({ createdAt }) => {
        const day = dayOf(Date.parse(createdAt));
        return day >= from && day <= to;
      })
    : [];
  const entries: BookletEntry[] = [
    ...readable.map((note) => ({ kind: 'note', note }) as const),
    ...taken.map((scan) => ({ kind: 'scan', scan }) as const),
  ];
  return {
    entries: entries.sort((one, other) => Date.parse(timeOf(one)) - Date.parse(timeOf(other))),
    locked: ofPeriod.length - readable.length,
  };
}
