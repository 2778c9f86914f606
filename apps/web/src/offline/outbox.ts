import { createStore, useStore } from '../browser/store.ts';
import { onSessionChange } from '../session/session-store.ts';
import { deviceDatabase } from './database.ts';
import type { OutboxItem } from './outbox-items.ts';
import { clearScanKeys, readScanKeys } from './scan-keys.ts';
import { forgetOpened, needsSealing, readableItem, sealedOf } from './sealing.ts';
import { postToTabs } from './tab-channel.ts';

/** What waits on this device, oldest first; as fresh as the last `reload`. */
const pending = createStore<readonly OutboxItem[]>([]);
/** What the device's database did not take (yet): it is in the memory of this page until it is sent. */
const unstored = new Map<string, OutboxItem>();
/** What has left, and may still lie in a database that takes no changes. */
const removed = new Set<string>();
/** Ids of what the database keeps readable, because its key was not here. */
let unsealed: ReadonlySet<string> = new Set();
/** Rises with every change made here: what was read before it is not shown. */
let changes = 0;

/** Changes of the database run in the order in which they were asked for: sealing takes a moment, and no item may come back. */
let lastChange: Promise<unknown> = Promise.resolve();

function inOrder<T>(change: () => Promise<T>): Promise<T> {
  const done = lastChange.then(change);
  lastChange = done.catch(() => undefined);
  return done;
}

/** The scan in local storage stands in where the database does not hold it: it never existed, or was cleared. */
function withScanOfKeys(items: readonly OutboxItem[]): readonly OutboxItem[] {
  const scan = readScanKeys();
  return scan && !items.some(({ id }) => id === scan.id) ? [...items, scan] : items;
}

/** What the database keeps, opened as far as the key is here; null without a database. */
async function readStored(): Promise<readonly OutboxItem[] | null> {
  try {
    const database = await deviceDatabase();
    const read = await database.getAll('outbox');
    unsealed = new Set(read.filter(needsSealing).map(({ id }) => id));
    if (unsealed.size > 0) void inOrder(() => sealStored(read.filter(needsSealing))).catch(() => undefined);
    return await Promise.all(read.map(readableItem));
  } catch {
    return null;
  }
}

/** Seals what an earlier version kept readable, or what was kept without its key; where there is none it stays as it is. */
async function sealStored(items: readonly OutboxItem[]): Promise<void> {
  const sealed = await Promise.all(items.map(sealedOf));
  const database = await deviceDatabase();
  const { store, done } = database.transaction('outbox', 'readwrite');
  const replace = async (item: OutboxItem, index: number) => {
    const by = sealed[index];
    // One that was sent or changed meanwhile is left alone: nothing that has gone comes back.
    if (by && by !== item && JSON.stringify(await store.get(item.id)) === JSON.stringify(item)) await store.put(by);
  };
  await Promise.all([...items.map(replace), done]);
}

/** Reads again what waits on this device. */
export async function reload(): Promise<void> {
  for (;;) {
    const before = changes;
    // Without a device database the memory of this page and local storage are all there is.
    const read = (await readStored()) ?? pending.get();
    if (changes !== before) continue;
    const stored = read.filter(({ id }) => !unstored.has(id) && !removed.has(id));
    const items = withScanOfKeys([...stored, ...unstored.values()]);
    pending.set([...items].sort((a, b) => a.createdAt.localeCompare(b.createdAt)));
    return;
  }
}

/** Whether something of an account waits sealed for its key, or rests readable for want of one; as fresh as the last `reload`. */
export function lacksKey(owner: string): boolean {
  return pending
    .get()
    .some((item) => item.owner === owner && (unsealed.has(item.id) || (item.kind === 'sealed' && !item.isUnreadable)));
}

/** Takes items out of the memory of this page. */
function forget(ids: readonly string[]): void {
  changes += 1;
  for (const id of ids) unstored.delete(id);
  const items = pending.get();
  if (items.some(({ id }) => ids.includes(id))) pending.set(items.filter(({ id }) => !ids.includes(id)));
}

/** Writes an item, sealed if its key is here, in place of others. */
async function storeItem(item: OutboxItem, replaced: readonly string[]): Promise<void> {
  const kept = await sealedOf(item);
  const database = await deviceDatabase();
  const written = database.transaction('outbox', 'readwrite');
  await Promise.all([...replaced.map((id) => written.store.delete(id)), written.store.put(kept), written.done]);
}

async function eraseStored(ids: readonly string[]): Promise<void> {
  const database = await deviceDatabase();
  const { store, done } = database.transaction('outbox', 'readwrite');
  await Promise.all([...ids.map((id) => store.delete(id)), done]);
}

/**
 * Stores an item on the device before anything is sent; `replaced` are items whose place it takes.
 * @returns whether it is in the device's database now; when that takes nothing it is kept in memory until it is sent
 */
export async function put(item: OutboxItem, replaced: readonly string[] = []): Promise<boolean> {
  changes += 1;
  for (const id of replaced) unstored.delete(id);
  unstored.set(item.id, item);
  const others = pending.get().filter(({ id }) => !replaced.includes(id));
  const isNew = others.every(({ id }) => id !== item.id);
  pending.set(isNew ? [...others, item] : others.map((other) => (other.id === item.id ? item : other)));
  try {
    await inOrder(() => storeItem(item, replaced));
    // Unless it was changed meanwhile.
    if (unstored.get(item.id) === item) unstored.delete(item.id);
    changes += 1;
  } catch {
    for (const id of replaced) removed.add(id);
  }
  // A `reload` during the transaction has found the replaced items in the database.
  forget(replaced);
  postToTabs();
  return !unstored.has(item.id);
}

/** Takes items off the device. The other tabs are not told yet: `postToTabs`. */
export async function remove(ids: readonly string[]): Promise<void> {
  forget(ids);
  const scan = readScanKeys();
  if (scan && ids.includes(scan.id)) clearScanKeys();
  try {
    await inOrder(() => eraseStored(ids));
  } catch {
    for (const id of ids) removed.add(id);
  }
  forget(ids);
}

/** Takes an item off the device without sending it. */
export async function drop(id: string): Promise<void> {
  await remove([id]);
  postToTabs();
}

/** Takes everything of one account off the device, once the account is gone. */
export async function dropItemsOf(userId: string): Promise<void> {
  await reload();
  await remove(
    pending
      .get()
      .filter(({ owner }) => owner === userId)
      .map(({ id }) => id),
  );
  postToTabs();
}

/** How much of an account is not sent yet. */
export async function unsentOf(userId: string): Promise<number> {
  await reload();
  return pending.get().filter(({ owner }) => owner === userId).length;
}

/** Whether something of another account waits on this device; it is never sent with this one. */
export async function holdsItemsOfOthers(userId: string): Promise<boolean> {
  await reload();
  return pending.get().some(({ owner }) => owner !== null && owner !== userId);
}

/** What waits now, oldest first; as fresh as the last `reload`. */
export const currentPending = pending.get;

/** Calls back after each change of what waits, in this tab or in another one. */
export const onPendingChange = pending.subscribe;

/** Everything that waits on this device, oldest first, whoever it belongs to. */
export function usePending(): readonly OutboxItem[] {
  return useStore(pending);
}

// What was opened is not kept in memory beyond its session.
onSessionChange(() => {
  forgetOpened();
  void reload();
});
