import { isSealed } from '@nuances/crypto/passphrase-seal';
import { isZip, jsonName, readZipDirectory, readZipEntry, type ZipEntry } from '@nuances/domain/archive/zip';
import { axisIds } from '@nuances/domain/axes';
import { readExportHead } from '@nuances/domain/export-file';
import { journalOfDayOne } from '@nuances/domain/import/day-one';
import { isDaylioTable, journalOfDaylioBackup, journalOfDaylioTable } from '@nuances/domain/import/daylio';
import type { ImportedJournal } from '@nuances/domain/import/entry';
import { journalOfJourniv } from '@nuances/domain/import/journiv';
import { hasDates, type ImportedTable } from '@nuances/domain/import/table';
import { limits } from '@nuances/domain/limits';
import { bytesOf } from '../bytes-of.ts';
import { tableOfCsv } from './csv-table.ts';
import { JournalRefused } from './journal-refused.ts';

/** What a file holds: entries, or a table whose columns the person has to name. */
export type ReadJournal =
  | { readonly kind: 'entries'; readonly journal: ImportedJournal }
  | { readonly kind: 'table'; readonly table: ImportedTable };

const daylioName = 'backup.daylio';

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new JournalRefused('unreadable', { cause });
  }
}

function textOfBase64(text: string): string {
  try {
    return decodeText(Uint8Array.from(atob(text), (sign) => sign.charCodeAt(0)));
  } catch (cause) {
    throw new JournalRefused('unreadable', { cause });
  }
}

function journalOfJson(text: string, moodNames: readonly string[]): ImportedJournal | null {
  const value = parsed(text);
  return journalOfDaylioBackup(value, moodNames) ?? journalOfJourniv(value) ?? journalOfDayOne(value);
}

/** Several journals as one; their entries are counted on. */
function joined(journals: readonly ImportedJournal[]): ImportedJournal {
  let before = 0;
  const moved = journals.map(({ entries, faults }) => {
    const start = before;
    before += entries.length + faults.length;
    const later = <Item extends { readonly line: number }>(item: Item) => ({ ...item, line: item.line + start });
    return { entries: entries.map(later), faults: faults.map(later) };
  });
  return {
    entries: moved.flatMap(({ entries }) => entries),
    faults: moved.flatMap(({ faults }) => faults),
    source: journals[0]?.source ?? null,
  };
}

/** Journals at the top of a zip, or in one folder of it; pictures beside them are not unpacked. */
function journalOfZip(zip: Uint8Array, moodNames: readonly string[]): ImportedJournal {
  const files = readZipDirectory(zip).filter(({ name }) => !name.startsWith('__MACOSX/'));
  const named = (end: string) => files.filter(({ name }) => name === end || name.endsWith(`/${end}`));
  if (named(jsonName).length > 0) throw new JournalRefused('ownExport');
  const [backup] = named(daylioName);
  const textOf = (entry: ZipEntry) => decodeText(readZipEntry(zip, entry));
  if (backup) {
    requireSize(backup.bytes);
    const journal = journalOfDaylioBackup(parsed(textOfBase64(textOf(backup))), moodNames);
    if (!journal) throw new JournalRefused('unreadable');
    return journal;
  }
  const lists = files.filter(({ name }) => name.toLowerCase().endsWith('.json') && name.split('/').length <= 2);
  requireSize(lists.reduce((sum, { bytes }) => sum + bytes, 0));
  const journals = lists.flatMap((entry) => journalOfJson(textOf(entry), moodNames) ?? []);
  if (journals.length === 0) throw new JournalRefused('unreadable');
  return joined(journals);
}

function requireSize(bytes: number): void {
  if (bytes > limits.importedJournal.maxBytes) throw new JournalRefused('tooLarge');
}

/** The scans of an export as a table: its ids would be lost. */
const isOwnTable = ({ head }: ImportedTable) => ['id', 'createdAt', ...axisIds].every((name) => head.includes(name));

function readText(text: string, moodNames: readonly string[]): ReadJournal {
  const begin = text.trimStart().slice(0, 3);
  if (begin.startsWith('{') || begin.startsWith('[')) {
    if (readExportHead(text)) throw new JournalRefused('ownExport');
    const journal = journalOfJson(text, moodNames);
    if (!journal) throw new JournalRefused('unreadable');
    return { kind: 'entries', journal };
  }
  // The one file of a backup of Daylio, unpacked: `{"` in base64.
  if (begin === 'eyJ') {
    const journal = journalOfDaylioBackup(parsed(textOfBase64(text)), moodNames);
    if (!journal) throw new JournalRefused('unreadable');
    return { kind: 'entries', journal };
  }
  const table = tableOfCsv(text);
  if (isDaylioTable(table.head)) return { kind: 'entries', journal: journalOfDaylioTable(table) };
  if (isOwnTable(table)) throw new JournalRefused('ownExport');
  if (table.rows.length + table.faults.length === 0) throw new JournalRefused('empty');
  if (!hasDates(table)) throw new JournalRefused('noDates');
  return { kind: 'table', table };
}

/**
 * Reads the file of another journal. Blocks for up to seconds: call it in a worker.
 * @param moodNames of the five moods that Daylio begins with, from the best to the worst
 * @throws JournalRefused, and ArchiveRefused for a zip that is unsafe or broken
 */
export async function readJournal(
  file: Blob,
  moodNames: readonly string[],
  onShare: (share: number) => void = () => undefined,
): Promise<ReadJournal> {
  if (file.size > limits.archive.fileMaxBytes) throw new JournalRefused('tooLarge');
  if (file.size === 0) throw new JournalRefused('empty');
  const bytes = await bytesOf(file, onShare);
  if (isSealed(bytes)) throw new JournalRefused('ownExport');
  if (isZip(bytes)) return { kind: 'entries', journal: journalOfZip(bytes, moodNames) };
  requireSize(bytes.length);
  return readText(decodeText(bytes), moodNames);
}

/** The encoding that the first bytes of a text say, or make likely; null where they say nothing. */
function markedEncoding(bytes: Uint8Array): string | null {
  const [first, second] = bytes;
  if ((first === 0xff && second === 0xfe) || (first !== 0 && second === 0)) return 'utf-16le';
  if ((first === 0xfe && second === 0xff) || (first === 0 && second !== 0)) return 'utf-16be';
  return null;
}

/**
 * The text of a file: UTF-16 or UTF-8, with or without a byte order mark, else Windows-1252, in which older spreadsheets write.
 * @throws JournalRefused for bytes that are no text
 */
function decodeText(bytes: Uint8Array): string {
  const text = decoded(bytes);
  if (text.includes('\0')) throw new JournalRefused('unreadable');
  return text;
}

function decoded(bytes: Uint8Array): string {
  const encoding = markedEncoding(bytes);
  if (encoding !== null) return new TextDecoder(encoding).decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}
