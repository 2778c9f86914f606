import { useMemo } from 'react';
import { toApiError } from '@nuances/domain/api-error';
import type { Exactness } from '@nuances/domain/scan/time';
import { isLoggedIn, requireUserId } from '../session/session-store.ts';
import { useStore } from '../browser/store.ts';
import { storedText } from '../browser/stored-text.ts';
import { withWebLock } from '../browser/web-lock.ts';
import { noteKept } from './not-kept.ts';
import { clearScanKeys, writeScanKeys } from './scan-keys.ts';
import { currentPending, put, reload, usePending } from './outbox.ts';
import type { OutboxItem, PendingScan } from './outbox-items.ts';
import { sendAll, withdraw } from './send.ts';
import { onLock } from '../keys/lock-listeners.ts';
import { hasVault } from '../keys/vault-mark.ts';

/** The fields that a screen needs to show one scan, from any source. */
export interface ShownScan {
  readonly answers: readonly number[];
  /** ISO time. */
  readonly createdAt: string;
  /** How exact that is. */
  readonly moment: Exactness;
  /** Indices of the axes whose answers were taken over from the scan before. */
  readonly kept: readonly number[];
  /** Id of the scan, on this device and on the server. */
  readonly id: string;
  /** Account in which the scan was made; null for a visitor's. */
  readonly owner: string | null;
}

/** A scan that was finished just now, as the result shows it. */
export interface FinishedScan extends ShownScan {
  /** ISO time at which it was finished; missing when the page was opened later. */
  readonly finishedAt?: string;
  /** ISO time of the scan whose answers were taken over. */
  readonly keptFrom?: string;
}

/** Scans of a vault that were finished in this page since it was opened. */
const finishedHere = new Map<string, FinishedScan>();
onLock({ drop: () => finishedHere.clear() });

/** What the browser's history has of a finished scan: it is stored, and outlasts a lock, so of a vault it has the id alone. */
export function historyOf(scan: FinishedScan): { readonly scan: FinishedScan } | { readonly sealedScan: string } {
  if (scan.owner === null || !hasVault(scan.owner)) return { scan };
  // It was sent meanwhile, and the vault may have been locked.
  if (finishedHere.has(scan.id)) finishedHere.set(scan.id, scan);
  return { sealedScan: scan.id };
}

/** The scan that a history entry means; undefined for none, and after a reload or a lock in a vault. */
export function scanOfHistory({ scan, sealedScan }: ScanInHistory): FinishedScan | undefined {
  return scan ?? (sealedScan === undefined ? undefined : finishedHere.get(sealedScan));
}

/** A history entry with a finished scan, see {@link historyOf}. */
export interface ScanInHistory {
  readonly scan?: FinishedScan;
  readonly sealedScan?: string;
}

function isScan(item: OutboxItem): item is PendingScan {
  return item.kind === 'scan';
}

/**
 * Stores a finished scan on the device before it is sent.
 * @returns whether it is in the device's database; otherwise it is kept in memory until it is sent
 */
export async function saveScanLocally(scan: Omit<PendingScan, 'kind' | 'refusal'>): Promise<boolean> {
  const item: PendingScan = { ...scan, kind: 'scan', refusal: null };
  if (scan.owner !== null && hasVault(scan.owner)) finishedHere.set(item.id, item);
  const isStored = await put(item);
  if (scan.owner === null && writeScanKeys(item, isStored)) noteKept(item.id, true);
  return isStored;
}

/** The latest scan on this device that may be shown: the account's own, or one without an owner. */
export async function latestLocalScan(): Promise<PendingScan | undefined> {
  await reload();
  return currentPending()
    .filter(isScan)
    .findLast(({ owner }) => owner === null || isLoggedIn(owner));
}

/** The scans of this device that belong to nobody, oldest first. */
export async function visitorScans(): Promise<readonly PendingScan[]> {
  await reload();
  return currentPending()
    .filter(isScan)
    .filter(({ owner }) => owner === null);
}

/** A visitor's scan on this device; undefined for any other. */
export async function visitorScan(id: string): Promise<PendingScan | undefined> {
  return (await visitorScans()).find((scan) => scan.id === id);
}

/** One page at a time takes scans over. */
const claimLock = 'nuances-claim';

/**
 * Assigns the scans without an owner to the account and sends them. Of two pages one returns them.
 * @returns their ids. The keys in local storage are removed once the scans are in the outbox, whether or not sending
 * works.
 */
export async function claimScans(userId: string): Promise<readonly string[]> {
  const unowned = await withWebLock(claimLock, async () => {
    // It may have taken a while to come here.
    if (!isLoggedIn(userId)) return [];
    const found = await visitorScans();
    const stored = await Promise.all(found.map((scan) => put({ ...scan, owner: userId })));
    // Only now is there another copy than the keys, in the database or on the server.
    if (stored.every(Boolean)) clearScanKeys();
    return found;
  });
  await sendAll();
  if (!currentPending().some(({ id }) => unowned.some((scan) => scan.id === id))) clearScanKeys();
  return unowned.map(({ id }) => id);
}

/** In local storage: ids of scans that were removed from an account again. */
export const unclaimedKey = 'nuances.disowned';

/** Ids, separated by spaces. */
const unclaimed = storedText(unclaimedKey);

/** Removes claimed scans from the account again: they belong to another person who uses this device. */
export async function unclaimScans(ids: readonly string[]): Promise<void> {
  const [owner, { deleteStoredScan }] = [requireUserId(), await import('./scan-removal.ts')];
  for (const id of ids) {
    const waited = await withdraw(id);
    // The server may have a scan that waits here, because its answer was lost. Without a network that cannot be
    // checked.
    await deleteStoredScan(owner, id).catch((error: unknown) => {
      if (!waited && toApiError(error).code !== 'notFound') throw error;
    });
    const before = unclaimed.read();
    if (!before.includes(id)) unclaimed.write(`${before} ${id}`);
  }
}

/** Whether a scan was removed from the account on this device. */
export function useUnclaimed(id: string): boolean {
  return useStore(unclaimed.store).includes(id);
}

/** The scans in the outbox, oldest first, of every owner. */
export function usePendingScans(): readonly PendingScan[] {
  const pending = usePending();
  return useMemo(() => pending.filter(isScan), [pending]);
}
