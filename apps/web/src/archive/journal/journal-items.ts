import { contentId } from '@nuances/domain/content-id';
import type { ExportedNote, ExportedScan } from '@nuances/domain/export-file';
import {
  faultyLine,
  itemsOfEntry,
  type FaultyLine,
  type ImportedEntry,
  type ImportedJournal,
  type ImportWords,
} from '@nuances/domain/import/entry';

/** What a journal becomes, and what is left out of it. */
export interface JournalItems {
  readonly scans: readonly ExportedScan[];
  readonly notes: readonly ExportedNote[];
  readonly faults: readonly FaultyLine[];
  readonly attachments: number;
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
  readonly fault?: FaultyLine;
}

async function itemsOf(
  { entry, key }: { readonly entry: ImportedEntry; readonly key: string },
  words: ImportWords,
  now: number,
): Promise<MadeItems> {
  const items = itemsOfEntry(entry, words, now);
  if (typeof items === 'string') return { fault: faultyLine(entry.line, items) };
  const createdAt = new Date(entry.at).toISOString();
  const [scanId, noteId] = await Promise.all(['scan', 'note'].map((kind) => contentId('imported', [kind, key])));
  if (scanId === undefined || noteId === undefined) throw new Error('an entry without ids');
  const { scan, note } = items;
  return {
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

/**
 * The scans and notes that a journal becomes, each with an id that the same entry has again (SPEC.md IMPORT-5).
 * @param now milliseconds
 */
export async function itemsOfJournal(journal: ImportedJournal, words: ImportWords, now: number): Promise<JournalItems> {
  const scans: ExportedScan[] = [];
  const notes: ExportedNote[] = [];
  const faults = [...journal.faults];
  const entries = [...counted(journal.entries)];
  for (let at = 0; at < entries.length; at += batch) {
    const read = await Promise.all(entries.slice(at, at + batch).map((entry) => itemsOf(entry, words, now)));
    for (const { scan, note, fault } of read) {
      if (scan) scans.push(scan);
      if (note) notes.push(note);
      if (fault) faults.push(fault);
    }
  }
  return { scans, notes, faults: faults.sort((one, other) => one.line - other.line), attachments: journal.attachments };
}
