/** The calls that add the scans and notes of a file to an account with a vault. */
import {
  openNoteRow,
  openTagsOf,
  sealMoodsRow,
  sealNoteRow,
  sealScanRow,
  sealTagsOf,
  VaultClosed,
  type RowKeys,
} from '@nuances/crypto/vault/rows';
import type { ExportedNote, ExportedScan } from '@nuances/domain/export-file';
import type { ExportedMoods } from '@nuances/domain/moods/fields';
import type { RestorePlan } from '@nuances/domain/restore/plan';
import { readScanContent } from '@nuances/domain/scan/fields';
import type { RouterInputs } from '../api/router-types.ts';
import { vaultBatches } from './vault-batches.ts';

type RestoreInput = RouterInputs['vault']['restore'];
type SentScan = NonNullable<RestoreInput['scans']>[number];
type SentMoods = NonNullable<RestoreInput['moods']>[number];
type SentNote = NonNullable<RestoreInput['notes']>[number];

/** Input of one call. */
export interface VaultPart {
  readonly keyVersion: number;
  readonly scans: SentScan[];
  readonly notes: SentNote[];
  readonly moods: SentMoods[];
}

async function tagsOf(keys: RowKeys, { _id, tags }: ExportedScan): Promise<string | null> {
  const words = typeof tags === 'string' ? await openTagsOf(keys, { _id }, tags) : (tags ?? []);
  // The file has an envelope that this account never could open.
  return words && sealTagsOf(keys, _id, words);
}

async function scanToSend(keys: RowKeys, scan: ExportedScan): Promise<SentScan> {
  const content = readScanContent(scan);
  if (!content) throw new RangeError('the file has been checked');
  const { _id, createdAt, receivedAt } = scan;
  return { _id, sealed: await sealScanRow(keys, _id, content), tags: await tagsOf(keys, scan), createdAt, receivedAt };
}

async function noteToSend(keys: RowKeys, note: ExportedNote): Promise<SentNote> {
  const { _id, title, text, categoryId, createdAt, receivedAt, updatedAt, scanResultId } = note;
  // A text that was not open in the file may be one of the former key; else it is kept as it is.
  const content = (note.encrypted === true ? await openNoteRow(keys, note) : null) ?? { title, text, categoryId };
  return { _id, sealed: await sealNoteRow(keys, _id, content), scanResultId, createdAt, receivedAt, updatedAt };
}

async function moodsToSend(keys: RowKeys, part: ExportedMoods): Promise<SentMoods> {
  const { _id, receivedAt } = part;
  return { _id, sealed: await sealMoodsRow(keys, _id, part), receivedAt };
}

/**
 * Inputs of the calls that restore a plan, in order: scans first, because notes are linked to them.
 * @throws VaultClosed
 */
export async function* vaultRestoreParts(keys: RowKeys, plan: RestorePlan): AsyncGenerator<VaultPart> {
  const { writes: keyVersion } = keys;
  if (keyVersion === null) throw new VaultClosed('The vault is not written');
  for await (const scans of vaultBatches(plan.newScans, (scan) => scanToSend(keys, scan)))
    yield { keyVersion, scans, notes: [], moods: [] };
  for await (const notes of vaultBatches([...plan.newNotes, ...plan.otherNotes], (note) => noteToSend(keys, note)))
    yield { keyVersion, scans: [], notes, moods: [] };
  for await (const moods of vaultBatches(plan.newMoods, (part) => moodsToSend(keys, part)))
    yield { keyVersion, scans: [], notes: [], moods };
}
