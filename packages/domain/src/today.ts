import { dayFromIso, isoDay, type LocalDay } from './local-day.ts';
import type { Period } from './statistics/period.ts';

/** The part of the day that the greeting names. */
export type PartOfDay = 'morning' | 'afternoon' | 'evening' | 'night';

/** The part of the day that an hour of the person's clock, 0 to 23, belongs to (SPEC.md TODAY-1). */
export function partOfDay(hour: number): PartOfDay {
  if (hour < 5 || hour >= 23) return 'night';
  if (hour < 12) return 'morning';
  return hour < 18 ? 'afternoon' : 'evening';
}

const weekLength = 7;

/** The seven days that end with `today`, the earliest first (SPEC.md TODAY-2). */
export function sevenDaysUpTo(today: LocalDay): readonly LocalDay[] {
  return Array.from({ length: weekLength }, (_, index) => today - weekLength + 1 + index);
}

/** A scan or a note, made on a day. */
export interface Dated {
  readonly day: LocalDay;
  /** ISO time. */
  readonly createdAt: string;
}

/** A scan or note of this calendar day in an earlier year. */
export type Memory<Note extends Dated, Scan extends Dated> = {
  readonly day: LocalDay;
  /** Whole years, at least 1. */
  readonly yearsAgo: number;
} & ({ readonly kind: 'note'; readonly note: Note } | { readonly kind: 'scan'; readonly scan: Scan });

/** The days of a year that are the anniversary of `today`: 28 February counts for the 29th, after the 29th itself. */
function anniversaries(today: LocalDay, year: number): readonly LocalDay[] {
  const date = isoDay(today).slice(4);
  const dates = date === '-02-29' ? [date, '-02-28'] : [date];
  return dates.map((one) => dayFromIso(`${String(year).padStart(4, '0')}${one}`)).filter((day) => day !== null);
}

/** The last one of some days. */
export function latestIn<Item extends Dated>(items: readonly Item[], { from, to }: Period): Item | null {
  let latest: Item | null = null;
  for (const item of items)
    if (item.day >= from && item.day <= to && (latest === null || item.createdAt > latest.createdAt)) latest = item;
  return latest;
}

/**
 * The memory of `today`: from the latest earlier year with a note or a scan on this calendar day, preferably a note,
 * and the last one of that day; null when there is none (SPEC.md TODAY-3).
 * @param hidden days whose memory is not shown
 */
export function memoryOf<Note extends Dated, Scan extends Dated>(
  today: LocalDay,
  notes: readonly Note[],
  scans: readonly Scan[],
  hidden: ReadonlySet<LocalDay>,
): Memory<Note, Scan> | null {
  const first = [...notes, ...scans].reduce((earliest, { day }) => Math.min(earliest, day), today);
  const thisYear = yearOf(today);
  for (let year = thisYear - 1; year >= yearOf(first); year -= 1) {
    for (const day of anniversaries(today, year)) {
      if (hidden.has(day)) continue;
      const yearsAgo = thisYear - year;
      const note = latestIn(notes, { from: day, to: day });
      if (note) return { kind: 'note', note, day, yearsAgo };
      const scan = latestIn(scans, { from: day, to: day });
      if (scan) return { kind: 'scan', scan, day, yearsAgo };
    }
  }
  return null;
}

function yearOf(day: LocalDay): number {
  return Number(isoDay(day).slice(0, 4));
}
