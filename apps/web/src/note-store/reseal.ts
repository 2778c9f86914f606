/**
 * Seals anew what this device stores, when its key has changed: a vault was turned on, renewed or ended, here or elsewhere.
 * Without it, drafts, unsent items and copies could not be opened once the former key has gone.
 */
import { openText, sealText } from '@nuances/crypto/note-envelope';
import { firstKeyVersion } from '@nuances/domain/vault/state';
import { nextTask } from '../browser/next-task.ts';
import { makeRoom, transactionOf } from '../offline/database.ts';
import type {
  OutboxItem,
  PendingNote,
  PendingTags,
  Refusal,
  SealedContent,
  SealedTags,
} from '../offline/outbox-items.ts';
import { currentPending, reload, resealUnstoredItems } from '../offline/outbox.ts';
import { postToTabs } from '../offline/tab-channel.ts';
import { knownDeviceKey, otherDeviceKeys } from '../keys/device-key.ts';
import { openPending, sealNote } from './envelopes.ts';
import { type RowSealing, withNoteKey } from '../keys/note-key-sealing.ts';
import { formerNoteKeys } from '../keys/note-key.ts';
import { isRemovedTags } from './removed-tags.ts';
import { movingRowSealing } from '../keys/row-sealing.ts';
import { inOrder, resealUnstored, storedDrafts } from './sealed-drafts.ts';

/** Entries that are sealed before other tasks of the page may run. */
const batch = 20;

interface SealedEntry {
  readonly sealed: string;
}

/** The keys before and after the change. */
interface Change {
  readonly present: CryptoKey;
  readonly former: readonly CryptoKey[];
}

/** An envelope under the present key; null when it is already, and when no former key opens it. */
async function underPresentKey({ present, former }: Change, sealed: string): Promise<string | null> {
  for (const key of former) {
    const text = await openText(key, sealed).catch(() => null);
    if (text !== null) return sealText(present, text);
  }
  return null;
}

async function inBatches<Item>(items: readonly Item[], work: (item: Item) => Promise<void>): Promise<void> {
  for (let at = 0; at < items.length; at += batch) {
    await Promise.all(items.slice(at, at + batch).map(work));
    await nextTask();
  }
}

/** An entry that was written or removed meanwhile stays as it is. */
const isStill = (before: SealedEntry, now: SealedEntry | undefined) => now?.sealed === before.sealed;

async function resealDrafts(owner: string, change: Change): Promise<void> {
  await resealUnstored(owner, (sealed) => underPresentKey(change, sealed));
  const { store } = await transactionOf('drafts');
  const drafts = (await store.getAll()).filter((draft) => draft.owner === owner);
  await inBatches(drafts, async (draft) => {
    const sealed = await underPresentKey(change, draft.sealed);
    if (sealed === null) return;
    const written = await transactionOf('drafts', 'readwrite');
    if (isStill(draft, await written.store.get(draft.id))) await written.store.put({ ...draft, sealed });
    await written.done;
  });
}

async function resealCopies(owner: string, change: Change): Promise<void> {
  const { store } = await transactionOf('copies');
  const names = await store.getAllKeys(IDBKeyRange.bound([owner, ''], [owner, '\uFFFF']));
  await inBatches(names, async (name) => {
    const copy = await (await transactionOf('copies')).store.get(name);
    const sealed = copy && (await underPresentKey(change, copy.sealed));
    if (!copy || !sealed) return;
    const written = await transactionOf('copies', 'readwrite');
    if (isStill(copy, await written.store.get(name))) await written.store.put({ ...copy, sealed });
    await written.done;
  });
}

/** A refusal that was about the key, which is another one now. */
const withoutKeyRefusal = (refusal: Refusal | null) =>
  refusal?.code === 'vaultSealed' || refusal?.code === 'vaultChanged' ? null : refusal;

/** What opens and seals the rows of the present key, and what opens those of former note keys. */
interface RowKeysHere {
  readonly rows: RowSealing;
  readonly former: readonly RowSealing[];
}

async function rowKeysHere(owner: string): Promise<RowKeysHere> {
  const [rows, former] = await Promise.all([movingRowSealing(owner), formerNoteKeys(owner)]);
  return { rows, former: former.map((key) => withNoteKey(key)) };
}

/** What the first key that opens it opens; null for none, and where it is the present key already. */
async function openedByFormer<Opened>(
  { rows, former }: RowKeysHere,
  keyVersion: number | null,
  open: (rows: RowSealing) => Promise<Opened | null>,
): Promise<Opened | null> {
  const isOfVersion = keyVersion === rows.writes;
  // An envelope of version 1 does not say which note key has sealed it.
  const others = keyVersion === null ? former : [];
  if (isOfVersion && others.length === 0) return null;
  const present = await open(rows);
  if (present !== null) return isOfVersion ? null : present;
  for (const other of others) {
    const opened = await open(other);
    if (opened !== null) return opened;
  }
  return null;
}

async function noteUnderPresentKey(
  keys: RowKeysHere,
  item: PendingNote,
  content: SealedContent,
): Promise<OutboxItem | null> {
  const { rows } = keys;
  const note = await openedByFormer(keys, content.vault?.keyVersion ?? null, async (by) => {
    const opened = await openPending(by, item);
    return opened?.locked === false ? opened : null;
  });
  if (note === null) return null;
  const { vault: _before, ...filed } = content;
  const sealed = await sealNote(rows, item.noteId, note, content.createdAt);
  return { ...item, content: { ...filed, ...sealed }, refusal: withoutKeyRefusal(item.refusal) };
}

/** As {@link underPresentKey}, of the tags of a scan. */
async function envelopeUnderPresentKey(
  keys: RowKeysHere,
  _id: string,
  { tags, keyVersion = firstKeyVersion }: SealedTags,
): Promise<SealedTags | null> {
  if (tags === null) return null;
  const { rows } = keys;
  const version = keyVersion === firstKeyVersion ? null : keyVersion;
  const opened = await openedByFormer(keys, version, (by) => by.openTags({ _id, keyVersion }, tags));
  if (!opened) return null;
  const sealed = await rows.sealTags(_id, opened);
  return rows.writes === null ? { tags: sealed } : { tags: sealed, keyVersion: rows.writes };
}

async function tagsUnderPresentKey(keys: RowKeysHere, item: PendingTags): Promise<OutboxItem | null> {
  const { keyVersion: _version, before = [], ...rest } = item;
  const own = await envelopeUnderPresentKey(keys, item.scanId, item);
  // Without them it is not known what another device has changed.
  const replaced = await Promise.all(before.map((one) => envelopeUnderPresentKey(keys, item.scanId, one)));
  if (!own && replaced.every((one) => one === null)) return null;
  const now = own ? { ...rest, ...own, refusal: withoutKeyRefusal(item.refusal) } : item;
  return { ...now, ...(item.before && { before: before.map((one, index) => replaced[index] ?? one) }) };
}

/** Whether a key that is here opens a note or tags that wait: where none does, no other key will ever seal them. */
export async function opensHere(item: PendingNote | PendingTags): Promise<boolean> {
  const { rows, former } = await rowKeysHere(item.owner);
  const opens = async (by: RowSealing) => {
    if (item.kind === 'note') return (await openPending(by, item))?.locked !== true;
    const scan = { _id: item.scanId, keyVersion: item.keyVersion };
    return item.tags === null || (await by.openTags(scan, item.tags)) !== null;
  };
  return (await Promise.all([rows, ...former].map(opens))).includes(true);
}

type Reseal = (item: OutboxItem) => Promise<OutboxItem | null>;

async function itemUnderPresentKey(change: Change, keys: RowKeysHere, item: OutboxItem): Promise<OutboxItem | null> {
  if (item.kind === 'note') return item.content && noteUnderPresentKey(keys, item, item.content);
  if (item.kind === 'tags') return tagsUnderPresentKey(keys, item);
  if (item.kind !== 'sealed') return null;
  const sealed = await underPresentKey(change, item.sealed);
  return sealed === null ? null : { ...item, sealed, refusal: withoutKeyRefusal(item.refusal) };
}

async function resealItems(owner: string, underPresent: Reseal): Promise<void> {
  const { store } = await transactionOf('outbox');
  const items = (await store.getAll()).filter((item) => item.owner === owner);
  await inBatches(items, async ({ id }) => {
    for (;;) {
      const item = await (await transactionOf('outbox')).store.get(id);
      const next = item ? await underPresent(item) : null;
      if (!next) return;
      const written = await transactionOf('outbox', 'readwrite');
      const isSame = JSON.stringify(await written.store.get(id)) === JSON.stringify(item);
      if (isSame) await written.store.put(next);
      await written.done;
      // A refusal may have changed it meanwhile: then it still has the key of before.
      if (isSame) return;
    }
  });
  await reload();
  postToTabs();
}

/** Whether an account has typed or unsent content here. */
export async function holdsTyped(owner: string): Promise<boolean> {
  await reload();
  const isTyped = (item: OutboxItem) => item.owner === owner && (item.kind !== 'note' || item.content !== null);
  if (currentPending().some(isTyped)) return true;
  return (await storedDrafts()).some((draft) => draft.owner === owner && !isRemovedTags(draft.id));
}

/** Whether an account has typed or unsent content here that its present key does not open. Rejects without code or database. */
export async function holdsUnopened(owner: string): Promise<boolean> {
  await reload();
  const present = await knownDeviceKey(owner);
  const { writes } = await movingRowSealing(owner);
  const isUnopened = (item: OutboxItem) => {
    if (item.kind === 'note') return item.content !== null && (item.content.vault?.keyVersion ?? null) !== writes;
    if (item.kind === 'tags') return item.tags !== null && (item.keyVersion ?? null) !== writes;
    return item.kind === 'sealed';
  };
  if (!present || currentPending().some((item) => item.owner === owner && isUnopened(item))) return true;
  for (const { id, owner: of, sealed } of await storedDrafts())
    if (of === owner && !isRemovedTags(id) && (await openText(present, sealed).catch(() => null)) === null) return true;
  return false;
}

/**
 * Seals everything of an account on this device under its present key. Rejects when the device's database does, on a full disk
 * only after it has made room.
 */
export async function resealDevice(owner: string): Promise<void> {
  const present = await knownDeviceKey(owner);
  const former = await otherDeviceKeys(owner, present);
  if (!present || former.length === 0) return;
  const change = { present, former };
  const keys = await rowKeysHere(owner);
  const underPresent: Reseal = (item) => itemUnderPresentKey(change, keys, item).catch(() => null);
  const resealTyped = async () => {
    // Also without a database, where nothing else is kept.
    await resealUnstoredItems(owner, underPresent);
    // Drafts that wait to be written ask for their key after it.
    await inOrder(() => resealDrafts(owner, change));
    await resealItems(owner, underPresent);
  };
  // What the person has typed first.
  await resealTyped().catch(async () => {
    await makeRoom(owner);
    await resealTyped();
  });
  // A copy that stays closed is fetched again.
  await resealCopies(owner, change).catch(() => makeRoom(owner));
}
