import { useMemo, useSyncExternalStore } from 'react';
import { toApiError } from '../api/api-error.ts';
import { currentSession } from '../session/session-store.ts';
import { storage } from '../browser/local-storage.ts';
import { clearMirror, mirrorScan } from './legacy-keys.ts';
import { currentPending, put, reload, sendAll, usePending, withdraw } from './outbox.ts';
import type { OutboxItem, PendingScan } from './outbox-items.ts';

/** What a screen needs to show one scan, wherever it was read from. */
export interface ShownScan {
  readonly answers: readonly number[];
  /** ISO time. */
  readonly createdAt: string;
  /** Id of the scan, on this device and on the server. */
  readonly id: string;
  /** Account it was made in; null while nobody was logged in. */
  readonly owner: string | null;
}

function isScan(item: OutboxItem): item is PendingScan {
  return item.kind === 'scan';
}

/** Keeps a finished scan on the device before anything is sent. */
export async function saveScanLocally(scan: Omit<PendingScan, 'kind' | 'refusal'>): Promise<void> {
  const kept: PendingScan = { ...scan, kind: 'scan', refusal: null };
  await put(kept);
  if (scan.owner === null) mirrorScan(kept);
}

/** The latest scan that this person may see without the server: their own, or one that belongs to nobody yet. */
export async function latestLocalScan(): Promise<PendingScan | undefined> {
  await reload();
  const session = currentSession();
  return currentPending()
    .filter(isScan)
    .findLast(({ owner }) => owner === null || (session.status === 'in' && owner === session.userId));
}

/**
 * After a login: the scans of this device that belong to nobody become the person's, and are sent.
 * Returns their ids. The three keys go once the scans are in the outbox, whether or not the sending works.
 */
export async function claimScans(userId: string): Promise<readonly string[]> {
  await reload();
  const orphans = currentPending()
    .filter(isScan)
    .filter(({ owner }) => owner === null);
  const stored = await Promise.all(orphans.map((scan) => put({ ...scan, owner: userId })));
  // In the database, or with the server: only then is the mirror no longer the last copy.
  if (stored.every(Boolean)) clearMirror();
  await sendAll();
  if (!currentPending().some(({ id }) => orphans.some((orphan) => orphan.id === id))) clearMirror();
  return orphans.map(({ id }) => id);
}

/** In local storage: ids of scans that were taken out of an account again. */
export const unclaimedKey = 'nuances.disowned';

/** Takes adopted scans out of the account again: they belonged to somebody else who uses this device. */
export async function unclaimScans(ids: readonly string[]): Promise<void> {
  const { api } = await import('../api/client.ts');
  for (const id of ids) {
    const waited = await withdraw(id);
    // The server may have one that waited all the same: an answer was lost. Without a network there is nobody to ask.
    await api.results.delete.mutate({ _id: id }).catch((error: unknown) => {
      if (!waited && toApiError(error).code !== 'notFound') throw error;
    });
    if (!isUnclaimed(id)) storage.set(unclaimedKey, `${storage.get(unclaimedKey) ?? ''} ${id}`);
    for (const listener of unclaimListeners) listener();
  }
}

function isUnclaimed(id: string): boolean {
  return storage.get(unclaimedKey)?.includes(id) ?? false;
}

const unclaimListeners = new Set<() => void>();

function onUnclaim(listener: () => void): () => void {
  unclaimListeners.add(listener);
  // Written by another tab.
  window.addEventListener('storage', listener);
  return () => {
    unclaimListeners.delete(listener);
    window.removeEventListener('storage', listener);
  };
}

/** Whether a scan was taken out of the account on this device: nothing is saved then, and no note is linked to it. */
export function useUnclaimed(id: string): boolean {
  return useSyncExternalStore(
    onUnclaim,
    () => isUnclaimed(id),
    () => false,
  );
}

/** The scans that wait on this device, oldest first, whoever they belong to. */
export function usePendingScans(): readonly PendingScan[] {
  const pending = usePending();
  return useMemo(() => pending.filter(isScan), [pending]);
}
