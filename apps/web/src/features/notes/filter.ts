import { axisIds, noteCategories, type NoteCategory } from '@nuances/domain/axes';
import { dayFromIso, isoDay, type LocalDay } from '@nuances/domain/local-day';
import { nextTask } from '../../browser/next-task.ts';
import type { NoteView } from '../../browser/note-view.ts';
import type { AnyNote } from '../../note-store/note.ts';
import { fold } from './fold-text.ts';

/** Local days, `YYYY-MM-DD`; a range includes both ends. */
export type DaySelection =
  | { readonly kind: 'until' | 'only'; readonly day: string }
  | { readonly kind: 'range'; readonly from: string; readonly to: string };

/** The filters of the list of notes, and its order. */
export interface NoteFilters extends NoteView {
  readonly search: string;
  readonly days: DaySelection | null;
}

export const noFilters: NoteFilters = { search: '', categories: new Set(), days: null, order: 'newest' };

/** Whether a filter is active; the order is none. */
export function isFiltered({ search, categories, days }: NoteFilters): boolean {
  return search.trim() !== '' || categories.size > 0 || days !== null;
}

/** Whether a filter or the non-default order is active. */
export function isChanged(filters: NoteFilters): boolean {
  return isFiltered(filters) || filters.order !== noFilters.order;
}

/** Cache of title and text without case and accents. */
const folded = new WeakMap<AnyNote, string>();

/** Title and text for the search; null for a locked note. The line break prevents matches across title and text. */
function foldedText(note: AnyNote): string | null {
  if (note.locked) return null;
  const known = folded.get(note);
  if (known !== undefined) return known;
  const text = fold(`${note.title}\n${note.text}`);
  folded.set(note, text);
  return text;
}

/** Notes that are folded before the work yields to the page. */
const batch = 100;

/**
 * Folds notes before the first search, so that its first letter is as fast as the others.
 * @returns a function that stops the work
 */
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

/** First and last day of a selection; null for an open end and for text that is not a date. */
function boundsOf(days: DaySelection): { readonly from: LocalDay | null; readonly to: LocalDay | null } {
  if (days.kind === 'range') return { from: dayFromIso(days.from), to: dayFromIso(days.to) };
  const day = dayFromIso(days.day);
  return { from: days.kind === 'until' ? null : day, to: day };
}

/** The search as a pattern for folded texts; null for an empty search. */
function patternOf(search: string): RegExp | null {
  const wanted = fold(search.trim());
  return wanted === '' ? null : new RegExp(wanted.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`));
}

/** The notes that match all filters, in the chosen order. `notes` must be sorted newest first. */
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
