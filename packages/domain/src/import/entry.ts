import { axisCount } from '../axes.ts';
import { rejectedTime } from './time.ts';
import { itemAt } from '../item-at.ts';
import { limits } from '../limits.ts';
import { isNoteFit } from '../notes.ts';
import { tagKey } from '../scan/tags.ts';
import type { Exactness } from '../scan/time.ts';

/** One entry of another journal, before it becomes a scan or a note. */
export interface ImportedEntry {
  /** Line of the table, or place in the list, from 1. */
  readonly line: number;
  /** Milliseconds. */
  readonly at: number;
  /** How exact `at` is. */
  readonly moment: Exactness;
  readonly title: string;
  readonly text: string;
  /** Words, activities, tags. */
  readonly tags: readonly string[];
  /** The mood as the other journal writes it; empty for none. */
  readonly mood: string;
  /** By axis, in data order; null where the journal has none. */
  readonly answers: readonly (number | null)[];
  /** One mood fills answers that were not given (SPEC.md IMPORT-4). */
  readonly isMoodOnly: boolean;
  /** Identifies it in its journal, whatever the file is converted to (SPEC.md IMPORT-5). */
  readonly key: string;
}

/** Why an entry is left out (SPEC.md IMPORT-6). */
export type ImportFault = 'date' | 'early' | 'future' | 'answer' | 'quotes' | 'columns' | 'empty' | 'tooLong' | 'form';

/** An entry that is left out. */
export interface FaultyLine {
  readonly line: number;
  readonly fault: ImportFault;
  /** What could not be read, shortened; empty where nothing can be shown. */
  readonly value: string;
}

/** What was read from another journal. */
export interface ImportedJournal {
  readonly entries: readonly ImportedEntry[];
  readonly faults: readonly FaultyLine[];
  /** Photos, sounds and other files that are not brought along. */
  readonly attachments: number;
}

/** Words that are written into notes, in the language of the page. */
export interface ImportWords {
  /** Before a mood, such as `Mood:`. */
  readonly mood: string;
  /** Before the words of an entry. */
  readonly tags: string;
  /** Before the answer of each axis, in data order. */
  readonly axes: readonly string[];
  /** The tag of scans that were made from one mood. */
  readonly moodOnly: string;
}

/** What an entry becomes: a scan, a note, or a scan with a note that is linked to it. */
export interface ImportedItems {
  readonly scan: { readonly answers: readonly number[]; readonly tags: readonly string[] } | null;
  readonly note: { readonly title: string; readonly text: string } | null;
}

const shownMax = 40;

/** An entry that is left out, with the beginning of what could not be read. */
export function faultyLine(line: number, fault: ImportFault, value = ''): FaultyLine {
  const text = value.trim();
  return { line, fault, value: text.length > shownMax ? `${text.slice(0, shownMax)}…` : text };
}

/** An entry without anything but its exact time. */
export function emptyEntry(line: number, at: number, key: string): ImportedEntry {
  return {
    line,
    at,
    moment: 'exact',
    key,
    title: '',
    text: '',
    tags: [],
    mood: '',
    answers: Array.from({ length: axisCount }, () => null),
    isMoodOnly: false,
  };
}

/** Words without repetitions and empty ones, trimmed. */
function distinct(tags: readonly string[]): string[] {
  const seen = new Map<string, string>();
  for (const tag of tags) if (tag.trim() !== '' && !seen.has(tagKey(tag))) seen.set(tagKey(tag), tag.trim());
  return [...seen.values()];
}

/** The words that a scan can have (SPEC.md TAG-1), and the others. */
function divided(tags: readonly string[]) {
  const fitting = tags.filter((tag) => tag.length <= limits.tag.max).slice(0, limits.tagsOfScan);
  return { fitting, others: tags.filter((tag) => !fitting.includes(tag)) };
}

function noteOf(title: string, text: string, lines: readonly string[]): ImportedItems['note'] {
  const heading = title.trim();
  const fits = heading.length <= limits.noteTitle.max;
  const content = [...(fits ? [] : [heading]), text.trim(), lines.join('\n')]
    .filter((part) => part !== '')
    .join('\n\n');
  if (content === '') return heading === '' ? null : { title: '', text: heading };
  return { title: fits ? heading : '', text: content };
}

/**
 * What an entry becomes (SPEC.md IMPORT-3); why it is left out when it becomes nothing.
 * @param now milliseconds
 */
export function itemsOfEntry(entry: ImportedEntry, words: ImportWords, now: number): ImportedItems | ImportFault {
  const moment = rejectedTime(entry.at, now);
  if (moment !== null) return moment;
  const answers = entry.answers.flatMap((answer) => answer ?? []);
  const isScan = answers.length === axisCount;
  const tags = distinct([...(isScan && entry.isMoodOnly ? [words.moodOnly] : []), ...entry.tags]);
  const { fitting, others } = isScan ? divided(tags) : { fitting: [], others: tags };
  const partial = isScan
    ? []
    : entry.answers.flatMap((answer, index) => (answer === null ? [] : `${itemAt(words.axes, index)} ${answer}`));
  const mood = entry.mood.trim();
  const lines = [
    ...(mood === '' ? [] : [`${words.mood} ${mood}`]),
    ...(others.length === 0 ? [] : [`${words.tags} ${others.join(', ')}`]),
    ...partial,
  ];
  const note = noteOf(entry.title, entry.text, lines);
  if (!isScan && note === null) return 'empty';
  if (note && !isNoteFit(note)) return 'tooLong';
  return { scan: isScan ? { answers, tags: fitting } : null, note };
}
