import * as z from 'zod/mini';
import {
  emptyEntry,
  faultyLine,
  journalOf,
  type FaultyLine,
  type ImportedEntry,
  type ImportedJournal,
  type ImportedMood,
} from './entry.ts';
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
    mood: [cell('mood')],
    moods: moodOf(cell('mood').trim(), null),
    tags: [...cell('activities').split('|'), ...scalesOf(cell('scales'))].map((tag) => tag.trim()),
  };
}

/** The mood of an entry: its name, and its level if it is known. */
const moodOf = (label: string, value: number | null): readonly ImportedMood[] =>
  label === '' && value === null ? [] : [{ name: '', scale: 5, value, label }];

/** Newer files have what was measured, such as `sleep: 7`, in a column of its own. */
const scalesOf = (cell: string) => cell.split('|');

/** Entries of the CSV file of Daylio; a row that cannot be read is named (SPEC.md IMPORT-6). */
export function journalOfDaylioTable({ head, rows, faults }: ImportedTable): ImportedJournal {
  const read = rows.map((row) => entryOfRow(row, head));
  return journalOf('daylio', read, faults);
}

const idSchema = z.union([z.number(), z.string()]);
const backupSchema = z.object({
  customMoods: z.array(
    z.object({
      id: idSchema,
      custom_name: z.nullish(z.string()),
      predefined_name_id: z.nullish(z.number()),
      /** From 1, the best, to 5. Several moods of one's own may be in a group. */
      mood_group_id: z.nullish(z.number()),
    }),
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
  /** Of the clock at that moment, milliseconds. */
  timeZoneOffset: z.nullish(z.number()),
});

type Backup = z.infer<typeof backupSchema>;

/** What a mood stands for, from 1 to 5: by its group, else by the place of the name that Daylio gave it. */
function levelOf({ mood_group_id, predefined_name_id }: Backup['customMoods'][number]): number | null {
  const group = mood_group_id ?? predefined_name_id ?? 0;
  return Number.isInteger(group) && group >= 1 && group <= 5 ? 6 - group : null;
}

/** Moods and names of tags of a backup, by id. */
function namesOf({ customMoods, tags }: Backup, moodNames: readonly string[]) {
  const moodName = ({ custom_name, predefined_name_id }: Backup['customMoods'][number]) => {
    const own = custom_name?.trim() ?? '';
    return own === '' ? (moodNames[(predefined_name_id ?? 0) - 1] ?? '') : own;
  };
  return {
    moods: new Map(customMoods.map((mood) => [String(mood.id), { label: moodName(mood), value: levelOf(mood) }])),
    tags: new Map(tags.map(({ id, name }) => [String(id), name])),
  };
}

function entryOfBackup(given: unknown, line: number, names: ReturnType<typeof namesOf>): ImportedEntry | FaultyLine {
  const { data } = z.safeParse(backupEntrySchema, given);
  if (!data) return faultyLine(line, 'form');
  const { year, month, day, hour, minute } = data;
  const written = `${String(year).padStart(4, '0')}-${month + 1}-${day} ${hour}:${String(minute).padStart(2, '0')}`;
  const time = readImportedTime(written, 'dayFirst');
  if (!time) return faultyLine(line, 'date', written);
  const [title, text] = [plainTextOf(data.note_title ?? ''), plainTextOf(data.note ?? '')];
  const mood = names.moods.get(String(data.mood)) ?? { label: '', value: null };
  const offsetMin = data.timeZoneOffset == null ? null : Math.round(data.timeZoneOffset / 60_000);
  return {
    ...emptyEntry(line, instantOf({ ...time, offsetMin }), keyOfDaylio(time, title, text)),
    moment: exactnessOf(time),
    title,
    text,
    mood: [mood.label],
    moods: moodOf(mood.label, mood.value),
    offsetMin,
    files: data.assets?.length ?? 0,
    tags: (data.tags ?? []).flatMap((id) => names.tags.get(String(id)) ?? []),
  };
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
  return journalOf('daylio', read);
}
