import type { ExportedNote, ExportedScan } from '@nuances/domain/export-file';
import { limits } from '@nuances/domain/limits';
import type { RestorePlan } from '@nuances/domain/restore/plan';
import type { Api } from '../api.ts';
import type { OpenVault } from './open-vault.ts';
import { checkedScan } from './save.ts';

type Part = Parameters<Api['vault']['restore']['mutate']>[0];
type Scans = NonNullable<Part['scans']>;
type Notes = NonNullable<Part['notes']>;

/** Envelopes of one call, bytes: its body is larger by JSON and by its last item, a note of the longest text. */
const partBytes = limits.vault.bodyMaxBytes - limits.vault.noteMaxBytes - 64 * 1024;

async function* grouped<Item, Sent extends { readonly sealed: string }>(
  items: readonly Item[],
  seal: (item: Item) => Promise<Sent>,
): AsyncGenerator<Sent[]> {
  let group: Sent[] = [];
  let bytes = 0;
  for (const item of items) {
    const sent = await seal(item);
    group.push(sent);
    bytes += sent.sealed.length;
    if (group.length < limits.vault.items && bytes < partBytes) continue;
    yield group;
    group = [];
    bytes = 0;
  }
  if (group.length > 0) yield group;
}

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
  for await (const scans of grouped(plan.newScans, sealScan)) yield { keyVersion, scans };
  const readable = [...plan.newNotes, ...plan.otherNotes].filter(({ encrypted }) => encrypted !== true);
  for await (const notes of grouped(readable, sealNote)) yield { keyVersion, notes };
}
