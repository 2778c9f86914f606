/** The account key of a vault, from one of its slots. */
import type { AccountKey } from '@nuances/crypto/vault/account-key';
import {
  type Argon2Cost,
  ParametersInvalid,
  ParametersWeaker,
  readPassphraseParameters,
} from '@nuances/crypto/vault/passphrase-parameters';
import { readRecoveryCode, recoverySecret } from '@nuances/crypto/vault/recovery-code';
import { unwrapAccountKey, WrapBroken } from '@nuances/crypto/vault/slot';
import type { StoredSlot } from '../offline/database.ts';
import { askForSecret } from './passkey-secrets.ts';
import { pinOf } from './pins.ts';
import { stretchInWorker } from './stretch-in-worker.ts';

/** What somebody opens a vault with. */
export type WayIn =
  | { readonly kind: 'passphrase'; readonly text: string }
  /** As it was typed. */
  | { readonly kind: 'recovery'; readonly text: string }
  | { readonly kind: 'passkey' };

/** A slot that was opened. Overwrite the account key as soon as it was used. */
export interface OpenedSlot {
  readonly slot: StoredSlot;
  readonly accountKey: AccountKey;
  /** Of a passphrase; null for the others. */
  readonly cost: Argon2Cost | null;
}

/**
 * Why a slot was not opened. `wrong`: not this passphrase or code; `weaker`: the server offers parameters that protect less
 * than this device knows; `stopped`: no passkey was presented; `logsIn`: the passkey gives no secret.
 */
export type NotOpened = 'wrong' | 'weaker' | 'stopped' | 'logsIn';

async function unwrapped(
  userId: string,
  slot: StoredSlot,
  secret: Uint8Array<ArrayBuffer>,
  cost: Argon2Cost | null = null,
): Promise<OpenedSlot | 'wrong'> {
  const { id: slotId, kind, keyVersion, parameters, wrapped } = slot;
  try {
    const accountKey = await unwrapAccountKey(secret, { userId, slotId, kind, keyVersion, parameters }, wrapped);
    return { slot, accountKey, cost };
  } catch (error) {
    if (error instanceof WrapBroken) return 'wrong';
    throw error;
  }
}

/** @throws StretchFailed */
async function openWithPassphrase(
  owner: string,
  slots: readonly StoredSlot[],
  text: string,
): Promise<OpenedSlot | 'wrong' | 'weaker'> {
  const floor = (await pinOf(owner))?.cost ?? undefined;
  for (const slot of slots) {
    try {
      const parameters = readPassphraseParameters(slot.parameters, floor);
      const opened = await unwrapped(owner, slot, await stretchInWorker(text, parameters), parameters.cost);
      if (opened !== 'wrong') return opened;
    } catch (error) {
      // Also more work than a device does: the server made it up.
      if (error instanceof ParametersWeaker || error instanceof ParametersInvalid) return 'weaker';
      throw error;
    }
  }
  return 'wrong';
}

async function openWithPasskey(
  owner: string,
  slots: readonly StoredSlot[],
): Promise<OpenedSlot | Exclude<NotOpened, 'weaker'>> {
  const answer = await askForSecret(slots.map(({ parameters }) => parameters));
  if (answer === 'stopped') return 'stopped';
  const slot = slots.find(({ parameters }) => parameters === answer.parameters);
  if (!slot || !answer.secret) return 'logsIn';
  return unwrapped(owner, slot, answer.secret);
}

/**
 * Opens one of the slots of a version of the account key. A passphrase takes up to two seconds.
 * @throws StretchFailed
 */
export async function openSlot(
  owner: string,
  slots: readonly StoredSlot[],
  keyVersion: number,
  way: WayIn,
): Promise<OpenedSlot | NotOpened> {
  const fitting = slots.filter((slot) => slot.kind === way.kind && slot.keyVersion === keyVersion);
  if (way.kind === 'passkey') return openWithPasskey(owner, fitting);
  if (way.kind === 'passphrase') return openWithPassphrase(owner, fitting, way.text);
  const code = readRecoveryCode(way.text);
  if (!code) return 'wrong';
  for (const slot of fitting) {
    const opened = await unwrapped(owner, slot, recoverySecret(code));
    if (opened !== 'wrong') return opened;
  }
  return 'wrong';
}
