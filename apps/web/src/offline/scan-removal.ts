import { showToast } from '@nuances/ui/toast';
import { isUnanswered, toApiError } from '@nuances/domain/api-error';
import { readJson } from '@nuances/domain/record';
import { storage } from '../browser/local-storage.ts';
import { createStore, useStore } from '../browser/store.ts';
import { currentI18n, loadNamespaces } from '../i18n/locale-store.ts';
import { isLoggedIn, requireLoggedIn } from '../session/session-store.ts';
import { onLock } from '../keys/lock-listeners.ts';
import { hasVault } from '../keys/vault-mark.ts';
import { onReconnect } from './connection.ts';
import { withdraw } from './send.ts';

/** How long a deletion can be undone, milliseconds. */
export const undoScanMs = 10_000;

/**
 * In local storage: the pending deletions as JSON. They contain only ids and times, and stay when the page is closed.
 */
const storageKey = 'nuances.removing';

interface Removal {
  readonly owner: string;
  readonly id: string;
  /** Milliseconds since 1970; until then the deletion can be undone. */
  readonly due: number;
}

function isRemoval(value: unknown): value is Removal {
  if (typeof value !== 'object' || value === null || !('owner' in value && 'id' in value && 'due' in value))
    return false;
  return typeof value.owner === 'string' && typeof value.id === 'string' && typeof value.due === 'number';
}

function readRemovals(text = storage.get(storageKey)): readonly Removal[] {
  const stored = readJson(text);
  return Array.isArray(stored) ? stored.filter(isRemoval) : [];
}

/** Ids of hidden scans: pending deletions, and deletions since the page was opened. */
const hidden = createStore<ReadonlySet<string>>(new Set(readRemovals().map(({ id }) => id)));
const timers = new Map<string, ReturnType<typeof setTimeout>>();
const listeners = new Set<(id: string) => void>();

function write(removals: readonly Removal[]): void {
  if (removals.length === 0) storage.remove(storageKey);
  else storage.set(storageKey, JSON.stringify(removals));
}

function forget(id: string): void {
  clearTimeout(timers.get(id));
  timers.delete(id);
  write(readRemovals().filter((removal) => removal.id !== id));
}

function unhide(id: string): void {
  hidden.set(new Set([...hidden.get()].filter((one) => one !== id)));
}

type SealedRemoval = (owner: string, rows: { readonly scans: string[] }) => Promise<void>;
let sealedRemoval: SealedRemoval | null = null;

/** Sets what deletes scans of a vault in one step with their manifest; until then such a deletion stays pending. */
export function setSealedRemoval(remove: SealedRemoval): void {
  sealedRemoval = remove;
}

/** Whether a deletion has to wait for the keys of a vault, with which its manifest is signed, or for what the person decides. */
async function waitsForVault(owner: string): Promise<boolean> {
  if (!hasVault(owner)) return false;
  if (sealedRemoval === null) return true;
  const { vaultState } = await import('../keys/vault-view.ts');
  const { mode, isOpen, warning } = vaultState();
  return mode === 'unknown' || !isOpen || warning !== null;
}

/**
 * Deletes a scan on the server, of a vault with its manifest: else the devices miss it. Rejects as the call does, and when
 * another account has logged in, to which the scan would be gone already: a wait for the other tabs takes long.
 */
export async function deleteStoredScan(owner: string, id: string): Promise<void> {
  requireLoggedIn(owner);
  if (hasVault(owner) && sealedRemoval) await sealedRemoval(owner, { scans: [id] });
  else await (await import('../api/client.ts')).api.results.delete.mutate({ _id: id });
}

/** Deletes a scan on the server; without an answer, or in a vault that is closed, the deletion stays pending. */
async function finish({ owner, id }: Removal): Promise<void> {
  if (!isLoggedIn(owner) || (await waitsForVault(owner))) return;
  // Another tab may have undone or finished it.
  if (!readRemovals().some((removal) => removal.id === id)) return;
  const waited = await withdraw(id);
  try {
    await deleteStoredScan(owner, id);
  } catch (error) {
    const failure = toApiError(error);
    if (isUnanswered(failure)) return;
    // A scan that was only in the outbox, or was deleted elsewhere, needs no deletion.
    if (!waited && failure.code !== 'notFound') {
      forget(id);
      unhide(id);
      await loadNamespaces('error');
      showToast({ kind: 'error', text: failure.message ?? currentI18n().LL.error.server() });
      return;
    }
  }
  forget(id);
  for (const listener of listeners) listener(id);
}

/** Deletes what is due, and schedules the rest. */
export function finishRemovals(): void {
  for (const removal of readRemovals()) {
    clearTimeout(timers.get(removal.id));
    const run = () => void finish(removal).catch(() => undefined);
    timers.set(removal.id, setTimeout(run, Math.max(0, removal.due - Date.now())));
  }
}

/**
 * Hides a scan at once and deletes it when the undo time has passed; if the page is closed before, at the next visit.
 * Nothing is sent earlier, so that an undo loses neither the scan's links nor its time of receipt.
 */
export function removeScanLater(owner: string, id: string): void {
  write([...readRemovals().filter((removal) => removal.id !== id), { owner, id, due: Date.now() + undoScanMs }]);
  hidden.set(new Set([...hidden.get(), id]));
  finishRemovals();
}

/** Undoes a deletion while that is possible. */
export function cancelScanRemoval(id: string): void {
  forget(id);
  unhide(id);
}

/** Calls back when the server has deleted a scan. */
export function onScanRemoved(listener: (id: string) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Ids of the scans to hide, though a list may still contain them. */
export function useRemovedScans(): ReadonlySet<string> {
  return useStore(hidden);
}

/** Deletes at once what could still be undone, because the page or the session is about to end. Never rejects. */
export async function finishRemovalsNow(): Promise<void> {
  await Promise.allSettled(readRemovals().map(finish));
}

/** Another tab has begun or undone a deletion. A deletion that was due is complete, and its scan stays hidden. */
function followOtherTab({ key, oldValue, newValue }: StorageEvent): void {
  if (key !== storageKey) return;
  const now = readRemovals(newValue);
  const kept = readRemovals(oldValue).filter(({ id, due }) => due > Date.now() && now.every((one) => one.id !== id));
  const shown = new Set(kept.map(({ id }) => id));
  hidden.set(new Set([...hidden.get(), ...now.map(({ id }) => id)].filter((id) => !shown.has(id))));
  finishRemovals();
}

if (typeof window !== 'undefined') {
  onReconnect(finishRemovals);
  window.addEventListener('storage', followOtherTab);
  // A deletion is signed with the keys that a lock takes away.
  onLock({ seal: () => finishRemovalsNow().then(() => false) });
  // Not when the page is only hidden: after a look at another tab the deletion can still be undone.
  window.addEventListener('pagehide', () => void finishRemovalsNow());
}
