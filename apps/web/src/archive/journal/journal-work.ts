import type { ExportedNote, ExportedScan } from '@nuances/domain/export-file';
import type { ExportedMoods } from '@nuances/domain/moods/fields';
import type { FaultyLine, ImportedJournal, ImportWords } from '@nuances/domain/import/entry';
import { knownLevel } from '@nuances/domain/import/mood';
import {
  dayOrderOfColumn,
  guessedColumns,
  hasNumbers,
  journalOfTable,
  type ColumnUse,
  type ImportedTable,
  type TableMapping,
} from '@nuances/domain/import/table';
import { dayOrders, readImportedTime, type DayOrder } from '@nuances/domain/import/time';
import { itemAt } from '@nuances/domain/item-at';
import { limits } from '@nuances/domain/limits';
import { itemsOfJournal, type LineFate } from './journal-items.ts';
import { JournalRefused } from './journal-refused.ts';
import { readJournal } from './read-journal.ts';

/** The words that go into notes and name moods; a worker has no catalogue. */
export interface JournalWords extends ImportWords {
  /** Of the five moods that Daylio begins with, from the best to the worst. */
  readonly moods: readonly string[];
}

/** One reading of a file. */
export interface JournalRequest {
  readonly file: Blob;
  readonly words: JournalWords;
  /** How a table is read; null as long as nobody has said it. */
  readonly mapping: TableMapping | null;
  /** What the names of moods stand for; null as long as nobody has said it. */
  readonly levels: Readonly<Record<string, number>> | null;
}

/** A name of a mood that stands for no number yet. */
export interface MoodName {
  readonly label: string;
  readonly count: number;
  /** From 1 to 5; null for a name that is not known. */
  readonly guess: number | null;
}

/** A column of a table, as it is shown. */
export interface OfferedColumn {
  /** Place in the table, from 0: two columns may have one name. */
  readonly position: number;
  readonly name: string;
  /** Its first cells that are not empty. */
  readonly samples: readonly string[];
  readonly isNumeric: boolean;
  readonly guess: ColumnUse;
  /** In which order it writes dates; null where that makes no difference. */
  readonly order: DayOrder | 'ambiguous' | null;
  /** A date that reads differently in the two orders; empty where the order is certain. */
  readonly orderSample: string;
}

/** What was read of a journal besides its scans and notes. */
export interface JournalSummary {
  /** The first lines that are left out, by line. */
  readonly faults: readonly FaultyLine[];
  readonly faultCount: number;
  /** What becomes of the first lines. */
  readonly fates: readonly LineFate[];
  /** Lines by what becomes of them: each is counted once. */
  readonly counts: Readonly<Record<FateKind, number>>;
  readonly files: number;
  readonly places: number;
}

/** What a line becomes: a mood, a note or both, or a scan with what belongs to it. */
export type FateKind = 'mood' | 'note' | 'moodNote' | 'scan';

/** What the worker answers about a journal. */
export type JournalWork =
  | {
      readonly kind: 'journal';
      readonly head: JournalSummary;
      readonly scans: readonly ExportedScan[];
      readonly notes: readonly ExportedNote[];
      readonly moods: readonly ExportedMoods[];
    }
  | { readonly kind: 'moodNames'; readonly names: readonly MoodName[] }
  | { readonly kind: 'columns'; readonly columns: readonly OfferedColumn[]; readonly rows: number };

const samplesShown = 3;
const sampleMax = 60;

function offeredColumns(table: ImportedTable): OfferedColumn[] {
  const guesses = guessedColumns(table);
  return guesses.map((guess, column) => ({
    position: column,
    name: itemAt(table.head, column),
    samples: table.rows
      .slice(0, 200)
      // A row may have fewer cells than the head.
      .flatMap(({ cells }) => (cells[column] ?? '').trim().slice(0, sampleMax) || [])
      .slice(0, samplesShown),
    isNumeric: hasNumbers(table, column),
    guess,
    ...orderOf(table, column),
  }));
}

function orderOf(table: ImportedTable, column: number): Pick<OfferedColumn, 'order' | 'orderSample'> {
  const order = dayOrderOfColumn(table, column);
  const readings = (cell: string) => dayOrders.map((one) => readImportedTime(cell, one)?.day ?? 0);
  const differs = (cell: string) => new Set(readings(cell)).size > 1;
  const row = order === 'ambiguous' ? table.rows.find(({ cells }) => differs(cells[column] ?? '')) : undefined;
  return { order, orderSample: row?.cells[column]?.trim() ?? '' };
}

/** The names of moods that stand for no number, the most frequent first. */
function unknownMoods({ entries }: ImportedJournal): readonly MoodName[] {
  const counts = new Map<string, number>();
  for (const { moods } of entries)
    for (const { value, label } of moods)
      if (value === null && label !== '') counts.set(label, (counts.get(label) ?? 0) + 1);
  return Array.from(counts, ([label, count]) => ({ label, count, guess: knownLevel(label) })).sort(
    (one, other) => (other.guess ?? 0) - (one.guess ?? 0) || other.count - one.count,
  );
}

function kindOf({ isScan, isNote, moods }: LineFate): FateKind {
  if (isScan) return 'scan';
  if (moods.length === 0) return 'note';
  return isNote ? 'moodNote' : 'mood';
}

function summaryOf(fates: readonly LineFate[]): Omit<JournalSummary, 'faults' | 'faultCount'> {
  const counts = { mood: 0, note: 0, moodNote: 0, scan: 0 };
  let [files, places] = [0, 0];
  for (const fate of fates) {
    counts[kindOf(fate)] += 1;
    files += fate.files;
    places += fate.places;
  }
  return { counts, files, places, fates: fates.slice(0, limits.importedJournal.fatesShown) };
}

/**
 * Reads a journal: what it becomes, or, for a table that nobody has explained, its columns.
 * @throws JournalRefused, ArchiveRefused
 */
export async function workOnJournal(
  { file, words, mapping, levels }: JournalRequest,
  onProgress: (done: number, total: number) => void = () => undefined,
): Promise<JournalWork> {
  const read = await readJournal(file, words.moods, (share) => onProgress(share / 3, 1));
  onProgress(1 / 2, 1);
  if (read.kind === 'table' && mapping === null) {
    const { table } = read;
    return { kind: 'columns', columns: offeredColumns(table), rows: table.rows.length + table.faults.length };
  }
  const journal = read.kind === 'entries' ? read.journal : journalOfTable(read.table, mapping ?? noMapping);
  if (journal.entries.length + journal.faults.length === 0) throw new JournalRefused('empty');
  const names = unknownMoods(journal);
  // Names that journals give themselves need no question.
  if (levels === null && names.some(({ guess }) => guess === null)) return { kind: 'moodNames', names };
  const known = levels ? Object.entries(levels) : names.map(({ label, guess }) => [label, guess ?? 0] as const);
  const { scans, notes, moods, faults, fates } = await itemsOfJournal(
    journal,
    words,
    Date.now(),
    new Map(known),
    (share) => onProgress((1 + share) / 2, 1),
  );
  const shown = faults.slice(0, limits.importedJournal.faultsShown);
  const head = { faults: shown, faultCount: faults.length, ...summaryOf(fates) };
  return { kind: 'journal', head, scans, notes, moods };
}

const noMapping: TableMapping = { columns: [], order: 'dayFirst' };
