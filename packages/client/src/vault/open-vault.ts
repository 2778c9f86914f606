import type { Argon2Cost } from '@nuances/crypto/argon2id';
import { deriveVaultKeys, type AccountKey, type VaultKeys } from '@nuances/crypto/vault/account-key';
import { keyFingerprint } from '@nuances/crypto/vault/fingerprint';
import {
  argon2Floor,
  ParametersInvalid,
  ParametersWeaker,
  readPassphraseParameters,
} from '@nuances/crypto/vault/passphrase-parameters';
import { stretchPassphrase } from '@nuances/crypto/vault/passphrase-secret';
import { readRecoveryCode, recoverySecret } from '@nuances/crypto/vault/recovery-code';
import { unwrapAccountKey, WrapBroken, type SlotKind } from '@nuances/crypto/vault/slot';
import { VaultRows } from './rows.ts';

/** A way to open the vault, as the server has it. */
export interface VaultSlot {
  readonly id: string;
  readonly kind: SlotKind;
  readonly keyVersion: number;
  readonly parameters: string;
  readonly wrapped: string;
}

/** What the server says of the vault. */
export interface SaidVault {
  readonly keyVersion: number;
  readonly slots: readonly VaultSlot[];
}

/** What is remembered of a vault that was opened: the next time it may only be the same, or a renewed one. */
export interface KnownVault {
  readonly keyVersion: number;
  /** Eight words. */
  readonly fingerprint: readonly string[];
  /** The highest numbers of Argon2id that were seen. */
  readonly cost: Argon2Cost;
}

/**
 * Why a vault was not opened. `wrong`: neither its passphrase nor its recovery code; `former`: one of before the renewal of
 * its key, which is under way; `weaker`: the server offers parameters
 * that protect less than is known; `invalid`: parameters that cannot be read or ask for too much work; `older`: the server
 * gave an older key than the known one; `otherKey`: another key under the known number.
 */
export type VaultRefusal = 'wrong' | 'former' | 'weaker' | 'invalid' | 'older' | 'otherKey';

export class VaultRefused extends Error {
  override readonly name = 'VaultRefused';
  readonly reason: VaultRefusal;

  constructor(reason: VaultRefusal, options?: ErrorOptions) {
    super(`The vault was not opened: ${reason}`, options);
    this.reason = reason;
  }
}

/** A vault that is open in this process. */
export interface OpenVault extends KnownVault {
  readonly rows: VaultRows;
}

interface Secrets {
  readonly passphrase: string;
  /** Of the recovery code, if the text can be one. */
  readonly recovery: Uint8Array<ArrayBuffer> | null;
}

/** The account key of a slot; null when the secret does not open it. @throws ParametersWeaker, ParametersInvalid */
async function keyIn(userId: string, slot: VaultSlot, secrets: Secrets, known: Argon2Cost): Promise<AccountKey | null> {
  const { id: slotId, kind, keyVersion, parameters, wrapped } = slot;
  const secret =
    kind === 'recovery'
      ? secrets.recovery
      : kind === 'passphrase'
        ? await stretchPassphrase(secrets.passphrase, readPassphraseParameters(parameters, known))
        : null;
  if (secret === null) return null;
  return unwrapAccountKey(secret, { userId, slotId, kind, keyVersion, parameters }, wrapped).catch((error: unknown) => {
    if (error instanceof WrapBroken) return null;
    throw error;
  });
}

/** Costs may only rise. */
function highest(slots: readonly VaultSlot[], known: Argon2Cost): Argon2Cost {
  return slots
    .filter(({ kind }) => kind === 'passphrase')
    .map(({ parameters }) => readPassphraseParameters(parameters, known).cost)
    .reduce(
      (most, cost) => ({
        memoryKib: Math.max(most.memoryKib, cost.memoryKib),
        passes: Math.max(most.passes, cost.passes),
        lanes: Math.max(most.lanes, cost.lanes),
      }),
      known,
    );
}

/**
 * Opens a vault with its passphrase or its recovery code. Takes about a second for a passphrase.
 * @param secret as it was typed
 * @param known what was remembered when it was opened before
 * @throws VaultRefused
 */
export async function openVaultOf(
  userId: string,
  said: SaidVault,
  secret: string,
  known: KnownVault | null,
): Promise<OpenVault> {
  // On the way back to the server the account has a newer version than the slots, which open the key that its rows still have.
  const keyVersion = Math.max(...said.slots.map((slot) => slot.keyVersion));
  if (known && Math.min(said.keyVersion, keyVersion) < known.keyVersion) throw new VaultRefused('older');
  const code = readRecoveryCode(secret);
  const secrets = { passphrase: secret, recovery: code && recoverySecret(code) };
  try {
    const cost = highest(said.slots, known?.cost ?? argon2Floor);
    const versions = new Map<number, VaultKeys>();
    let fingerprint: readonly string[] | null = null;
    // The recovery code needs no work, so it is tried first; while the key is renewed there are slots of two versions.
    const inOrder = said.slots.toSorted((a, b) => Number(b.kind === 'recovery') - Number(a.kind === 'recovery'));
    for (const slot of inOrder) {
      if (versions.has(slot.keyVersion)) continue;
      const accountKey = await keyIn(userId, slot, secrets, known?.cost ?? argon2Floor);
      if (!accountKey) continue;
      versions.set(slot.keyVersion, await deriveVaultKeys(accountKey));
      if (slot.keyVersion === keyVersion) fingerprint = await keyFingerprint(accountKey);
      accountKey.fill(0);
    }
    if (!fingerprint) throw new VaultRefused(versions.size > 0 ? 'former' : 'wrong');
    const isKnown = known?.keyVersion === keyVersion;
    if (isKnown && known.fingerprint.join(' ') !== fingerprint.join(' ')) throw new VaultRefused('otherKey');
    return { keyVersion, fingerprint, cost, rows: new VaultRows(userId, versions, keyVersion) };
  } catch (cause) {
    if (cause instanceof ParametersWeaker) throw new VaultRefused('weaker', { cause });
    if (cause instanceof ParametersInvalid) throw new VaultRefused('invalid', { cause });
    throw cause;
  }
}
