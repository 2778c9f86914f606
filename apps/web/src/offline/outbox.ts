import { useSyncExternalStore } from 'react';
import { failureOf, isSessionOver, type Failure } from '../failure.ts';
import { onSessionChange, sessionNow } from '../session.ts';
import { storage } from '../storage.ts';
import { deviceDatabase, type PendingScan } from './database.ts';
import { forgetMirror, mirroredScan, mirrorScan } from './legacy-keys.ts';

export type { PendingScan } from './database.ts';

/** First pause after a failed send, and the longest one, milliseconds. */
const firstPause = 3_000;
const longestPause = 15_000;
const sendLock = 'nuances-outbox';

const listeners = new Set<() => void>();
/** Tells the other tabs; opened with the outbox, because an open channel keeps a process alive. */
let channel: BroadcastChannel | undefined;

let pending: readonly PendingScan[] = [];
let pause = firstPause;
let timer: ReturnType<typeof setTimeout> | undefined;

/** The mirrored scan stands in where the database does not hold it: it never existed, or was cleared. */
function withMirror(scans: readonly PendingScan[]): readonly PendingScan[] {
  const mirrored = mirroredScan();
  return mirrored && !scans.some(({ id }) => id === mirrored.id) ? [...scans, mirrored] : scans;
}

/** Reads again what waits on this device. */
export async function reload(): Promise<void> {
  let kept = pending;
  try {
    const database = await deviceDatabase();
    kept = await database.getAll('scans');
  } catch {
    // Without a device database the memory of this page and the mirror are all there is.
  }
  pending = [...withMirror(kept)].sort((a, b) => a.createdAt.localeCompare(b.createdAt));
  for (const listener of listeners) listener();
}

/** Whether the scan is in the device's database now; without one it is kept in memory until it is sent. */
async function put(scan: PendingScan): Promise<boolean> {
  pending = [...pending.filter(({ id }) => id !== scan.id), scan];
  let stored = true;
  try {
    const database = await deviceDatabase();
    await database.put('scans', scan);
  } catch {
    stored = false;
  }
  announce();
  return stored;
}

async function drop(id: string): Promise<void> {
  pending = pending.filter((scan) => scan.id !== id);
  if (mirroredScan()?.id === id) forgetMirror();
  try {
    const database = await deviceDatabase();
    await database.delete('scans', id);
  } catch {
    // Never stored, see `put`.
  }
  announce();
}

function announce(): void {
  for (const listener of listeners) listener();
  channel?.postMessage('changed');
}

/** Keeps a finished scan on the device before anything is sent. */
export async function keepScan(scan: Omit<PendingScan, 'failed'>): Promise<void> {
  const kept = { ...scan, failed: false };
  await put(kept);
  if (scan.owner === null) mirrorScan(kept);
}

/** The latest scan that this person may see without the server: their own, or one that belongs to nobody yet. */
export async function latestKeptScan(): Promise<PendingScan | undefined> {
  await reload();
  return mine().at(-1);
}

function mine(): readonly PendingScan[] {
  const session = sessionNow();
  return pending.filter(({ owner }) => owner === null || (session.status === 'in' && owner === session.userId));
}

/** Sends one scan; throws what the call throws. It leaves the device only when the server has acknowledged it. */
async function send({ id, answers, duration, createdAt }: PendingScan): Promise<void> {
  const { api } = await import('../trpc.ts');
  await api.results.create.mutate({ _id: id, answers: [...answers], duration, createdAt });
  await drop(id);
}

/** Sends one kept scan now; rejects when it stays on the device. */
export async function sendScan(id: string): Promise<void> {
  const scan = pending.find((item) => item.id === id);
  if (!scan) return;
  try {
    await send(scan);
  } catch (error) {
    await afterFailure(scan, error);
    throw error;
  }
}

/** Refusals of the scan itself, which the server would only repeat: it stays, and is not sent by a timer. */
const finalRefusals: readonly Failure['code'][] = ['answersInvalid', 'badRequest', 'scanExists'];

async function afterFailure(scan: PendingScan, error: unknown): Promise<void> {
  const failure = failureOf(error);
  if (isRefusal(failure)) await put({ ...scan, failed: true });
  if (!finalRefusals.includes(failure.code)) schedule();
}

function schedule(): void {
  clearTimeout(timer);
  timer = setTimeout(() => void sendAll(), pause);
  pause = Math.min(pause * 2, longestPause);
}

function withLock(work: () => Promise<void>): Promise<void> {
  return 'locks' in navigator ? navigator.locks.request(sendLock, work) : work();
}

/** Sends everything that belongs to the person who is logged in, oldest first; stops at the first silence. */
export async function sendAll(): Promise<void> {
  const session = sessionNow();
  if (session.status !== 'in') return;
  await withLock(async () => {
    await reload();
    for (const scan of pending.filter(({ owner }) => owner === session.userId)) {
      try {
        await send(scan);
        pause = firstPause;
      } catch (error) {
        await afterFailure(scan, error);
        if (!isRefusal(failureOf(error))) return;
      }
    }
  });
}

/** The server answered, and did not take the scan. */
function isRefusal(failure: Failure): boolean {
  return failure.code !== 'network' && !isSessionOver(failure);
}

/**
 * After a login: the scans of this device that belong to nobody become the person's, and are sent.
 * Returns their ids. The three keys go once the scans are in the outbox, whether or not the sending works.
 */
export async function adoptScans(userId: string): Promise<readonly string[]> {
  await reload();
  const orphans = pending.filter(({ owner }) => owner === null);
  const stored = await Promise.all(orphans.map((scan) => put({ ...scan, owner: userId })));
  // In the database, or with the server: only then is the mirror no longer the last copy.
  if (stored.every(Boolean)) forgetMirror();
  await sendAll();
  if (!pending.some(({ id }) => orphans.some((orphan) => orphan.id === id))) forgetMirror();
  return orphans.map(({ id }) => id);
}

/** How many scans of an account are not sent yet. */
export async function unsentScansOf(userId: string): Promise<number> {
  await reload();
  return pending.filter(({ owner }) => owner === userId).length;
}

/** Whether scans of another account wait on this device; they are never sent with this one. */
export async function holdsScansOfOthers(userId: string): Promise<boolean> {
  await reload();
  return pending.some(({ owner }) => owner !== null && owner !== userId);
}

const disownedKey = 'nuances.disowned';

/** Takes adopted scans out of the account again: they belonged to somebody else who uses this device. */
export async function disownScans(ids: readonly string[]): Promise<void> {
  const { api } = await import('../trpc.ts');
  for (const id of ids) {
    if (pending.some((scan) => scan.id === id)) await drop(id);
    else await api.results.delete.mutate({ _id: id });
  }
  if (ids.length > 0) storage.set(disownedKey, JSON.stringify(ids));
  announce();
}

/** Whether a scan was taken out of the account on this device; nothing says then that it is saved. */
export function isDisowned(id: string): boolean {
  return storage.get(disownedKey)?.includes(id) ?? false;
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

const none: readonly PendingScan[] = [];

/** Everything that waits on this device, oldest first, whoever it belongs to. */
export function usePendingScans(): readonly PendingScan[] {
  return useSyncExternalStore(
    subscribe,
    () => pending,
    () => none,
  );
}

let started = false;

/** Starts sending what waits: now, when the network returns, when another tab changed something, after a login. */
export function startOutbox(): void {
  if (started) return;
  started = true;
  channel = new BroadcastChannel('nuances-outbox');
  channel.addEventListener('message', () => void reload());
  window.addEventListener('online', () => void sendAll());
  onSessionChange(() => void sendAll());
  void reload().then(sendAll);
}
