import { readPasskeyParameters } from '@nuances/crypto/vault/passkey-secret';
import { api } from '../api/client.ts';
import { storage } from '../browser/local-storage.ts';
import { keyMark } from '../keys/key-mark.ts';
import type { StoredVaultKeys } from '../offline/database.ts';
import { postVault } from '../offline/tab-channel.ts';
import { requireUserId } from '../session/session-store.ts';
import { RowRefused } from '../sync/row-refused.ts';
import { changeDeviceVault } from '../keys/device-vault.ts';
import { slotsOf, type VaultDraft } from './draft-vault.ts';
import { isSilence } from '../api/is-silence.ts';
import { applyVaultState, type VaultState, whileBeginning } from './follow-state.ts';
import { lockCount } from '../keys/keyring.ts';
import { continueAfterChoice, continueMove, setMovePaused } from './move-run.ts';
import type { NewSlot } from './new-slots.ts';
import { keysOf } from './open-vault.ts';
import { pinOf, pinVault, printOf } from './pins.ts';
import { noticeVault } from './load-vault.ts';
import { hasVault, markVault, unmarkVault } from '../keys/vault-mark.ts';
import { argon2Floor } from '@nuances/crypto/vault/passphrase-parameters';
import { toApiError } from '@nuances/domain/api-error';

/** Whether the move that was asked for has begun; `elsewhere`: another device began one, and this one follows. */
export type Beginning = 'begun' | 'elsewhere';

interface NewKey {
  readonly slots: readonly NewSlot[];
  readonly opened: StoredVaultKeys;
}

/** Follows what another device did. */
async function follow(owner: string, state: VaultState): Promise<Beginning> {
  await applyVaultState(owner, state);
  if (state.keyMode !== 'server') noticeVault(owner);
  return 'elsewhere';
}

/**
 * Begins a move. The device stores what it is about to ask for before it asks: a page may end before it has the answer, and
 * the server may have begun.
 */
async function begin(
  from: 'server' | 'vault',
  to: 'vault' | 'server',
  makeKey: (place: { readonly userId: string; readonly keyVersion: number }) => Promise<NewKey | null>,
): Promise<Beginning> {
  const owner = requireUserId();
  const before = await api.vault.state.query();
  if (before.keyMode !== from) return follow(owner, before);
  const keyVersion = before.keyVersion + 1;
  const pin = to === 'vault' ? await pinOf(owner) : null;
  // After a restore: of two keys with one number, this device and other tabs would go on with the wrong one.
  if (pin && keyVersion <= pin.keyVersion) {
    await applyVaultState(owner, before);
    throw new RowRefused('vaultChanged');
  }
  const since = lockCount();
  const key = await makeKey({ userId: owner, keyVersion });
  if (lockCount() !== since) throw new Error('the vault was locked meanwhile');
  const slots = key?.slots ?? [];
  const begun = { keyVersion, target: to, slotIds: slots.map(({ id }) => id), keys: key?.opened ?? null };
  const wasMarked = hasVault(owner);
  try {
    const state = await whileBeginning(async () => {
      await changeDeviceVault(owner, (known) => ({ ...known, begun }));
      markVault(owner);
      return api.vault.begin.mutate({ to, keyVersion: before.keyVersion, slots: [...slots] });
    });
    storage.set(keyMark, '1');
    await applyVaultState(owner, state);
  } catch (error) {
    const failure = toApiError(error);
    if (!isSilence(failure) && failure.code !== 'server') {
      // Nothing began, or another device was faster.
      await changeDeviceVault(owner, (known) => ({ ...known, begun: null }));
      if (!wasMarked) unmarkVault();
      if (failure.code === 'vaultChanged') return follow(owner, await api.vault.state.query());
      throw error;
    }
    // It may have begun. The vault starts, asks, and goes on, or forgets it.
    noticeVault(owner);
    throw error;
  }
  if (key) {
    const passkey = key.slots.find(({ kind }) => kind === 'passkey');
    const input = passkey && readPasskeyParameters(passkey.parameters)?.input;
    await pinVault(owner, { keyVersion, print: await printOf(key.opened.fingerprint), cost: argon2Floor, input });
  }
  noticeVault(owner);
  postVault('changed');
  continueMove(owner);
  return 'begun';
}

const newKeyOf = (draft: VaultDraft, passphrase: string) => async (place: { userId: string; keyVersion: number }) => {
  const slots = await slotsOf(draft, place, passphrase);
  // The key of the draft stays: the call may have to be made again, after a proof of the password.
  return { slots, opened: await keysOf(draft.accountKey, place.keyVersion) };
};

async function sealWith(from: 'server' | 'vault', draft: VaultDraft, passphrase: string): Promise<Beginning> {
  const beginning = await begin(from, 'vault', newKeyOf(draft, passphrase));
  // The answer to an earlier try may have been lost: the pin knows whose key it is, also once the vault is locked.
  const pin = beginning === 'elsewhere' ? await pinOf(requireUserId()) : null;
  const isOwn = pin !== null && pin.print === (await printOf(draft.fingerprint));
  draft.accountKey.fill(0);
  return isOwn ? 'begun' : beginning;
}

/**
 * Turns the vault on: stores the slots, then moves everything. Resolves when the move has begun; how far it is says
 * `vaultState().progress`.
 * @throws as the calls do; 403 `proofRequired` when the proof is older than five minutes; StretchFailed
 */
export function turnOn(draft: VaultDraft, passphrase: string): Promise<Beginning> {
  return sealWith('server', draft, passphrase);
}

/** As {@link turnOn}, from an open vault to a new account key. */
export function renew(draft: VaultDraft, passphrase: string): Promise<Beginning> {
  return sealWith('vault', draft, passphrase);
}

/** Moves everything back to a key of the server. */
export function turnOff(): Promise<Beginning> {
  return begin('vault', 'server', async () => null);
}

/** Goes on with a move that is stuck or paused. */
export function resumeMove(): void {
  setMovePaused(false);
  continueAfterChoice(requireUserId());
}

/** Stops moving on this device until {@link resumeMove}, a reload, or another device. */
export function pauseMove(): void {
  setMovePaused(true);
}
