import { useSyncExternalStore } from 'react';
import { toApiError, isSessionOver, type ApiError } from '../api/api-error.ts';
import { checkSession, onSessionChange, currentSession } from '../session/session-store.ts';
import { deviceDatabase } from './database.ts';
import { loadDelivery } from './delivery.ts';
import { clearMirror, mirroredScan } from './legacy-keys.ts';
import type { Delivery, OutboxItem, PendingNote, Refusal } from './outbox-items.ts';

/** First pause after a failed send, and the longest one, milliseconds. */
const firstPause = 3_000;
const longestPause = 15_000;
const sendLock = 'nuances-outbox';

/** What tabs tell each other: something changed, and what the server has just taken. */
interface News {
  readonly delivery: Delivery | null;
}

const listeners = new Set<() => void>();
const deliveryListeners = new Set<(delivery: Delivery) => void>();
/** Tells the other tabs; opened with the outbox, because an open channel keeps a process alive. */
let channel: BroadcastChannel | undefined;

let pending: readonly OutboxItem[] = [];
/** What the device's database did not take (yet): it is in the memory of this page until it is sent. */
const unstored = new Map<string, OutboxItem>();
/** What has left, and may still lie in a database that takes no changes. */
const gone = new Set<string>();
let pause = firstPause;
let timer: ReturnType<typeof setTimeout> | undefined;

/** The mirrored scan stands in where the database does not hold it: it never existed, or was cleared. */
function withMirror(items: readonly OutboxItem[]): readonly OutboxItem[] {
  const mirrored = mirroredScan();
  return mirrored && !items.some(({ id }) => id === mirrored.id) ? [...items, mirrored] : items;
}

function publish(): void {
  for (const listener of listeners) listener();
}

function announce(delivery: Delivery | null = null): void {
  publish();
  const news: News = { delivery };
  channel?.postMessage(news);
}

/** Reads again what waits on this device. */
export async function reload(): Promise<void> {
  let kept: readonly OutboxItem[];
  try {
    const database = await deviceDatabase();
    kept = await database.getAll('outbox');
  } catch {
    // Without a device database the memory of this page and the mirror are all there is.
    kept = pending;
  }
  const stored = kept.filter(({ id }) => !unstored.has(id) && !gone.has(id));
  pending = [...withMirror([...stored, ...unstored.values()])].sort((a, b) => a.createdAt.localeCompare(b.createdAt));
  publish();
}

function forget(ids: readonly string[]): void {
  for (const id of ids) unstored.delete(id);
  pending = pending.filter(({ id }) => !ids.includes(id));
}

/**
 * Keeps an item on the device before anything is sent; `instead` are items it takes the place of.
 * @returns whether it is in the device's database now; when that takes nothing it is kept in memory until it is sent
 */
export async function put(item: OutboxItem, instead: readonly string[] = []): Promise<boolean> {
  forget(instead);
  const before = pending.findIndex(({ id }) => id === item.id);
  pending = before < 0 ? [...pending, item] : pending.map((other) => (other.id === item.id ? item : other));
  unstored.set(item.id, item);
  try {
    const database = await deviceDatabase();
    const { store, done } = database.transaction('outbox', 'readwrite');
    await Promise.all([...instead.map((id) => store.delete(id)), store.put(item), done]);
    // Unless it was changed meanwhile.
    if (unstored.get(item.id) === item) unstored.delete(item.id);
  } catch {
    for (const id of instead) gone.add(id);
  }
  // Who reads the database meanwhile finds there what this has taken the place of.
  forget(instead);
  announce();
  return !unstored.has(item.id);
}

async function remove(ids: readonly string[]): Promise<void> {
  forget(ids);
  const mirrored = mirroredScan();
  if (mirrored && ids.includes(mirrored.id)) clearMirror();
  try {
    const database = await deviceDatabase();
    const { store, done } = database.transaction('outbox', 'readwrite');
    await Promise.all([...ids.map((id) => store.delete(id)), done]);
  } catch {
    for (const id of ids) gone.add(id);
  }
  forget(ids);
}

/** Takes an item off the device without sending it. */
export async function drop(id: string): Promise<void> {
  await remove([id]);
  announce();
}

/** Takes everything of one account off the device, once the account is gone. */
export async function dropItemsOf(userId: string): Promise<void> {
  await reload();
  await remove(pending.filter(({ owner }) => owner === userId).map(({ id }) => id));
  announce();
}

/** What waits now, oldest first; as fresh as the last `reload`. */
export function currentPending(): readonly OutboxItem[] {
  return pending;
}

/** Refusals that may end by themselves; all others are about the item, and the server would only repeat them. */
const passing: readonly ApiError['code'][] = ['network', 'rateLimited', 'unavailable', 'server'];

/** Whether sending the same again can help. */
export function isPermanent(refusal: Refusal | null): boolean {
  return refusal !== null && !passing.includes(refusal.code);
}

/** The server answered, and did not take the item. */
function refusalIn(failure: ApiError): Refusal | null {
  if (failure.code === 'network' || isSessionOver(failure)) return null;
  return { code: failure.code, fields: failure.fieldCodes };
}

/** The items of the same note that were written on top of this one. */
function dependentsOf(id: string): readonly PendingNote[] {
  return pending.filter((item): item is PendingNote => item.kind === 'note' && item.after === id);
}

/** A text waits for the one it was written on top of, and for the scan it is linked to. */
function isBlocked(item: OutboxItem): boolean {
  if (item.kind !== 'note') return false;
  const scanId = item.content?.scanResultId ?? null;
  return pending.some(
    ({ kind, id, refusal }) => id === item.after || (kind === 'scan' && id === scanId && !isPermanent(refusal)),
  );
}

/** Whether somebody is the one who is logged in, here and in the tabs beside. */
function isHere(userId: string | null): boolean {
  const session = checkSession();
  return session.status === 'in' && session.userId === userId;
}

/** Sends one item; throws what the call throws. It leaves the device only when the server has acknowledged it. */
async function send(item: OutboxItem): Promise<void> {
  const deliver = await loadDelivery();
  // As silent as a network that is gone: it waits for its owner.
  if (!isHere(item.owner)) throw new TypeError('somebody else is logged in');
  const delivery = await deliver(item);
  if (delivery.kind === 'note') {
    const revision = delivery.answer?.note.revision;
    for (const follower of dependentsOf(item.id))
      await put({ ...follower, after: null, revision: revision ?? follower.revision });
  }
  // Who shows the item takes it over before it leaves, so it never vanishes in between.
  for (const listener of deliveryListeners) listener(delivery);
  await remove([item.id]);
  announce(delivery);
}

async function afterFailure(item: OutboxItem, error: unknown): Promise<void> {
  const failure = toApiError(error);
  const refusal = refusalIn(failure);
  const [next] = item.kind === 'note' && isPermanent(refusal) ? dependentsOf(item.id) : [];
  // What was written on top of a refused text holds all of it, and is tried in its place.
  if (item.kind === 'note' && next) await put({ ...next, after: item.after, revision: item.revision }, [item.id]);
  else if (refusal && pending.some(({ id }) => id === item.id)) await put({ ...item, refusal });
  if (!isPermanent(refusal)) schedule();
}

/** Sends one item now, out of its turn; rejects when it stays on the device. */
export async function sendNow(id: string): Promise<void> {
  const item = pending.find((one) => one.id === id);
  if (!item) return;
  try {
    await send(item);
  } catch (error) {
    await afterFailure(item, error);
    throw error;
  }
}

function schedule(): void {
  clearTimeout(timer);
  timer = setTimeout(() => void sendAll('passing'), pause);
  pause = Math.min(pause * 2, longestPause);
}

function withLock(work: () => Promise<void>): Promise<void> {
  return 'locks' in navigator ? navigator.locks.request(sendLock, work) : work();
}

/**
 * Takes an item off the device, once nothing is being sent any more.
 * @returns whether it still waited there
 */
export async function withdraw(id: string): Promise<boolean> {
  let waited = false;
  await withLock(async () => {
    await reload();
    waited = pending.some((item) => item.id === id);
    if (waited) await drop(id);
  });
  return waited;
}

/**
 * Sends what belongs to the person who is logged in, oldest first; stops at the first silence.
 * @param which `passing` leaves out what the server refused for good, for whoever tries again by a timer
 */
export async function sendAll(which: 'all' | 'passing' = 'all'): Promise<void> {
  if (currentSession().status !== 'in') return;
  await withLock(async () => {
    await reload();
    for (const { id, owner } of pending) {
      // Its turn may come after what it waited for has changed it, and after somebody else has logged in.
      const item = pending.find((one) => one.id === id);
      if (!isHere(owner) || !item || isBlocked(item)) continue;
      if (which === 'passing' && isPermanent(item.refusal)) continue;
      try {
        await send(item);
        pause = firstPause;
      } catch (error) {
        await afterFailure(item, error);
        if (refusalIn(toApiError(error)) === null) return;
      }
    }
  });
}

/** How much of an account is not sent yet. */
export async function unsentOf(userId: string): Promise<number> {
  await reload();
  return pending.filter(({ owner }) => owner === userId).length;
}

/** Whether something of another account waits on this device; it is never sent with this one. */
export async function holdsItemsOfOthers(userId: string): Promise<boolean> {
  await reload();
  return pending.some(({ owner }) => owner !== null && owner !== userId);
}

/** Calls back after each change of what waits, in this tab or in another one. */
export function onPendingChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Calls back with what the server has taken and what it answered, sent by this tab or by another one. */
export function onDelivery(listener: (delivery: Delivery) => void): () => void {
  deliveryListeners.add(listener);
  return () => deliveryListeners.delete(listener);
}

const none: readonly OutboxItem[] = [];

/** Everything that waits on this device, oldest first, whoever it belongs to. */
export function usePending(): readonly OutboxItem[] {
  return useSyncExternalStore(onPendingChange, currentPending, () => none);
}

/** Follows another tab. */
async function hear({ delivery }: News): Promise<void> {
  if (delivery) for (const listener of deliveryListeners) listener(delivery);
  await reload();
}

let started = false;

/** Starts sending what waits: now, when the network returns, when another tab changed something, after a login. */
export function startOutbox(): void {
  if (started) return;
  started = true;
  channel = new BroadcastChannel('nuances-outbox');
  channel.addEventListener('message', ({ data }: MessageEvent<News>) => void hear(data));
  window.addEventListener('online', () => void sendAll());
  onSessionChange(() => void sendAll());
  void reload().then(() => sendAll());
  // Fetched while there is a network, so that what is kept without one can be sent later.
  loadDelivery().catch(() => undefined);
}
