import { axisIds, noteCategories, type NoteCategory } from '@nuances/domain/axes';
import { dayFromIso, isoDay, type LocalDay } from '@nuances/domain/local-day';
import { nextTask } from '../../browser/next-task.ts';
import type { AnyNote } from '../../note-store/note.ts';
import { fold } from './fold-text.ts';

/** Local days as YYYY-MM-DD; both ends belong to a range. */
export type DaySelection =
  | { readonly kind: 'until' | 'only'; readonly day: string }
  | { readonly kind: 'range'; readonly from: string; readonly to: string };

/** What narrows the list of notes down. */
export interface NoteFilters {
  readonly search: string;
  /** Empty for all. */
  readonly categories: ReadonlySet<NoteCategory>;
  readonly days: DaySelection | null;
  readonly order: 'newest' | 'oldest';
}

export const noFilters: NoteFilters = { search: '', categories: new Set(), days: null, order: 'newest' };

/** Whether some notes may be hidden; the order hides none. */
export function isFiltered({ search, categories, days }: NoteFilters): boolean {
  return search.trim() !== '' || categories.size > 0 || days !== null;
}

/** Whether there is something to reset: a filter, or the other order. */
export function isChanged(filters: NoteFilters): boolean {
  return isFiltered(filters) || filters.order !== noFilters.order;
}

/** Title and text of notes without case and accents, made once for each. */
const folded = new WeakMap<AnyNote, string>();

/** A line break keeps a search from running over from the title into the text. */
function foldedText(note: AnyNote): string | null {
  if (note.locked) return null;
  const known = folded.get(note);
  if (known !== undefined) return known;
  const text = fold(`${note.title}\n${note.text}`);
  folded.set(note, text);
  return text;
}

/** Notes folded before the page gets its turn. */
const batch = 100;

/** Folds notes ahead of the first search, so that its first letter is as quick as the others. Gives the way to stop. */
export function prepareSearch(notes: readonly AnyNote[]): () => void {
  let stopped = false;
  const work = async () => {
    for (let at = 0; at < notes.length && !stopped; at += batch) {
      for (const note of notes.slice(at, at + batch)) foldedText(note);
      await nextTask();
    }
  };
  void work();
  return () => {
    stopped = true;
  };
}

/** First and last day of a selection; null for a side that is open, or not a day. */
function boundsOf(days: DaySelection): { readonly from: LocalDay | null; readonly to: LocalDay | null } {
  if (days.kind === 'range') return { from: dayFromIso(days.from), to: dayFromIso(days.to) };
  const day = dayFromIso(days.day);
  return { from: days.kind === 'until' ? null : day, to: day };
}

/** What is searched for, as one pattern for folded texts; null when nothing is. */
function patternOf(search: string): RegExp | null {
  const wanted = fold(search.trim());
  return wanted === '' ? null : new RegExp(wanted.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`));
}

/** The notes that all filters let through. Takes the notes newest first. */
export function filterNotes(notes: readonly AnyNote[], filters: NoteFilters): readonly AnyNote[] {
  const { categories, days, order } = filters;
  const pattern = patternOf(filters.search);
  const { from, to } = days === null ? { from: null, to: null } : boundsOf(days);
  const found = notes.filter((note) => {
    if (categories.size > 0 && !categories.has(note.categoryId)) return false;
    if (from !== null && note.day < from) return false;
    if (to !== null && note.day > to) return false;
    if (pattern === null) return true;
    const text = foldedText(note);
    return text !== null && pattern.test(text);
  });
  return order === 'oldest' ? found.toReversed() : found;
}

const dotOrder: readonly NoteCategory[] = [...axisIds, ...noteCategories.filter((category) => category === 'other')];

/** The categories of each day that has notes, in the order of the axes, `other` last. */
export function categoriesByDay(notes: readonly AnyNote[]): ReadonlyMap<string, readonly NoteCategory[]> {
  const present = new Map<LocalDay, Set<NoteCategory>>();
  for (const { day, categoryId } of notes) {
    const categories = present.get(day);
    if (categories) categories.add(categoryId);
    else present.set(day, new Set([categoryId]));
  }
  return new Map(
    Array.from(present, ([day, categories]) => [isoDay(day), dotOrder.filter((category) => categories.has(category))]),
  );
}
