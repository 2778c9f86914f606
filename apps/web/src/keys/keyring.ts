import type { VaultKeys } from '@nuances/crypto/vault/account-key';
import type { StoredVault } from '../offline/database.ts';
import { storage } from '../browser/local-storage.ts';
import { currentUserId, isLoggedIn } from '../session/session-store.ts';
import { closeInMemory, deleteOpenedKeys, forgetDeviceVaults, readDeviceVault } from './device-vault.ts';
import { lockListeners } from './lock-listeners.ts';
import { openedKeys } from './opened-keys.ts';
import { markedVault, mustLockKey, unmarkVault } from './vault-mark.ts';

/** The keys of a vault that is open on this device. In a move there are those of two versions, or none of one side. */
export interface OpenVault {
  readonly owner: string;
  /** Keys by version of the account key. */
  readonly versions: ReadonlyMap<number, VaultKeys>;
  /**
   * The version under which everything is sealed from now on; null in a move to the server and after it, where envelopes of
   * version 1 are written with the note key.
   */
  readonly writes: number | null;
  /** Seals what the device stores: copies, drafts, outbox. An AES-GCM key, as the note key is. */
  readonly device: CryptoKey;
}

/** How long what is being typed may take to be sealed, milliseconds. */
const sealTimeoutMs = 2_000;

/** Lets everyone seal what is being typed. @returns whether there was anything. Never rejects. */
export async function sealTyped(): Promise<boolean> {
  const seals = Array.from(lockListeners, async ({ seal }) => (await seal?.().catch(() => false)) ?? false);
  const late = new Promise<readonly boolean[]>((resolve) => {
    setTimeout(() => resolve([]), sealTimeoutMs);
  });
  return (await Promise.race([Promise.all(seals), late])).includes(true);
}

/** With the number and the fingerprint of each key: after the restore of a backup, another key may get the same number. */
interface HeldVault extends OpenVault {
  readonly prints: string;
}

let open: HeldVault | null = null;
/** Counts locks: keys that were read or derived before a lock must not be taken in after it. */
let locks = 0;
const changeListeners = new Set<() => unknown>();

function publish(): void {
  for (const listener of changeListeners) listener();
}

/**
 * Calls back as {@link onKeysChange}, and waits for what the listeners do, before a key goes that they may need. Never
 * rejects.
 * @returns whether it may go: a full disk may have refused what was to be sealed anew
 */
export async function settleKeysChange(): Promise<boolean> {
  const settled = await Promise.allSettled(Array.from(changeListeners, async (listener) => listener()));
  return settled.every((one) => one.status === 'fulfilled' && one.value !== false);
}

/** The keys of an account in the memory of this page; null while its vault is closed or was not read yet. */
export function vaultKeys(owner: string): OpenVault | null {
  return open?.owner === owner ? open : null;
}

/**
 * Calls back when keys were opened, added by a move, or went: whoever stores something sealed with the `device` key seals it
 * anew, or reads what it could not open before. The keys of an ended vault are there until its promise has settled, and stay
 * when it resolves with false.
 */
export function onKeysChange(listener: () => unknown): () => void {
  changeListeners.add(listener);
  return () => changeListeners.delete(listener);
}

/** Number of locks so far; give it to {@link applyKeys}. */
export function lockCount(): number {
  return locks;
}

const isSameVault = (one: HeldVault, other: HeldVault) =>
  one.owner === other.owner && one.writes === other.writes && one.prints === other.prints;

/**
 * Takes the keys of a stored vault into memory, as they are: none of a closed one.
 * @param since {@link lockCount} before they were read or derived
 * @returns whether the vault is open now
 */
export function applyKeys(vault: StoredVault, since: number): boolean {
  if (locks !== since || storage.get(mustLockKey) !== null || !isLoggedIn(vault.owner)) return false;
  const current = openedKeys(vault);
  const next = current && {
    owner: vault.owner,
    versions: new Map(vault.opened.map(({ keyVersion, keys }) => [keyVersion, keys])),
    writes: vault.target === 'server' || vault.mode === 'none' ? null : current.keyVersion,
    device: current.keys.device,
    prints: Array.from(vault.opened, ({ keyVersion, fingerprint }) => [keyVersion, ...fingerprint].join(' '))
      .sort()
      .join(),
  };
  if (next && open && isSameVault(open, next)) return true;
  if (!next && !open) return false;
  open = next ?? null;
  publish();
  return open !== null;
}

/** Whether the keys go from this page with a vault as it is stored now: another device renews them. */
export function takesKeys(vault: StoredVault): boolean {
  return vaultKeys(vault.owner) !== null && openedKeys(vault) === undefined;
}

/** What was read of a vault, without its keys when the page was locked since: it must not be shown as open. */
export function unlessLocked(vault: StoredVault, since: number): StoredVault {
  return locks === since || open?.owner === vault.owner ? vault : { ...vault, opened: [] };
}

/** Lets go of the keys of a vault that has ended; what was opened with them stays. */
export function forgetOpenVault(): void {
  locks += 1;
  open = null;
  publish();
}

/** Drops the keys and all opened content from the memory of this page. */
export function dropKeys(): void {
  locks += 1;
  open = null;
  closeInMemory();
  for (const { drop } of lockListeners) drop?.();
  // The browser keeps the text that a pattern has last matched (`RegExp.input`), perhaps that of a note.
  /^/.exec('');
  publish();
}

/**
 * At the end of a session: no key stays on this device. The wrapped keys do, as in a lock, unless the person logs out or erases
 * the account: after the restore of a backup, this device may be the only one that has those of a newer passphrase. Never rejects.
 */
export async function forgetVaults(): Promise<void> {
  if (currentUserId() !== null) return;
  // Without a vault, what waits is not read again, and messages about it stay.
  if (markedVault() !== null) dropKeys();
  unmarkVault();
  if (!(await deleteOpenedKeys(true))) await forgetDeviceVaults();
}

/** The keys of an account from memory or from the device; never asks the server. Null while its vault is closed. */
export async function knownVaultKeys(owner: string): Promise<OpenVault | null> {
  const known = vaultKeys(owner);
  if (known) return known;
  const since = locks;
  const stored = await readDeviceVault(owner);
  if (stored) applyKeys(stored, since);
  return vaultKeys(owner);
}
