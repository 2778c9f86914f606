import type { VaultDraft } from './draft-vault.ts';

/**
 * Turns the vault on: stores the slots, then moves everything. Resolves when the move has begun; how far it is says
 * `vaultState().progress`.
 * @returns `elsewhere`: another device began meanwhile; this one follows
 * @throws as the calls do; 403 when the proof is older than five minutes
 */
export async function turnOn(_draft: VaultDraft, _passphrase: string): Promise<'begun' | 'elsewhere'> {
  throw new Error('not built yet');
}

/** As {@link turnOn}, from an open vault to a new account key. */
export async function renew(_draft: VaultDraft, _passphrase: string): Promise<'begun' | 'elsewhere'> {
  throw new Error('not built yet');
}

/** Moves everything back to a key of the server. */
export async function turnOff(): Promise<'begun' | 'elsewhere'> {
  throw new Error('not built yet');
}

/** Goes on with a move that is stuck or paused. */
export function resumeMove(): void {
  throw new Error('not built yet');
}

/** Stops moving on this device until {@link resumeMove}, a reload, or another device. */
export function pauseMove(): void {
  throw new Error('not built yet');
}
