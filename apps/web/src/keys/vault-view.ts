import { firstKeyVersion } from '@nuances/domain/vault/state';
import { createStore, useStore } from '../browser/store.ts';
import type { StoredSlot, StoredVault } from '../offline/database.ts';
import { openedKeys } from './opened-keys.ts';

/** A row that does not open, or the tags of one that does, as they are stored. */
export interface Unopened {
  readonly kind: 'note' | 'scan' | 'tags' | 'moods' | 'profile';
  /** Of the profile: the account's. */
  readonly _id: string;
  readonly keyVersion: number;
  /** Null for the profile, whose time nothing says. */
  readonly createdAt: string | null;
  /** Envelopes; a note of before the vault has two, a scan may have one of its tags. */
  readonly sealed: readonly string[];
}

/** A way to open the vault. */
export type VaultSlot = StoredSlot;

/**
 * What the device caught the server at: an `older` key, a `former` passphrase or code that another one took the place of,
 * `missing` rows, `weaker` parameters of the passphrase, no vault or a move to the server that no device of the person asked for
 * (`mode`), another `key`. Nothing is sealed for such a server until
 * the person has decided.
 */
export type VaultWarning = 'older' | 'former' | 'missing' | 'weaker' | 'mode' | 'key';

/** How far one kind of content is in a move. */
export interface MovePart {
  readonly done: number;
  readonly total: number;
}

/** How far a move is. */
export interface MoveProgress extends MovePart {
  /** The same by kind; tags go with their scans. */
  readonly parts: Readonly<Record<'notes' | 'scans' | 'moods' | 'profile', MovePart>>;
  /**
   * `elsewhere`: another tab moves; `stuck`: items could not be moved, see `failed` and `unopened`; `closed`: the key before
   * would open them, and is not on this device.
   */
  readonly state: 'running' | 'offline' | 'paused' | 'stuck' | 'elsewhere' | 'closed';
  /** Items that the server refuses. */
  readonly failed: number;
  /** What no key here opens, and the person has not left out. */
  readonly unopened: readonly Unopened[];
}

/** The vault of the logged-in account, as this device knows it. */
export interface VaultView {
  /** Null before the device or the server has said. */
  readonly owner: string | null;
  /** `unknown` until the device or the server has said. */
  readonly mode: 'unknown' | 'none' | 'moving' | 'vault';
  /** Where a move goes; null without one. */
  readonly target: 'vault' | 'server' | null;
  /** Whether the move makes a new key for a vault that there was already. */
  readonly isRenewal: boolean;
  readonly keyVersion: number;
  /** ISO time since which there is a vault; null without one. */
  readonly since: string | null;
  /** Whether its content can be read here. Always true without a vault. */
  readonly isOpen: boolean;
  /** Eight words; null while the vault is closed. */
  readonly fingerprint: readonly string[] | null;
  /** `first`: compare the fingerprint, this device opened the vault for the first time; `renewed`: it was renewed elsewhere. */
  readonly compare: 'first' | 'renewed' | null;
  readonly slots: readonly VaultSlot[];
  /** Null without a move. */
  readonly progress: MoveProgress | null;
  readonly warning: VaultWarning | null;
  /** Whether this page has found all rows of the manifest, or the person has accepted what there is, since it was opened. */
  readonly isChecked: boolean;
  /** Whether something on this device opens only by a way in from before a renewal, which the device still has. */
  readonly needsFormer: boolean;
  /** Whether this page was locked while it was open: by the person, by itself, or by another tab. */
  readonly wasLocked: boolean;
  /** At the last lock: who has what was being typed, sealed; `page`: only the memory of this one. Null for nothing. */
  readonly sealedDraft: 'device' | 'page' | null;
}

const initial: VaultView = {
  owner: null,
  mode: 'unknown',
  target: null,
  isRenewal: false,
  keyVersion: firstKeyVersion,
  since: null,
  isOpen: true,
  fingerprint: null,
  compare: null,
  slots: [],
  progress: null,
  warning: null,
  isChecked: false,
  needsFormer: false,
  wasLocked: false,
  sealedDraft: null,
};

const view = createStore<VaultView>(initial);

/** The vault of the logged-in account; renders again when it changes. */
export function useVault(): VaultView {
  return useStore(view);
}

/** As {@link useVault}, outside of React. */
export function vaultState(): VaultView {
  return view.get();
}

/** @throws TypeError while the server is not trusted, as without a network: what is sent, or deleted there, has to wait */
export function requireTrust(): void {
  if (view.get().warning !== null) throw new TypeError('nothing is sealed for this server');
}

/** Whether devices sealed everything before: what is readable came past them. */
export function sealsEverything(): boolean {
  const { mode, isRenewal } = view.get();
  return mode === 'vault' || isRenewal;
}

/** Calls back when anything of it changes. */
export const onVaultChange = view.subscribe;

/** Changes what is shown; only the modules of this folder do. */
export function showVault(change: Partial<VaultView>): void {
  view.set({ ...view.get(), ...change });
}

/** Shows what the device knows of a vault. */
export function showDeviceVault(vault: StoredVault): void {
  const { owner, mode, target, keyVersion, since, slots, missing } = vault;
  const { warning } = view.get();
  const current = mode === 'none' ? undefined : openedKeys(vault);
  showVault({
    owner,
    mode,
    target,
    isRenewal: target === 'vault' && since !== null,
    keyVersion,
    since,
    slots,
    isOpen: mode === 'none' || current !== undefined,
    fingerprint: current?.fingerprint ?? null,
    ...(mode === 'moving' ? {} : { progress: null }),
    // Other warnings are of what the server says, this one is of what it holds.
    ...(warning === null || warning === 'missing' ? { warning: mode === 'vault' && missing ? 'missing' : null } : {}),
  });
}

/** For another account, or after a logout. */
export function resetVault(): void {
  view.set(initial);
}
