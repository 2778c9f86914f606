import * as z from 'zod/mini';
import { emptyEntry, faultyLine, type FaultyLine, type ImportedEntry, type ImportedJournal } from './entry.ts';
import { plainTextOf } from './text.ts';
import { exactnessOf, instantOf, keyOfTime, readClock, readImportedTime, type ImportedTime } from './time.ts';
import type { ImportedTable, TableRow } from './table.ts';

/** Columns that every CSV file of Daylio has; the file always has these names, in every language of the app. */
const daylioColumns = ['date', 'weekday', 'time', 'mood', 'activities', 'note'] as const;

/** Whether a table is the CSV file of Daylio. */
export function isDaylioTable(head: readonly string[]): boolean {
  return daylioColumns.every((name) => head.includes(name)) && (head.includes('full_date') || head.includes('year'));
}

/**
 * What identifies an entry of Daylio: its minute and what was written. The CSV file and the backup give the
 * same, so that both can be brought in (SPEC.md IMPORT-5).
 */
function keyOfDaylio(time: ImportedTime, title: string, text: string): string {
  const clock = time.clock && { ...time.clock, second: 0 };
  return ['daylio', keyOfTime({ ...time, clock, offsetMin: null }), title, text].join('\n');
}

function entryOfRow({ line, cells }: TableRow, head: readonly string[]): ImportedEntry | FaultyLine {
  const cell = (name: string) => cells[head.indexOf(name)] ?? '';
  const dateText = head.includes('full_date') ? cell('full_date') : `${cell('date')} ${cell('year')}`;
  const date = readImportedTime(dateText, 'dayFirst');
  const clock = cell('time').trim() === '' ? { clock: null } : readClock(cell('time'));
  if (!date || !clock) return faultyLine(line, 'date', `${dateText} ${cell('time')}`);
  const time: ImportedTime = { ...date, clock: clock.clock, offsetMin: null };
  const [title, text] = [plainTextOf(cell('note_title')), plainTextOf(cell('note'))];
  return {
    ...emptyEntry(line, instantOf(time), keyOfDaylio(time, title, text)),
    moment: exactnessOf(time),
    title,
    text,
    mood: cell('mood').trim(),
    tags: [...cell('activities').split('|'), ...scalesOf(cell('scales'))].map((tag) => tag.trim()),
  };
}

/** Newer files have what was measured, such as `sleep: 7`, in a column of its own. */
const scalesOf = (cell: string) => cell.split('|');

/** Entries of the CSV file of Daylio; a row that cannot be read is named (SPEC.md IMPORT-6). */
export function journalOfDaylioTable({ head, rows, faults }: ImportedTable): ImportedJournal {
  const read = rows.map((row) => entryOfRow(row, head));
  return {
    entries: read.filter((one): one is ImportedEntry => 'key' in one),
    faults: [...faults, ...read.filter((one): one is FaultyLine => 'fault' in one)],
    attachments: 0,
  };
}

const idSchema = z.union([z.number(), z.string()]);
const backupSchema = z.object({
  customMoods: z.array(
    z.object({ id: idSchema, custom_name: z.nullish(z.string()), predefined_name_id: z.nullish(z.number()) }),
  ),
  tags: z.array(z.object({ id: idSchema, name: z.string() })),
  dayEntries: z.array(z.unknown()),
});
const backupEntrySchema = z.object({
  year: z.int(),
  /** From 0 to 11. */
  month: z.int(),
  day: z.int(),
  hour: z.int(),
  minute: z.int(),
  mood: z.nullish(idSchema),
  note: z.nullish(z.string()),
  note_title: z.nullish(z.string()),
  tags: z.nullish(z.array(idSchema)),
  assets: z.nullish(z.array(z.unknown())),
});

type Backup = z.infer<typeof backupSchema>;

/** Names of a backup's moods and tags, by id. */
function namesOf({ customMoods, tags }: Backup, moodNames: readonly string[]) {
  const moodName = ({ custom_name, predefined_name_id }: Backup['customMoods'][number]) => {
    const own = custom_name?.trim() ?? '';
    return own === '' ? (moodNames[(predefined_name_id ?? 0) - 1] ?? '') : own;
  };
  return {
    moods: new Map(customMoods.map((mood) => [String(mood.id), moodName(mood)])),
    tags: new Map(tags.map(({ id, name }) => [String(id), name])),
  };
}

function entryOfBackup(
  given: unknown,
  line: number,
  names: ReturnType<typeof namesOf>,
): { entry: ImportedEntry; attachments: number } | FaultyLine {
  const { data } = z.safeParse(backupEntrySchema, given);
  if (!data) return faultyLine(line, 'form');
  const { year, month, day, hour, minute } = data;
  const written = `${String(year).padStart(4, '0')}-${month + 1}-${day} ${hour}:${String(minute).padStart(2, '0')}`;
  const time = readImportedTime(written, 'dayFirst');
  if (!time) return faultyLine(line, 'date', written);
  const [title, text] = [plainTextOf(data.note_title ?? ''), plainTextOf(data.note ?? '')];
  const entry = {
    ...emptyEntry(line, instantOf(time), keyOfDaylio(time, title, text)),
    moment: exactnessOf(time),
    title,
    text,
    mood: names.moods.get(String(data.mood)) ?? '',
    tags: (data.tags ?? []).flatMap((id) => names.tags.get(String(id)) ?? []),
  };
  return { entry, attachments: data.assets?.length ?? 0 };
}

/**
 * Entries of a backup of Daylio; null for any other JSON.
 * @param moodNames of the five moods that Daylio begins with, from the best to the worst, in the language of the page
 */
export function journalOfDaylioBackup(given: unknown, moodNames: readonly string[]): ImportedJournal | null {
  const { data } = z.safeParse(backupSchema, given);
  if (!data) return null;
  const names = namesOf(data, moodNames);
  const read = data.dayEntries.map((entry, index) => entryOfBackup(entry, index + 1, names));
  const found = read.flatMap((one) => ('entry' in one ? one : []));
  return {
    entries: found.map(({ entry }) => entry),
    faults: read.flatMap((one) => ('fault' in one ? one : [])),
    attachments: found.reduce((sum, { attachments }) => sum + attachments, 0),
  };
}
