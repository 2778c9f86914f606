import type { ErrorCode } from '@nuances/domain/errors';
import { isSessionOver, toApiError, type ApiError } from '@nuances/domain/api-error';
import { withWebLock } from '../browser/web-lock.ts';
import {
  currentSession,
  currentUserId,
  isLoggedInEverywhere,
  onSessionChange,
  requireLoggedIn,
} from '../session/session-store.ts';
import { onReconnect } from './connection.ts';
import { loadDelivery } from './delivery.ts';
import { currentPending, drop, lacksKey, put, reload, remove } from './outbox.ts';
import type { Delivery, OutboxItem, PendingNote, ReadableItem, Refusal } from './outbox-items.ts';
import { retryImport } from './retry-import.ts';
import { loadSealing } from './sealer.ts';
import { openTabChannel, postToTabs } from './tab-channel.ts';

/** First pause after a failed attempt; it doubles up to the longest, milliseconds. */
const firstPauseMs = 3_000;
const longestPauseMs = 15_000;
/** Tags that one pass sends, up to two calls each: a word that is changed in every scan leaves calls for the screens (RATE_LIMIT). */
const tagsOfPass = 60;
/** One tab sends at a time. */
const sendLock = 'nuances-outbox';

/** Refusals that may be temporary. All others are about the item, and the server would only repeat them. */
const temporary: readonly ErrorCode[] = ['rateLimited', 'unavailable', 'server', 'vaultChanged'];

const deliveryListeners = new Set<(delivery: Delivery) => void>();
let pauseMs = firstPauseMs;
let timer: ReturnType<typeof setTimeout> | undefined;

/** Whether the same request would be refused again. */
export function isPermanent(refusal: Refusal | null): boolean {
  return refusal !== null && !temporary.includes(refusal.code);
}

/** The refusal in a failure; null when the server gave none, so that the item waits for another attempt. */
export function refusalIn(failure: ApiError): Refusal | null {
  const { code, fieldCodes } = failure;
  if (code === 'network' || code === 'foreign' || isSessionOver(failure)) return null;
  return { code, fields: fieldCodes };
}

/** Items of the same note that are based on this one. */
export function dependentsOf(id: string): readonly PendingNote[] {
  return currentPending().filter((item): item is PendingNote => item.kind === 'note' && item.after === id);
}

/** What a text takes over from the refused one that it replaces: what that was based on. */
export function placeOf({ after, revision, updatedAt = null }: PendingNote) {
  return { after, revision, updatedAt };
}

/** A text waits for the text it is based on and for its linked scan; tags wait for their scan. */
function isBlocked(item: OutboxItem): boolean {
  const isScan = ({ kind }: OutboxItem) => kind === 'scan' || kind === 'sealed';
  if (item.kind === 'tags') return currentPending().some((other) => isScan(other) && other.id === item.scanId);
  if (item.kind !== 'note') return false;
  const scanId = item.content?.scanResultId;
  return currentPending().some(
    (other) => other.id === item.after || (isScan(other) && other.id === scanId && !isPermanent(other.refusal)),
  );
}

function publishDelivery(delivery: Delivery): void {
  for (const listener of deliveryListeners) listener(delivery);
}

/**
 * Sends one item; rejects when the call does. It is removed from the device only after the server has acknowledged it.
 */
async function send(item: ReadableItem): Promise<void> {
  const deliver = await loadDelivery();
  requireLoggedIn(item.owner);
  const delivery = await deliver(item);
  if (delivery.kind === 'note') {
    const { revision, updatedAt } = delivery.answer?.note ?? {};
    for (const dependent of dependentsOf(item.id))
      await put({
        ...dependent,
        after: null,
        revision: revision ?? dependent.revision,
        updatedAt: updatedAt ?? dependent.updatedAt ?? null,
      });
  }
  // Screens show the answer before the item is removed, so that its content never disappears in between.
  publishDelivery(delivery);
  await remove([item.id]);
  postToTabs(delivery);
}

async function afterFailure(item: OutboxItem, error: unknown): Promise<void> {
  const failure = toApiError(error);
  const refusal = refusalIn(failure);
  const [next] = item.kind === 'note' && isPermanent(refusal) ? dependentsOf(item.id) : [];
  // As it is now: it may have been sealed anew while it was sent.
  const now = currentPending().find(({ id }) => id === item.id);
  // The next text contains the whole note, so it replaces the refused one.
  if (item.kind === 'note' && next) await put({ ...next, ...placeOf(item) }, [item.id]);
  else if (refusal && now) await put({ ...now, refusal });
  if (!isPermanent(refusal)) schedule();
}

/** Sends one item now, before older ones; rejects when it stays on the device. */
export async function sendNow(id: string): Promise<void> {
  const item = currentPending().find((one) => one.id === id);
  if (!item || item.kind === 'sealed') return;
  try {
    await send(item);
  } catch (error) {
    await afterFailure(item, error);
    throw error;
  }
}

function schedule(): void {
  clearTimeout(timer);
  timer = setTimeout(() => void sendAll('retryable'), pauseMs);
  pauseMs = Math.min(pauseMs * 2, longestPauseMs);
}

/**
 * Removes an item from the device, once nothing is being sent.
 * @returns whether it was still there
 */
export async function withdraw(id: string): Promise<boolean> {
  let waited = false;
  await withWebLock(sendLock, async () => {
    await reload();
    waited = currentPending().some((item) => item.id === id);
    if (waited) await drop(id);
  });
  return waited;
}

/** Removes the items of an account that match from the device, once nothing is being sent. */
export async function withdrawAll(userId: string, matches: (item: OutboxItem) => boolean): Promise<void> {
  await withWebLock(sendLock, async () => {
    await reload();
    const gone = currentPending().filter((item) => item.owner === userId && matches(item));
    await remove(gone.map(({ id }) => id));
  });
  postToTabs();
}

/**
 * Requests the key of items that are sealed and cannot be opened, or readable and cannot be sealed, without it. Never
 * rejects.
 */
async function openOwnItems(): Promise<void> {
  const userId = currentUserId();
  if (userId === null || !lacksKey(userId)) return;
  try {
    const { fetchKey } = await loadSealing();
    await fetchKey(userId);
    await reload();
  } catch {
    schedule();
  }
}

/**
 * Sends the items of the logged-in account, oldest first; stops when the server does not answer, or takes no more calls.
 * @param which `retryable` leaves out permanently refused items, for attempts by a timer
 */
export async function sendAll(which: 'all' | 'retryable' = 'all'): Promise<void> {
  if (currentSession().status !== 'in') return;
  await withWebLock(sendLock, async () => {
    await reload();
    await openOwnItems();
    let tags = 0;
    for (const { id, owner } of currentPending()) {
      // Sending an earlier item may have changed this one, and another account may have logged in meanwhile.
      const item = currentPending().find((one) => one.id === id);
      if (!isLoggedInEverywhere(owner) || !item || item.kind === 'sealed' || isBlocked(item)) continue;
      if (which === 'retryable' && isPermanent(item.refusal)) continue;
      if (item.kind === 'tags' && (tags += 1) > tagsOfPass) continue;
      try {
        await send(item);
        pauseMs = firstPauseMs;
      } catch (error) {
        await afterFailure(item, error);
        const refusal = refusalIn(toApiError(error));
        if (refusal === null || refusal.code === 'rateLimited') return;
      }
    }
    if (tags <= tagsOfPass) return;
    pauseMs = longestPauseMs;
    schedule();
  });
}

/** Calls back with each item that the server has accepted, and its answer, from this tab or another one. */
export function onDelivery(listener: (delivery: Delivery) => void): () => void {
  deliveryListeners.add(listener);
  return () => deliveryListeners.delete(listener);
}

let started = false;

/** Starts sending: now, when the network returns, when another tab changed something, after a login. */
export function startSending(): void {
  if (started) return;
  started = true;
  openTabChannel((delivery) => {
    if (delivery) publishDelivery(delivery);
    void reload();
  });
  onReconnect(() => void sendAll());
  onSessionChange(() => void sendAll());
  const begin = () => void reload().then(() => sendAll());
  begin();
  // Kept by the browser: it missed what other pages have changed since, and leaving it ended what it was reading.
  window.addEventListener('pageshow', ({ persisted }) => persisted && begin());
  // Loaded while there is a network, so that items stored offline can be sent later.
  retryImport(loadDelivery).catch(() => undefined);
  retryImport(loadSealing).catch(() => undefined);
}
