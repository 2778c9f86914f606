import { faultyLine, type FaultyLine } from '@nuances/domain/import/entry';
import type { ImportedTable, TableRow } from '@nuances/domain/import/table';
import { readImportedTime } from '@nuances/domain/import/time';
import { limits } from '@nuances/domain/limits';
import { parse } from 'papaparse';
import { JournalRefused } from './journal-refused.ts';

/** Excel writes its separator in a line before the table. */
const separatorLine = /^sep=(.)\n/;

/** Rows with an unfinished quote that are named before a file counts as no table. */
const quoteFaultsMax = 200;

interface ReadRows {
  readonly rows: readonly TableRow[];
  readonly faults: readonly FaultyLine[];
}

const linesIn = (text: string, from: number, to: number): number => {
  let count = 0;
  for (let at = text.indexOf('\n', from); at !== -1 && at < to; at = text.indexOf('\n', at + 1)) count += 1;
  return count;
};

const isBlank = (cells: readonly string[]) => cells.every((cell) => cell.trim() === '');

/** Reads rows until the first one with a quote that does not end; returns the offset at which that row begins, or null. */
function readUntilFault(
  text: string,
  delimiter: string,
  onRow: (cells: string[], begin: number) => void,
): number | null {
  let begin = 0;
  let faulty: number | null = null;
  parse<string[]>(text, {
    delimiter,
    newline: '\n',
    step: ({ data, errors, meta }, parser) => {
      if (errors.some(({ type }) => type === 'Quotes')) {
        faulty = begin;
        parser.abort();
        return;
      }
      onRow(data, begin);
      begin = meta.cursor;
    },
  });
  return faulty;
}

/** All rows. A row with a quote that does not end is named, and reading goes on with the next line (SPEC.md IMPORT-6). */
function readRows(whole: string, delimiter: string, firstLine: number): ReadRows {
  const rows: TableRow[] = [];
  const faults: FaultyLine[] = [];
  let text = whole;
  let line = firstLine;
  for (;;) {
    let counted = 0;
    const faulty = readUntilFault(text, delimiter, (cells, begin) => {
      line += linesIn(text, counted, begin);
      counted = begin;
      if (!isBlank(cells)) rows.push({ line, cells });
      if (rows.length > limits.importedJournal.rows + 1) throw new JournalRefused('tableTooLarge');
    });
    if (faulty === null) return { rows, faults };
    if (faults.length >= quoteFaultsMax) throw new JournalRefused('unreadable');
    line += linesIn(text, counted, faulty);
    const end = text.indexOf('\n', faulty);
    faults.push(faultyLine(line, 'quotes', text.slice(faulty, end === -1 ? undefined : end)));
    if (end === -1) return { rows, faults };
    text = text.slice(end + 1);
    line += 1;
  }
}

/** The separator of a table: the one that divides its first lines most evenly. */
function delimiterOf(text: string): string {
  const { meta } = parse<string[]>(text, {
    preview: 20,
    newline: '\n',
    skipEmptyLines: true,
    delimitersToGuess: [',', ';', '\t', '|'],
  });
  return meta.delimiter;
}

/** Names of the columns: the first row, unless it has a date already; a column without a name has its number. */
function headOf(first: readonly string[]): { readonly head: readonly string[]; readonly isNamed: boolean } {
  const isNamed = first.every((cell) => readImportedTime(cell, 'dayFirst') === null);
  return { head: first.map((cell, index) => (isNamed && cell.trim()) || String(index + 1)), isNamed };
}

/**
 * Reads a CSV file: commas, semicolons, tabs or bars, quoted cells over several lines.
 * @throws JournalRefused for a text without rows, and for one with more than a table may have
 */
export function tableOfCsv(given: string): ImportedTable {
  const unified = given.replace(/\r\n?/g, '\n');
  const separator = separatorLine.exec(unified);
  const text = separator ? unified.slice(separator[0].length) : unified;
  const { rows, faults } = readRows(text, separator?.[1] ?? delimiterOf(text), separator ? 2 : 1);
  const [first] = rows;
  if (!first) throw new JournalRefused('empty');
  const { head, isNamed } = headOf(first.cells);
  if (head.length > limits.importedJournal.columns) throw new JournalRefused('tableTooLarge');
  const body = isNamed ? rows.slice(1) : rows;
  const tooWide = ({ cells }: TableRow) => !isBlank(cells.slice(head.length));
  return {
    head,
    rows: body.filter((row) => !tooWide(row)),
    faults: [...faults, ...body.filter(tooWide).map(({ line, cells }) => faultyLine(line, 'columns', cells.join(' ')))],
  };
}
