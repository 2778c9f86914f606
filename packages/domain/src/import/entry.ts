import { axisCount } from '../axes.ts';
import { rejectedTime } from './time.ts';
import { itemAt } from '../item-at.ts';
import { limits } from '../limits.ts';
import type { MoodEntry, MoodScale, MoodSource } from '../moods/fields.ts';
import type { MoodLine } from '../moods/new-moods.ts';
import { noteExcess } from '../notes.ts';
import { tagKey } from '../scan/tags.ts';
import type { Exactness } from '../scan/time.ts';
import { withoutUnsafe } from '../unsafe-text.ts';

export interface ImportedMood {
  /** Of the column of a table; empty for a journal that has one mood. */
  readonly name: string;
  readonly scale: MoodScale;
  /** Null for one that has only a name: the person says what it is (SPEC.md IMPORT-7). */
  readonly value: number | null;
  /** Its name; empty for a number. */
  readonly label: string;
}

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
  /** The moods as the other journal writes them; an empty text is none. */
  readonly mood: readonly string[];
  /** Those of them that are data. */
  readonly moods: readonly ImportedMood[];
  /** Minutes that the person's clock was ahead of UTC; null for the clock of this device. */
  readonly offsetMin: number | null;
  /** Day and time on the clock where it was written, with the name of the zone; empty where it is the one of this device. */
  readonly zone: string;
  /** Photos, sounds and other files, and places, that are not brought along. */
  readonly files: number;
  readonly places: number;
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
  /** Of its moods; null for a journal that has none. */
  readonly source: MoodSource | null;
  readonly entries: readonly ImportedEntry[];
  readonly faults: readonly FaultyLine[];
}

/** The journal of what was read, line by line; `faults` are those of lines that were no entries at all. */
export function journalOf(
  source: ImportedJournal['source'],
  read: readonly (ImportedEntry | FaultyLine)[],
  faults: readonly FaultyLine[] = [],
): ImportedJournal {
  return {
    source,
    entries: read.filter((one): one is ImportedEntry => 'key' in one),
    faults: [...faults, ...read.filter((one): one is FaultyLine => 'fault' in one)],
  };
}

/** Words that are written into notes, in the language of the page. */
export interface ImportWords {
  /** Before a mood, such as `Mood:`. */
  readonly mood: string;
  /** Before the time of another zone. */
  readonly zone: string;
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
  readonly moods: readonly { readonly line: Omit<MoodLine, 'source'>; readonly entry: MoodEntry }[];
}

/** What the names of moods stand for, from 1 to 5 (SPEC.md IMPORT-7); one that is not in it stays a word. */
export type MoodLevels = ReadonlyMap<string, number>;

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
    mood: [],
    moods: [],
    offsetMin: null,
    zone: '',
    files: 0,
    places: 0,
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

/** Minutes that the clock of this device is ahead of UTC at a moment. */
const offsetHere = (at: number) => -new Date(at).getTimezoneOffset();

function moodsOf(entry: ImportedEntry, tags: readonly string[], levels: MoodLevels): ImportedItems['moods'] {
  const { at, moment } = entry;
  const fitting = (tag: string) => tag !== '' && tag.length <= limits.moods.word;
  const words = tags.map(withoutUnsafe).filter(fitting).slice(0, limits.moods.words);
  return entry.moods.flatMap(({ scale, value: given, ...named }) => {
    const value = given ?? levels.get(named.label) ?? null;
    // Unlike a note they are stored readable, where the server refuses the whole part.
    const [name, label] = [withoutUnsafe(named.name), withoutUnsafe(named.label)];
    if (value === null || label.length > limits.moods.name || name.length > limits.moods.name) return [];
    const offset = entry.offsetMin ?? offsetHere(at);
    return [{ line: { name, scale }, entry: { at: new Date(at).toISOString(), offset, moment, value, label, words } }];
  });
}

/** Whether moods say all that the lines of a note would say. */
const sayAll = (moods: ImportedItems['moods'], written: readonly string[], tags: readonly string[]) =>
  moods.length > 0 && moods.length >= written.length && moods[0]?.entry.words.length === tags.length;

/**
 * What an entry becomes (SPEC.md IMPORT-3, MOOD-1); why it is left out when it becomes nothing.
 * @param now milliseconds
 */
export function itemsOfEntry(
  entry: ImportedEntry,
  words: ImportWords,
  now: number,
  levels: MoodLevels,
): ImportedItems | ImportFault {
  const moment = rejectedTime(entry.at, now);
  if (moment !== null) return moment;
  const answers = entry.answers.flatMap((answer) => answer ?? []);
  const isScan = answers.length === axisCount;
  const tags = distinct([...(isScan && entry.isMoodOnly ? [words.moodOnly] : []), ...entry.tags]);
  const { fitting, others } = isScan ? divided(tags) : { fitting: [], others: tags };
  const partial = isScan
    ? []
    : entry.answers.flatMap((answer, index) => (answer === null ? [] : `${itemAt(words.axes, index)} ${answer}`));
  const written = entry.mood.map((one) => one.trim()).filter((one) => one !== '');
  const moods = moodsOf(entry, distinct(entry.tags), levels);
  const hasText = [entry.title, entry.text].some((text) => text.trim() !== '') || partial.length > 0;
  const isSaid = !hasText && sayAll(moods, written, distinct(entry.tags));
  const said = isSaid
    ? []
    : [
        ...(written.length === 0 ? [] : [`${words.mood} ${written.join(', ')}`]),
        ...(others.length === 0 ? [] : [`${words.tags} ${others.join(', ')}`]),
        ...partial,
      ];
  const lines = [...said, ...(entry.zone === '' ? [] : [`${words.zone} ${entry.zone}`])];
  const note = isSaid ? null : noteOf(entry.title, entry.text, lines);
  if (!isScan && note === null && moods.length === 0) return 'empty';
  if (note && noteExcess(note)) return 'tooLong';
  return { scan: isScan ? { answers, tags: fitting } : null, note, moods };
}
