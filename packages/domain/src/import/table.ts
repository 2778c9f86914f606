import { axisIds, type AxisId } from '../axes.ts';
import {
  emptyEntry,
  faultyLine,
  journalOf,
  type FaultyLine,
  type ImportedEntry,
  type ImportedJournal,
  type ImportedMood,
} from './entry.ts';
import { answerOfNumber, numberOfCell, type ImportedScale } from './mood.ts';
import type { MoodScale } from '../moods/fields.ts';
import { plainTextOf } from './text.ts';
import {
  dayOrderOf,
  dayOrders,
  exactnessOf,
  instantOf,
  keyOfTime,
  readClock,
  readImportedTime,
  type DayOrder,
  type ImportedTime,
} from './time.ts';
import { itemAt } from '../item-at.ts';

/** A row of a table; its line in the file counts from 1. */
export interface TableRow {
  readonly line: number;
  readonly cells: readonly string[];
}

/** A CSV file: names of its columns, and its rows; those that could not be read are among the faults. */
export interface ImportedTable {
  readonly head: readonly string[];
  readonly rows: readonly TableRow[];
  readonly faults: readonly FaultyLine[];
}

/** What a column can be, besides an axis. */
export const plainRoles = ['none', 'date', 'time', 'title', 'text', 'tags', 'mood', 'moodAll'] as const;

/** What a column is (SPEC.md IMPORT-4). `mood` is a line of its own; `moodAll` fills all seven answers. */
export type ColumnRole = (typeof plainRoles)[number] | AxisId;

/** How one column is read. */
export interface ColumnUse {
  readonly role: ColumnRole;
  /** Of a column with numbers. */
  readonly scale: ImportedScale;
}

/** How a table is read. */
export interface TableMapping {
  readonly columns: readonly ColumnUse[];
  readonly order: DayOrder;
}

/** Roles that any number of columns may have; every other one has one column. */
const repeatable: ReadonlySet<ColumnRole> = new Set(['none', 'text', 'tags', 'mood']);

const isAxis = (role: ColumnRole): role is AxisId => axisIds.some((axis) => axis === role);

/** Whether a column's numbers become answers. */
export function isAnswerRole(role: ColumnRole): boolean {
  return role === 'moodAll' || isAxis(role);
}

/** Why a mapping cannot be used: no column is the date, or two columns are the same; null for one that can. */
export function faultOfMapping(columns: readonly ColumnUse[]): 'noDate' | 'twice' | null {
  const roles = columns.map(({ role }) => role).filter((role) => !repeatable.has(role));
  if (new Set(roles).size < roles.length) return 'twice';
  return roles.includes('date') ? null : 'noDate';
}

/** Names that columns have in French and English, in lower case, without accents. */
const knownNames: readonly (readonly [ColumnRole, RegExp])[] = [
  ['date', /^(?:full_date|date(?:time| ?heure)?|jour|day|timestamp|created(?: ?at|_at)?|horodatage)$/],
  ['time', /^(?:time|hour|heure)$/],
  ['title', /^(?:note_title|title|titre|subject|sujet)$/],
  ['tags', /^(?:tags?|mots?(?:-cles)?|words?|activit(?:y|ies|es?)|labels?|etiquettes?|keywords?)$/],
  ['mood', /^(?:mood|humeur|rating|score|feeling)$/],
  ['text', /^(?:notes?|texte?|journal|entry|entree|content|contenu|comments?|commentaires?|description|body)$/],
];

/** The axes by their poles, as the English page names them. */
const poles: Readonly<Record<AxisId, string>> = {
  red: 'anger-security',
  orange: 'frustration-plenitude',
  yellow: 'sadness-joy',
  green: 'loneliness-self-love',
  cyan: 'bad-luck-alignment',
  blue: 'hate-peace',
  purple: 'melancholia-inner-faith',
};

const plainName = (name: string) => name.normalize('NFKD').replace(/\p{M}/gu, '').trim().toLowerCase();

/** A row may have fewer cells than the head. */
const cellOf = (cells: readonly string[], column: number) => cells[column] ?? '';

/** What the columns of a table seem to be, by their names and, for the date, by what they hold. */
export function guessedColumns({ head, rows }: ImportedTable): readonly ColumnUse[] {
  const taken = new Set<ColumnRole>();
  const roles = head.map((name): ColumnRole => {
    const plain = plainName(name);
    const named = plain.replace(/[\s_–-]+/gu, '-');
    const role =
      axisIds.find((axis) => axis === plain || poles[axis] === named) ??
      knownNames.find(([, names]) => names.test(plain))?.[0];
    if (role === undefined || (taken.has(role) && !repeatable.has(role))) return 'none';
    taken.add(role);
    return role;
  });
  if (!taken.has('date')) {
    const first = rows.slice(0, 20);
    const dated = head.findIndex(
      (_, column) =>
        first.length > 0 && first.every(({ cells }) => readImportedTime(cellOf(cells, column), 'dayFirst') !== null),
    );
    if (dated !== -1) roles[dated] = 'date';
  }
  const scales = head.map((_, column) => guessedScale(rows, column));
  // Columns of axes have one scale: a short file may hold small numbers only in one of them.
  const ofAxes = roles.some((role, column) => isAxis(role) && scales[column] === 'ten') ? 'ten' : 'five';
  return roles.map((role, column) => ({ role, scale: isAxis(role) ? ofAxes : itemAt(scales, column) }));
}

/** A column whose numbers all lie between 1 and 5 seems to have that scale. */
function guessedScale(rows: readonly TableRow[], column: number): ImportedScale {
  const numbers = rows.flatMap(({ cells }) => numberOfCell(cellOf(cells, column)) ?? []);
  return numbers.length > 0 && numbers.every((value) => value >= 1 && value <= 5) ? 'five' : 'ten';
}

/** Rows in which a date is looked for. */
const datedRows = 200;

const isDated = ({ rows }: ImportedTable, column: number) =>
  rows
    .slice(0, datedRows)
    .some(({ cells }) => dayOrders.some((order) => readImportedTime(cellOf(cells, column), order) !== null));

/** Whether a column of a table has dates. */
export function hasDates(table: ImportedTable): boolean {
  return table.head.some((_, column) => isDated(table, column));
}

/** In which order a column writes its dates (SPEC.md IMPORT-1); null for a column without dates. */
export function dayOrderOfColumn(table: ImportedTable, column: number): ReturnType<typeof dayOrderOf> {
  return isDated(table, column) ? dayOrderOf(table.rows.map(({ cells }) => cellOf(cells, column))) : null;
}

/** The words in a cell: between bars, else semicolons, else commas; without the sign of a hashtag. */
function wordsOf(cell: string): string[] {
  const separator = ['|', ';', ','].find((sign) => cell.includes(sign)) ?? '|';
  return cell.split(separator).map((word) => word.trim().replace(/^#/, ''));
}

class MappedRow {
  readonly #cells: readonly string[];
  readonly #columns: readonly ColumnUse[];

  constructor(cells: readonly string[], columns: readonly ColumnUse[]) {
    this.#cells = cells;
    this.#columns = columns;
  }

  /** Cells of a role that are not empty, with the scale of their column. */
  of(role: ColumnRole): readonly { readonly text: string; readonly scale: ImportedScale }[] {
    return this.#columns.flatMap((column, index) => {
      const text = column.role === role ? cellOf(this.#cells, index).trim() : '';
      return text === '' ? [] : [{ text, scale: column.scale }];
    });
  }

  text(role: ColumnRole, separator: string): string {
    return this.of(role)
      .map(({ text }) => text)
      .join(separator);
  }

  /** The answer of a role; null for an empty cell, `fault` for one that its scale does not have. */
  answer(role: ColumnRole): number | null | 'fault' {
    const [cell] = this.of(role);
    if (!cell) return null;
    const value = numberOfCell(cell.text);
    return (value === null ? null : answerOfNumber(value, cell.scale)) ?? 'fault';
  }
}

function timeOf(row: MappedRow, order: DayOrder): ImportedTime | null {
  const date = readImportedTime(row.text('date', ' '), order);
  const clockText = row.text('time', ' ');
  if (!date || clockText === '') return date;
  const clock = readClock(clockText);
  return clock && { ...date, clock: clock.clock, offsetMin: clock.offsetMin ?? date.offsetMin };
}

interface MoodColumn {
  readonly column: number;
  readonly name: string;
  readonly scale: MoodScale;
  /** Whether it has numbers; else it has names. */
  readonly isNumeric: boolean;
}

/** Whether a column has numbers. */
export function hasNumbers({ rows }: Pick<ImportedTable, 'rows'>, column: number): boolean {
  return rows.some(({ cells }) => numberOfCell(cellOf(cells, column)) !== null);
}

const moodColumns = (table: ImportedTable, { columns }: TableMapping): readonly MoodColumn[] =>
  columns.flatMap(({ role, scale }, column) => {
    const isNumeric = hasNumbers(table, column);
    const most = isNumeric && scale === 'ten' ? 10 : 5;
    return role === 'mood' ? [{ column, name: itemAt(table.head, column).trim(), scale: most, isNumeric }] : [];
  });

/** The moods of a row; a number that is not on its scale is none, and stays a word of the note. */
function moodsOfRow(cells: readonly string[], columns: readonly MoodColumn[]): ImportedMood[] {
  return columns.flatMap(({ column, name, scale, isNumeric }) => {
    const text = cellOf(cells, column).trim();
    const value = isNumeric ? numberOfCell(text) : null;
    const isMood = isNumeric ? value !== null && value >= 1 && value <= scale : text !== '';
    return isMood ? [{ name, scale, value, label: isNumeric ? '' : text }] : [];
  });
}

function entryOfRow(
  { line, cells }: TableRow,
  { columns, order }: TableMapping,
  moods: readonly MoodColumn[],
): ImportedEntry | FaultyLine {
  const row = new MappedRow(cells, columns);
  const time = timeOf(row, order);
  if (!time) return faultyLine(line, 'date', [row.text('date', ' '), row.text('time', ' ')].join(' '));
  const all = row.answer('moodAll');
  const answers: (number | null)[] = [];
  for (const axis of axisIds) {
    const own = row.answer(axis);
    if (own === 'fault') return faultyLine(line, 'answer', row.text(axis, ' '));
    answers.push(own);
  }
  if (all === 'fault') return faultyLine(line, 'answer', row.text('moodAll', ' '));
  const isMoodOnly = all !== null && answers.includes(null);
  return {
    ...emptyEntry(line, instantOf(time), ['table', keyOfTime(time), ...cells].join('\n')),
    moment: exactnessOf(time),
    title: row.text('title', ' '),
    text: plainTextOf(row.text('text', '\n\n')),
    mood: row.of('mood').map(({ text }) => text),
    moods: moodsOfRow(cells, moods),
    offsetMin: time.offsetMin,
    tags: row.of('tags').flatMap(({ text }) => wordsOf(text)),
    answers: answers.map((answer) => answer ?? all),
    isMoodOnly,
  };
}

/** Entries of a table, read as its mapping says; a row that cannot be read is named (SPEC.md IMPORT-6). */
export function journalOfTable(table: ImportedTable, mapping: TableMapping): ImportedJournal {
  const moods = moodColumns(table, mapping);
  const read = table.rows.map((row) => entryOfRow(row, mapping, moods));
  return journalOf('table', read, table.faults);
}
