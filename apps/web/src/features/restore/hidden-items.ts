/** Ids of what another journal becomes, in a vault: made from contents, they would tell them (SPEC.md VAULT-4). */
import type { ExportedNote, ExportedScan } from '@nuances/domain/export-file';
import type { FileItems } from '@nuances/domain/restore/plan';
import { paceOf } from '@nuances/domain/restore/pace';
import { nextTask } from '../../browser/next-task.ts';

/** What tells an item from another one, whatever its id; null of one that does not open. */
type Said = string | null;

export const saidOfScan = ({ createdAt, answers }: Pick<ExportedScan, 'createdAt' | 'answers'>): string =>
  [Date.parse(createdAt), ...answers].join(' ');

export const saidOfNote = ({ createdAt, title, text }: Pick<ExportedNote, 'createdAt' | 'title' | 'text'>): string =>
  JSON.stringify([Date.parse(createdAt), title, text]);

/** What is stored, by id. */
export interface StoredSaid {
  readonly scans: ReadonlyMap<string, Said>;
  readonly notes: ReadonlyMap<string, Said>;
}

/** A stored scan, as far as it is compared; without answers where it does not open. */
export interface SaidScan {
  readonly _id: string;
  readonly createdAt: string;
  readonly answers: ExportedScan['answers'] | null;
}

/** A stored note, as far as it is compared. */
type SaidNote = { readonly id: string } & (
  | ({ readonly locked: false } & Pick<ExportedNote, 'createdAt' | 'title' | 'text'>)
  | { readonly locked: true }
);

interface StoredItems {
  readonly scans: readonly SaidScan[];
  readonly notes: readonly SaidNote[];
}

/** What is stored, to be told from what a file says. */
export async function saidOf({ scans, notes }: StoredItems): Promise<StoredSaid> {
  const said = { scans: new Map<string, Said>(), notes: new Map<string, Said>() };
  const pace = paceOf(nextTask);
  for (const { _id, createdAt, answers } of scans) {
    said.scans.set(_id, answers && saidOfScan({ createdAt, answers }));
    await pace(0);
  }
  for (const note of notes) {
    said.notes.set(note.id, note.locked ? null : saidOfNote(note));
    await pace(note.locked ? 0 : note.text.length);
  }
  return said;
}

/** Makes the id that a vault uses in place of another one. */
export type HideId = (id: string) => Promise<string>;

/** Ids that are made at once. */
const batch = 500;

/**
 * The id of each item in a vault. One that is stored keeps the id that it has: that of its content where it was brought in before
 * the vault, and another one since the key was renewed, which only what it says finds.
 */
async function idsOf<Item extends { readonly _id: string }>(
  items: readonly Item[],
  stored: ReadonlyMap<string, Said>,
  itemSaid: (item: Item) => string,
  hide: HideId,
): Promise<ReadonlyMap<string, string>> {
  const ids = new Map<string, string>();
  for (let at = 0; at < items.length; at += batch) {
    const some = items.slice(at, at + batch);
    const hidden = await Promise.all(some.map(({ _id }) => hide(_id)));
    for (const [index, { _id }] of some.entries()) ids.set(_id, stored.has(_id) ? _id : (hidden[index] ?? _id));
    await nextTask();
  }
  const found = new Set(ids.values());
  const pace = paceOf(nextTask);
  const bySaid = new Map<string, string[]>();
  for (const [id, said] of stored) {
    if (said === null || found.has(id)) continue;
    const same = bySaid.get(said);
    if (same) same.push(id);
    else bySaid.set(said, [id]);
  }
  // Each stands for one item: equal entries are several.
  for (const item of items) {
    if (bySaid.size === 0 || stored.has(ids.get(item._id) ?? '')) continue;
    const said = itemSaid(item);
    const same = bySaid.get(said)?.pop();
    if (same !== undefined) ids.set(item._id, same);
    await pace(said.length);
  }
  return ids;
}

/** The items of another journal with the ids that they have in a vault. */
export async function withHiddenIds(items: FileItems, stored: StoredSaid, hide: HideId): Promise<FileItems> {
  const scanIds = await idsOf(items.scans, stored.scans, saidOfScan, hide);
  const noteIds = await idsOf(items.notes, stored.notes, saidOfNote, hide);
  const named = (ids: ReadonlyMap<string, string>, id: string) => ids.get(id) ?? id;
  return {
    ...items,
    scans: items.scans.map((scan) => ({ ...scan, _id: named(scanIds, scan._id) })),
    notes: items.notes.map(({ _id, scanResultId, ...note }) => ({
      ...note,
      _id: named(noteIds, _id),
      scanResultId: scanResultId == null ? scanResultId : named(scanIds, scanResultId),
    })),
  };
}
