import { contentId } from '@nuances/domain/content-id';
import type { ExportedNote, ExportedScan } from '@nuances/domain/export-file';
import { dayOf } from '@nuances/domain/local-day';
import type { ExportedMoods, MoodEntry } from '@nuances/domain/moods/fields';
import { lineKey, partsOfLine, type MoodLine } from '@nuances/domain/moods/new-moods';
import {
  faultyLine,
  itemsOfEntry,
  type FaultyLine,
  type ImportedEntry,
  type ImportedJournal,
  type ImportWords,
  type MoodLevels,
} from '@nuances/domain/import/entry';

export interface LineFate {
  readonly line: number;
  readonly isScan: boolean;
  readonly isNote: boolean;
  /** Its moods, and the highest of each of their lines. */
  readonly moods: readonly { readonly value: number; readonly scale: number }[];
  /** Files and places that stay in the file. */
  readonly files: number;
  readonly places: number;
}

/** What a journal becomes, and what is left out of it. */
export interface JournalItems {
  readonly scans: readonly ExportedScan[];
  readonly notes: readonly ExportedNote[];
  readonly moods: readonly ExportedMoods[];
  readonly faults: readonly FaultyLine[];
  readonly fates: readonly LineFate[];
}

/** Ids that are computed at once. */
const batch = 500;

/** Equal entries are counted, so that both are kept, and found again (SPEC.md IMPORT-5). */
function* counted(entries: readonly ImportedEntry[]): Generator<{ entry: ImportedEntry; key: string }> {
  const seen = new Map<string, number>();
  for (const entry of entries) {
    const count = (seen.get(entry.key) ?? 0) + 1;
    seen.set(entry.key, count);
    yield { entry, key: `${entry.key}\n${count}` };
  }
}

interface MadeItems {
  readonly scan?: ExportedScan;
  readonly note?: ExportedNote;
  readonly moods?: readonly { readonly line: Omit<MoodLine, 'source'>; readonly entry: MoodEntry }[];
  readonly fate?: LineFate;
  readonly fault?: FaultyLine;
}

/** An entry of today whose hour is not known is of now while noon is ahead (SPEC.md IMPORT-1). */
function filedBy(now: number, entry: ImportedEntry): ImportedEntry {
  const isToday = entry.moment === 'day' && dayOf(entry.at) === dayOf(now);
  return isToday ? { ...entry, at: Math.min(entry.at, now) } : entry;
}

async function itemsOf(
  { entry: read, key }: { readonly entry: ImportedEntry; readonly key: string },
  words: ImportWords,
  now: number,
  levels: MoodLevels,
): Promise<MadeItems> {
  const entry = filedBy(now, read);
  const items = itemsOfEntry(entry, words, now, levels);
  if (typeof items === 'string') return { fault: faultyLine(entry.line, items) };
  const createdAt = new Date(entry.at).toISOString();
  const [scanId, noteId] = await Promise.all(['scan', 'note'].map((kind) => contentId('imported', [kind, key])));
  if (scanId === undefined || noteId === undefined) throw new Error('an entry without ids');
  const { scan, note, moods } = items;
  const { line, files, places } = entry;
  return {
    moods,
    fate: {
      line,
      files,
      places,
      isScan: scan !== null,
      isNote: note !== null,
      moods: moods.map(({ entry: { value }, line: { scale } }) => ({ value, scale })),
    },
    ...(scan && {
      scan: {
        _id: scanId,
        answers: [...scan.answers],
        createdAt,
        kept: [],
        moment: entry.moment,
        tags: [...scan.tags],
      },
    }),
    ...(note && {
      note: { _id: noteId, categoryId: 'other', scanResultId: scan ? scanId : null, createdAt, ...note },
    }),
  };
}

/** Moods by their lines, in the order of the file. */
async function partsOf(found: readonly { readonly line: MoodLine; readonly entry: MoodEntry }[]) {
  const lines = new Map<string, { readonly line: MoodLine; readonly entries: MoodEntry[] }>();
  for (const { line, entry } of found) {
    const known = lines.get(lineKey(line));
    if (known) known.entries.push(entry);
    else lines.set(lineKey(line), { line, entries: [entry] });
  }
  return (await Promise.all(Array.from(lines.values(), ({ line, entries }) => partsOfLine(line, entries)))).flat();
}

/**
 * The scans, notes and moods that a journal becomes, each with an id that the same entry has again (SPEC.md IMPORT-5).
 * @param now milliseconds
 */
export async function itemsOfJournal(
  journal: ImportedJournal,
  words: ImportWords,
  now: number,
  levels: MoodLevels,
  onShare: (share: number) => void = () => undefined,
): Promise<JournalItems> {
  const scans: ExportedScan[] = [];
  const notes: ExportedNote[] = [];
  const found: { line: MoodLine; entry: MoodEntry }[] = [];
  const fates: LineFate[] = [];
  const faults = [...journal.faults];
  const entries = [...counted(journal.entries)];
  for (let at = 0; at < entries.length; at += batch) {
    const read = await Promise.all(entries.slice(at, at + batch).map((entry) => itemsOf(entry, words, now, levels)));
    onShare(Math.min(1, (at + batch) / entries.length));
    for (const { scan, note, moods = [], fate, fault } of read) {
      const { source } = journal;
      if (source) found.push(...moods.map(({ line, entry }) => ({ line: { source, ...line }, entry })));
      if (fate) fates.push(fate);
      if (scan) scans.push(scan);
      if (note) notes.push(note);
      if (fault) faults.push(fault);
    }
  }
  faults.sort((one, other) => one.line - other.line);
  return { scans, notes, moods: await partsOf(found), faults, fates };
}
