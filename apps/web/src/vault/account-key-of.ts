/** The account key of a vault, from one of its slots. */
import type { Argon2Cost } from '@nuances/crypto/argon2id';
import type { AccountKey } from '@nuances/crypto/vault/account-key';
import {
  ParametersInvalid,
  ParametersWeaker,
  readPassphraseParameters,
} from '@nuances/crypto/vault/passphrase-parameters';
import { readRecoveryCode, recoverySecret } from '@nuances/crypto/vault/recovery-code';
import { unwrapAccountKey, WrapBroken } from '@nuances/crypto/vault/slot';
import type { StoredSlot } from '../offline/database.ts';
import { askForSecret, type PasskeyAnswer } from './passkey-secrets.ts';
import { pinOf } from './pins.ts';
import { stretchInWorker } from './stretch-in-worker.ts';

/** What somebody opens a vault with. */
export type WayIn =
  | { readonly kind: 'passphrase'; readonly text: string }
  /** As it was typed. */
  | { readonly kind: 'recovery'; readonly text: string }
  /** `answer`: what it gave at a login; else it is asked for. */
  | { readonly kind: 'passkey'; readonly answer?: PasskeyAnswer };

/** A slot that was opened. Overwrite the account key as soon as it was used. */
export interface OpenedSlot {
  readonly slot: StoredSlot;
  readonly accountKey: AccountKey;
  /** Of a passphrase; null for the others. */
  readonly cost: Argon2Cost | null;
  /** The account key before, where the same touch of a passkey opened it. */
  readonly formerKey?: AccountKey;
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
  formerSlots: readonly StoredSlot[],
  given: PasskeyAnswer | undefined,
): Promise<OpenedSlot | Exclude<NotOpened, 'weaker'>> {
  const parametersOf = (some: readonly StoredSlot[]) => some.map(({ parameters }) => parameters);
  const answer = given ?? (await askForSecret(parametersOf(slots), parametersOf(formerSlots)));
  if (answer === 'stopped') return 'stopped';
  const { secret, former } = answer;
  const slot = slots.find(({ parameters }) => parameters === answer.parameters);
  if (!slot || !secret) return 'logsIn';
  const opened = await unwrapped(owner, slot, secret);
  const formerSlot = formerSlots.find(({ parameters }) => parameters === former?.parameters);
  if (opened === 'wrong' || !former || !formerSlot) return opened;
  const before = await unwrapped(owner, formerSlot, former.secret);
  return before === 'wrong' ? opened : { ...opened, formerKey: before.accountKey };
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
  const ofVersion = (version: number) => slots.filter((slot) => slot.kind === way.kind && slot.keyVersion === version);
  const fitting = ofVersion(keyVersion);
  if (way.kind === 'passkey') return openWithPasskey(owner, fitting, ofVersion(keyVersion - 1), way.answer);
  if (way.kind === 'passphrase') return openWithPassphrase(owner, fitting, way.text);
  const code = readRecoveryCode(way.text);
  if (!code) return 'wrong';
  for (const slot of fitting) {
    const opened = await unwrapped(owner, slot, recoverySecret(code));
    if (opened !== 'wrong') return opened;
  }
  return 'wrong';
}
