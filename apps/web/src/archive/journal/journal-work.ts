import type { ExportedNote, ExportedScan } from '@nuances/domain/export-file';
import type { FaultyLine, ImportWords } from '@nuances/domain/import/entry';
import {
  dayOrderOfColumn,
  guessedColumns,
  journalOfTable,
  type ColumnUse,
  type ImportedTable,
  type TableMapping,
} from '@nuances/domain/import/table';
import { dayOrders, readImportedTime, type DayOrder } from '@nuances/domain/import/time';
import { itemAt } from '@nuances/domain/item-at';
import { limits } from '@nuances/domain/limits';
import { itemsOfJournal } from './journal-items.ts';
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
}

/** A column of a table, as it is shown. */
export interface OfferedColumn {
  /** Place in the table, from 0: two columns may have one name. */
  readonly position: number;
  readonly name: string;
  /** Its first cells that are not empty. */
  readonly samples: readonly string[];
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
  readonly attachments: number;
}

/** What the worker answers about a journal. */
export type JournalWork =
  | {
      readonly kind: 'journal';
      readonly head: JournalSummary;
      readonly scans: readonly ExportedScan[];
      readonly notes: readonly ExportedNote[];
    }
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

/**
 * Reads a journal: what it becomes, or, for a table that nobody has explained, its columns.
 * @throws JournalRefused, ArchiveRefused
 */
export async function workOnJournal({ file, words, mapping }: JournalRequest): Promise<JournalWork> {
  const read = await readJournal(file, words.moods);
  if (read.kind === 'table' && mapping === null) {
    const { table } = read;
    return { kind: 'columns', columns: offeredColumns(table), rows: table.rows.length + table.faults.length };
  }
  const journal = read.kind === 'entries' ? read.journal : journalOfTable(read.table, mapping ?? noMapping);
  if (journal.entries.length + journal.faults.length === 0) throw new JournalRefused('empty');
  const { scans, notes, faults, attachments } = await itemsOfJournal(journal, words, Date.now());
  const shown = faults.slice(0, limits.importedJournal.faultsShown);
  return { kind: 'journal', head: { faults: shown, faultCount: faults.length, attachments }, scans, notes };
}

const noMapping: TableMapping = { columns: [], order: 'dayFirst' };
