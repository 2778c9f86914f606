import { batchesOf } from '@nuances/domain/batches';
import type { ExportedNote, ExportedScan } from '@nuances/domain/export-file';
import type { ExportedMoods } from '@nuances/domain/moods/fields';
import { mostOfVaultPart } from '@nuances/domain/restore/parts';
import type { RestorePlan } from '@nuances/domain/restore/plan';
import type { Api } from '../api.ts';
import type { OpenVault } from './open-vault.ts';
import { checkedScan } from './save.ts';

type Part = Parameters<Api['vault']['restore']['mutate']>[0];
type Scans = NonNullable<Part['scans']>;
type Moods = NonNullable<Part['moods']>;
type Notes = NonNullable<Part['notes']>;

/**
 * Inputs of the calls that restore a plan into a vault: scans first, because notes are linked to them. What the file itself
 * has only sealed cannot be sealed anew: such words and notes are left out.
 */
export async function* vaultParts({ rows, keyVersion }: OpenVault, plan: RestorePlan): AsyncGenerator<Part> {
  const sealScan = async (scan: ExportedScan): Promise<Scans[number]> => ({
    _id: scan._id,
    sealed: await rows.sealScan(scan._id, checkedScan(scan)),
    tags: await rows.sealTags(scan._id, typeof scan.tags === 'string' ? [] : (scan.tags ?? [])),
    createdAt: scan.createdAt,
    receivedAt: scan.receivedAt,
  });
  const sealNote = async (note: ExportedNote): Promise<Notes[number]> => ({
    _id: note._id,
    sealed: await rows.sealNote(note._id, { title: note.title, text: note.text, categoryId: note.categoryId }),
    scanResultId: note.scanResultId,
    createdAt: note.createdAt,
    receivedAt: note.receivedAt,
    updatedAt: note.updatedAt,
  });
  const sealMoods = async (part: ExportedMoods): Promise<Moods[number]> => ({
    _id: part._id,
    sealed: await rows.sealMoods(part._id, part),
    receivedAt: part.receivedAt,
  });
  for await (const scans of batchesOf(plan.newScans, sealScan, mostOfVaultPart)) yield { keyVersion, scans };
  const readable = [...plan.newNotes, ...plan.otherNotes].filter(({ encrypted }) => encrypted !== true);
  for await (const notes of batchesOf(readable, sealNote, mostOfVaultPart)) yield { keyVersion, notes };
  for await (const moods of batchesOf(plan.newMoods, sealMoods, mostOfVaultPart)) yield { keyVersion, moods };
}
