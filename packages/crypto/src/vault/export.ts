/** The export of an account, with a vault or without one: opened row by row, read, and sealed anew for a vault. */
import { batchesOf } from '@nuances/domain/batches';
import {
  exportVersion,
  type ExportedNote,
  type ExportedScan,
  type ExportHead,
  type SealedExport,
} from '@nuances/domain/export-file';
import { moodContent, type ExportedMoods } from '@nuances/domain/moods/fields';
import { mostOfVaultPart } from '@nuances/domain/restore/parts';
import type { RestorePlan } from '@nuances/domain/restore/plan';
import { readExportFile, type ReadExport } from '@nuances/domain/restore/read';
import { readScanContent } from '@nuances/domain/scan/fields';
import { scoreOf } from '@nuances/domain/scan/scoring';
import type { VaultProfile } from '@nuances/domain/vault/content';
import { isEnvelope } from '../envelope-shape.ts';
import {
  openedBefore,
  openMoodsRow,
  openNoteRow,
  openScanRow,
  openTagsOf,
  type RowKeys,
  sealMoodsRow,
  sealNoteRow,
  sealScanRow,
  sealTagsOf,
  VaultClosed,
} from './rows.ts';

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

/** How many notes did not open, and how many scans and parts of moods. */
export const closedCount = ({
  scans,
  notes,
  moods,
}: {
  readonly scans: readonly { readonly answers: unknown }[];
  readonly notes: readonly { readonly encrypted: boolean }[];
  readonly moods: readonly object[];
}) => ({
  notes: notes.filter(({ encrypted }) => encrypted).length,
  others: scans.filter(({ answers }) => answers === null).length + moods.filter((part) => !('entries' in part)).length,
});

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

const readForOther = () => new RangeError('The file was read for an account without this vault');

/**
 * Inputs of the calls that restore a plan into a vault, in order: scans first, because notes are linked to them.
 * @param pause awaited now and then, for what else runs in the process
 * @throws VaultClosed, and RangeError where the file was not read with these keys
 */
export async function* vaultParts(keys: RowKeys, plan: RestorePlan, pause?: () => Promise<void>) {
  const { writes: keyVersion } = keys;
  if (keyVersion === null) throw new VaultClosed('The vault is not written');
  const sealScan = async ({ _id, tags, createdAt, receivedAt, ...scan }: ExportedScan) => {
    const content = readScanContent(scan);
    if (!content || typeof tags === 'string') throw readForOther();
    const sealed = await sealScanRow(keys, _id, content);
    return { _id, sealed, tags: await sealTagsOf(keys, _id, tags ?? []), createdAt, receivedAt };
  };
  const sealNote = async ({ title, text, categoryId, encrypted, ...note }: ExportedNote) => {
    if (encrypted === true) throw readForOther();
    return { ...note, sealed: await sealNoteRow(keys, note._id, { title, text, categoryId }) };
  };
  const sealMoods = async ({ _id, receivedAt, ...part }: ExportedMoods) => ({
    _id,
    receivedAt,
    sealed: await sealMoodsRow(keys, _id, part),
  });
  const none = { keyVersion, scans: [], notes: [], moods: [] };
  for await (const scans of batchesOf(plan.newScans, sealScan, mostOfVaultPart, pause)) yield { ...none, scans };
  const added = [...plan.newNotes, ...plan.otherNotes];
  for await (const notes of batchesOf(added, sealNote, mostOfVaultPart, pause)) yield { ...none, notes };
  for await (const moods of batchesOf(plan.newMoods, sealMoods, mostOfVaultPart, pause)) yield { ...none, moods };
}
