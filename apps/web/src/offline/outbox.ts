import { createSerialQueue } from '../browser/serial-queue.ts';
import { createStore, useStore } from '../browser/store.ts';
import { onSessionChange } from '../session/session-store.ts';
import { onLock } from '../keys/lock-listeners.ts';
import { committed, transactionOf, writeFirst } from './database.ts';
import type { OutboxItem } from './outbox-items.ts';
import { forgetScans, keptScans } from './scan-keys.ts';
import { clearOpenedContent, forgetEnvelopes, needsSealing, readableItem, sealedOf } from './sealing.ts';
import { noteKept } from './not-kept.ts';
import { postToTabs } from './tab-channel.ts';

/** Items on this device, oldest first; as fresh as the last `reload`. */
const pending = createStore<readonly OutboxItem[]>([]);
/** Items that the device's database has not stored (yet); kept in memory until they are sent. */
const unstored = new Map<string, OutboxItem>();
/** Items that were sent, but may still be in a database that accepts no changes. */
const removed = new Set<string>();
/** Ids of items that the database stores readable, because their key was not available. */
let unsealed: ReadonlySet<string> = new Set();
/** Incremented by every change in this tab: a result that was read before a change is not shown. */
let changes = 0;

/**
 * Changes of the database run in the order of the calls. Sealing is asynchronous, and without an order a removed item
 * could be written again.
 */
const inOrder = createSerialQueue();

/** Adds the scans of local storage that the database does not have, because it never existed or was cleared. */
function withKeptScans(items: readonly OutboxItem[]): readonly OutboxItem[] {
  return [...items, ...keptScans().filter((scan) => !items.some(({ id }) => id === scan.id))];
}

/** The items of the database, opened where the key is available; null without a database. */
async function readStored(): Promise<readonly OutboxItem[] | null> {
  try {
    const read = await (await transactionOf('outbox')).store.getAll();
    unsealed = new Set(read.filter(needsSealing).map(({ id }) => id));
    if (unsealed.size > 0) void inOrder(() => sealStored(read.filter(needsSealing))).catch(() => undefined);
    return await Promise.all(read.map(readableItem));
  } catch {
    return null;
  }
}

/**
 * Seals items that an earlier version stored readable, or that were stored without their key; without the key they stay
 * as they are.
 */
async function sealStored(items: readonly OutboxItem[]): Promise<void> {
  const sealed = await Promise.all(items.map(sealedOf));
  const { store, done } = await transactionOf('outbox', 'readwrite');
  const replace = async (item: OutboxItem, index: number) => {
    const by = sealed[index];
    // An item that was sent or changed meanwhile is skipped, so that no removed item is written again.
    if (by && by !== item && JSON.stringify(await store.get(item.id)) === JSON.stringify(item)) await store.put(by);
  };
  await Promise.all([...items.map(replace), done]);
}

/** Reads the items of this device again. */
export async function reload(): Promise<void> {
  for (;;) {
    const before = changes;
    // Without a database, only memory and local storage are left.
    const read = (await readStored()) ?? pending.get();
    const inMemory = await Promise.all([...unstored.values()].map(readableItem));
    if (changes !== before) continue;
    const stored = read.filter(({ id }) => !unstored.has(id) && !removed.has(id));
    const items = withKeptScans([...stored, ...inMemory]);
    pending.set([...items].sort((a, b) => a.createdAt.localeCompare(b.createdAt)));
    return;
  }
}

/**
 * Whether an account has items that are sealed and cannot be opened, or readable and cannot be sealed, because its key
 * is missing; as fresh as the last `reload`.
 */
export function lacksKey(owner: string): boolean {
  return pending
    .get()
    .some((item) => item.owner === owner && (unsealed.has(item.id) || (item.kind === 'sealed' && !item.isUnreadable)));
}

/** Removes items from the memory of this page. */
function forget(ids: readonly string[]): void {
  changes += 1;
  for (const id of ids) {
    unstored.delete(id);
    noteKept(id, true);
  }
  const items = pending.get();
  if (items.some(({ id }) => ids.includes(id))) pending.set(items.filter(({ id }) => !ids.includes(id)));
}

/** Writes an item, sealed if its key is available, and removes those that it replaces. */
async function storeItem(item: OutboxItem, replaced: readonly string[]): Promise<void> {
  const kept = await sealedOf(item);
  const write = async () => {
    const written = await transactionOf('outbox', 'readwrite');
    await Promise.all([...replaced.map((id) => written.store.delete(id)), written.store.put(kept), committed(written)]);
  };
  await (item.owner === null ? write() : writeFirst(item.owner, write));
}

async function eraseStored(ids: readonly string[]): Promise<void> {
  const erased = await transactionOf('outbox', 'readwrite');
  await Promise.all([...ids.map((id) => erased.store.delete(id)), committed(erased)]);
}

/**
 * Stores an item on the device before it is sent; `replaced` are the items that it replaces.
 * @returns whether it is in the device's database; otherwise it is kept in memory until it is sent
 */
export async function put(item: OutboxItem, replaced: readonly string[] = []): Promise<boolean> {
  changes += 1;
  for (const id of replaced) unstored.delete(id);
  unstored.set(item.id, item);
  // It may come back.
  removed.delete(item.id);
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
  // A `reload` during the transaction may have read the replaced items.
  forget(replaced);
  noteKept(item.id, !unstored.has(item.id));
  postToTabs();
  return !unstored.has(item.id);
}

/**
 * Seals anew the items of an account that the database has not taken, and stores them if it does now.
 * @param reseal answers null where only the device seals an item, or its envelope has the present key
 */
export async function resealUnstoredItems(
  owner: string,
  reseal: (item: OutboxItem) => Promise<OutboxItem | null>,
): Promise<void> {
  forgetEnvelopes();
  for (const { id } of [...unstored.values()].filter((one) => one.owner === owner)) {
    for (let item = unstored.get(id); item;) {
      const next = (await reseal(item)) ?? item;
      const now = unstored.get(id);
      if (now === item) await put(next);
      // A refusal may have changed it meanwhile: then it still has the key of before.
      item = now === item ? undefined : now;
    }
  }
}

/** Removes items from the device. It does not tell the other tabs: `postToTabs`. */
export async function remove(ids: readonly string[]): Promise<void> {
  forget(ids);
  forgetScans(ids);
  try {
    await inOrder(() => eraseStored(ids));
  } catch {
    for (const id of ids) removed.add(id);
  }
  forget(ids);
}

/** Removes an item from the device without sending it. */
export async function drop(id: string): Promise<void> {
  await remove([id]);
  postToTabs();
}

/** Removes every item of an account that no longer exists. */
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

/** Whether an item changes the reminder, which ends with the login of this device. */
const isOfReminder = (item: OutboxItem) =>
  item.kind === 'reminder' || (item.kind === 'sealed' && item.of === 'reminder');

/** Number of unsent items of an account that stay on the device after a logout. */
export async function unsentOf(userId: string): Promise<number> {
  await reload();
  return pending.get().filter((item) => item.owner === userId && !isOfReminder(item)).length;
}

/** Removes what waits for the reminder of an account: a chosen logout ends the reminder of this device. */
export async function dropReminderOf(userId: string): Promise<void> {
  await reload();
  const gone = pending.get().filter((item) => item.owner === userId && isOfReminder(item));
  await remove(gone.map(({ id }) => id));
  postToTabs();
}

/** Whether another account has items on this device; they are never sent with this session. */
export async function holdsItemsOfOthers(userId: string): Promise<boolean> {
  await reload();
  return pending.get().some(({ owner }) => owner !== null && owner !== userId);
}

/** Items on this device, oldest first; as fresh as the last `reload`. */
export const currentPending = pending.get;

/** Calls back after each change of the items, in this tab or in another one. */
export const onPendingChange = pending.subscribe;

/** All items on this device, oldest first, of every owner. */
export function usePending(): readonly OutboxItem[] {
  return useStore(pending);
}

/** What only the memory of this page has stays there after a lock, but readable only where it cannot be sealed. */
async function sealUnstored(): Promise<boolean> {
  // What is being written is not sealed here: once it is stored, memory has it no longer.
  await inOrder(async () => {
    for (const item of unstored.values()) {
      const sealed = await sealedOf(item).catch(() => item);
      if (unstored.get(item.id) === item) unstored.set(item.id, sealed);
    }
  });
  return false;
}

/** A lock: what the device has sealed is read again, and does not open any more. */
function closeItems(): void {
  clearOpenedContent();
  changes += 1;
  pending.set([...unstored.values()]);
  void reload();
}

onLock({ seal: sealUnstored, drop: closeItems });

// Opened items are not kept in memory after the session.
onSessionChange(() => {
  clearOpenedContent();
  void reload();
});
