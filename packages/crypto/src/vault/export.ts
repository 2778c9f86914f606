/** The export of an account, with a vault or without one: opened row by row, and read. */
import { exportVersion, type ExportHead, type SealedExport } from '@nuances/domain/export-file';
import { moodContent } from '@nuances/domain/moods/fields';
import { readExportFile, type ReadExport } from '@nuances/domain/restore/read';
import { scoreOf } from '@nuances/domain/scan/scoring';
import type { VaultProfile } from '@nuances/domain/vault/content';
import { isEnvelope } from '../envelope-shape.ts';
import { openedBefore, openMoodsRow, openNoteRow, openScanRow, openTagsOf, type RowKeys } from './rows.ts';

type Rows = Pick<SealedExport, 'scans' | 'notes' | 'moods'>;

/** A scan in an export; as it is stored, without answers, where it does not open. Tags that do not open are an envelope. */
async function openedScan(keys: RowKeys, scan: Rows['scans'][number]) {
  const { sealed: _sealed, keyVersion: _version, tags: envelope, ...rest } = scan;
  const [content, tags] = await Promise.all([
    openScanRow(keys, scan),
    envelope === null ? [] : openTagsOf(keys, scan, envelope),
  ]);
  const words = tags ? { tags } : { tags: envelope ?? '', tagsEncrypted: true as const };
  return content ? { ...rest, ...content, scoring: scoreOf(content.answers), ...words } : { ...scan, ...words };
}

/** A note in an export; as it is stored, where it does not open. */
async function openedNote(keys: RowKeys, note: Rows['notes'][number]) {
  const { sealed: _sealed, keyVersion: _version, ...rest } = note;
  const opened = await openNoteRow(keys, note);
  if (opened) return { ...rest, ...opened, encrypted: false };
  return { ...note, categoryId: note.categoryId ?? ('other' as const), encrypted: true };
}

async function openedMoods(keys: RowKeys, part: Rows['moods'][number]) {
  const opened = await openMoodsRow(keys, part);
  return opened ? { _id: part._id, ...moodContent(opened), receivedAt: part.receivedAt } : part;
}

export type OpenedScan = Awaited<ReturnType<typeof openedScan>>;
export type OpenedNote = Awaited<ReturnType<typeof openedNote>>;
export type OpenedMoods = Awaited<ReturnType<typeof openedMoods>>;

interface OpenedRows {
  readonly scans: readonly OpenedScan[];
  readonly notes: readonly OpenedNote[];
  readonly moods: readonly OpenedMoods[];
}

/** Everything of a person, readable, but for what stays as it is stored. */
export type OpenedExport = {
  readonly [Part in keyof SealedExport]: Part extends keyof OpenedRows ? OpenedRows[Part] : SealedExport[Part];
} & { readonly version: number };

/** How many scans, notes and parts of moods did not open. */
export const closedCount = ({
  scans,
  notes,
  moods,
}: {
  readonly scans: readonly { readonly answers: unknown }[];
  readonly notes: readonly { readonly encrypted: boolean }[];
  readonly moods: readonly object[];
}): number =>
  scans.filter(({ answers }) => answers === null).length +
  notes.filter(({ encrypted }) => encrypted).length +
  moods.filter((part) => !('entries' in part)).length;

/** Rows that are opened at once. */
const batch = 200;

/**
 * Opens what the server gave for an export. What does not open stays as it is stored, and is marked.
 * @param profile the profile of a vault, opened; null leaves it sealed
 * @param onOpened called with how many rows were opened since the last call, and how many there are
 */
export async function openExport(
  keys: RowKeys,
  data: SealedExport,
  profile: VaultProfile | null,
  onOpened: (count: number, total: number) => void = () => undefined,
): Promise<OpenedExport> {
  const total = data.scans.length + data.notes.length + data.moods.length;
  const inBatches = async <Row, Opened>(rows: readonly Row[], open: (keys: RowKeys, row: Row) => Promise<Opened>) => {
    const opened: Opened[] = [];
    for (let at = 0; at < rows.length; at += batch) {
      const some = rows.slice(at, at + batch);
      opened.push(...(await Promise.all(some.map((row) => open(keys, row)))));
      onOpened(some.length, total);
    }
    return opened;
  };
  const scans = await inBatches(data.scans, openedScan);
  const notes = await inBatches(data.notes, openedNote);
  const moods = await inBatches(data.moods, openedMoods);
  const everything = { version: exportVersion, ...data, scans, notes, moods };
  if (!profile) return everything;
  // Only a device of the vault can read its manifest.
  const { profile: _sealed, manifest: _manifest, ...vault } = data.vault ?? {};
  return { ...everything, profile: { ...data.profile, ...profile }, ...(data.vault && { vault }) };
}

/**
 * Reads the records of an export for an account.
 * @param keys of its vault, which takes only what they open; null without one: there an envelope is taken as it is
 */
export function readExport(head: ExportHead, keys: RowKeys | null): Promise<ReadExport> {
  const isTaken = keys === null || keys.writes === null;
  return readExportFile(head, { isEnvelope, open: isTaken ? null : (envelope) => openedBefore(keys, envelope) });
}
