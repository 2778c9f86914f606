import { firstOfMonth, type LocalDay } from '../local-day.ts';
import type { Period } from '../statistics/period.ts';
import { spanOf } from '../statistics/scan-means.ts';
import { latestIn, type Dated } from '../today.ts';
import type { LookUnit } from './span.ts';

/** How long ago an earlier note is. */
export type Ago = 'month' | 'year';

export interface LookNotes<Note extends Dated> {
  /** Of the span itself. */
  readonly own: Note | null;
  readonly earlier: { readonly ago: Ago; readonly note: Note } | null;
}

const weeksAgo: Readonly<Record<Ago, number>> = { month: 4, year: 52 };
const monthsAgo: Readonly<Record<Ago, number>> = { month: 1, year: 12 };

function spanAgo(unit: LookUnit, { from, to }: Period, ago: Ago): Period {
  if (unit === 'month') return spanOf(firstOfMonth(from, -monthsAgo[ago]), unit);
  const days = 7 * weeksAgo[ago];
  return { from: from - days, to: to - days };
}

/** The newest note of a week or month, and one of a month or a year before (SPEC.md LOOK-7). */
export function lookNotes<Note extends Dated>(
  unit: LookUnit,
  span: Period,
  notes: readonly Note[],
  today: LocalDay,
): LookNotes<Note> {
  const own = latestIn(notes, span);
  const isRecent = span.to >= spanOf(today, unit).from - 1;
  for (const ago of isRecent ? (['month', 'year'] as const) : []) {
    const note = latestIn(notes, spanAgo(unit, span, ago));
    if (note) return { own, earlier: { ago, note } };
  }
  return { own, earlier: null };
}
