import type { SlotKind } from '@nuances/crypto/vault/slot';
import { createStore, useStore } from '../browser/store.ts';

/** A way to open the vault. */
export interface VaultSlot {
  readonly id: string;
  readonly kind: SlotKind;
  /** Version of the account key that it wraps; an older one than the account's opens nothing. */
  readonly keyVersion: number;
  readonly parameters: string;
  readonly wrapped: string;
  /** Name that the person gave; null without one. */
  readonly name: string | null;
  /** ISO times. */
  readonly createdAt: string;
  readonly usedAt: string | null;
}

/**
 * What the device caught the server at: `older` state, rows that are `missing`, `weaker` parameters, another `mode` than this
 * device knows, another `key`. Nothing is sealed for such a server until the person has decided.
 */
export type VaultWarning = 'older' | 'missing' | 'weaker' | 'mode' | 'key';

/** How far a move is. */
export interface MoveProgress {
  readonly done: number;
  readonly total: number;
  /** `elsewhere`: another device or tab moves; `stuck`: an item could not be moved, see `failed`. */
  readonly state: 'running' | 'offline' | 'paused' | 'stuck' | 'elsewhere';
  /** Items that cannot be opened or that the server refuses. */
  readonly failed: number;
  /** The same by kind, for the page of the move; tags go with their scans. */
  readonly parts?: Readonly<Record<'notes' | 'scans' | 'profile', { readonly done: number; readonly total: number }>>;
}

/** The vault of the logged-in account, as this device knows it. */
export interface VaultView {
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
  /** At the last lock: whether something was being typed, which is sealed now. */
  readonly hasSealedDraft: boolean;
}

const initial: VaultView = {
  mode: 'unknown',
  target: null,
  isRenewal: false,
  keyVersion: 1,
  since: null,
  isOpen: true,
  fingerprint: null,
  compare: null,
  slots: [],
  progress: null,
  warning: null,
  hasSealedDraft: false,
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

/** Calls back when anything of it changes. */
export const onVaultChange = view.subscribe;

/** Changes what is shown; only the modules of this folder do. */
export function showVault(change: Partial<VaultView>): void {
  view.set({ ...view.get(), ...change });
}

/** For another account, or after a logout. */
export function resetVault(): void {
  view.set(initial);
}
