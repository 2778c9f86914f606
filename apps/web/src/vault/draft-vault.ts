import { newAccountKey, type AccountKey } from '@nuances/crypto/vault/account-key';
import { keyFingerprint } from '@nuances/crypto/vault/fingerprint';
import { newRecoveryCode, type RecoveryCode } from '@nuances/crypto/vault/recovery-code';
import { newSlots, type NewSlot, type WrappedKey } from './new-slots.ts';
import { addPasskeyWithSecret, askForNewSecret, type PasskeyAnswer } from './passkey-secrets.ts';

/** A passkey that was asked for while a vault is being made. `logsIn`: it gives no secret, so it opens no vault. */
export interface DraftedPasskey {
  readonly can: 'opens' | 'logsIn';
  readonly name: string;
}

interface PasskeyDraft {
  readonly name: string;
  readonly parameters: string;
  readonly secret: Uint8Array<ArrayBuffer>;
}

/** A new account key and the ways to open it, in the memory of this page only until it is sealed. */
export interface VaultDraft {
  readonly accountKey: AccountKey;
  readonly recoveryCode: RecoveryCode;
  /** Eight words. */
  readonly fingerprint: readonly string[];
  /** Passkeys that open it, by credential. */
  readonly passkeys: Map<string, PasskeyDraft>;
}

/** Makes a new account key and a recovery code. */
export async function draftVault(): Promise<VaultDraft> {
  const accountKey = newAccountKey();
  const fingerprint = await keyFingerprint(accountKey);
  return { accountKey, recoveryCode: newRecoveryCode(), fingerprint, passkeys: new Map() };
}

function addSecret({ passkeys }: VaultDraft, name: string, answer: PasskeyAnswer): DraftedPasskey {
  const { credentialId, parameters, secret } = answer;
  if (secret) passkeys.set(credentialId, { name, parameters, secret });
  return { can: secret ? 'opens' : 'logsIn', name };
}

/**
 * Makes a passkey of the account for the vault.
 * @returns `already`: this device has one of the account, see {@link askDraftPasskey}; null when none was made
 * @throws as the calls do; 403 `proofRequired` when the proof is older than five minutes
 */
export async function addDraftPasskey(draft: VaultDraft, name: string): Promise<DraftedPasskey | 'already' | null> {
  const added = await addPasskeyWithSecret(name);
  if (added === null || added === 'already') return added;
  return addSecret(draft, name, added.answer === 'stopped' ? added.made : added.answer);
}

/**
 * Asks for one of the passkeys that the account has.
 * @returns null when none was presented
 * @throws as the call does
 */
export async function askDraftPasskey(draft: VaultDraft, name: string): Promise<DraftedPasskey | null> {
  const answer = await askForNewSecret();
  return answer === 'stopped' ? null : addSecret(draft, name, answer);
}

/** The slots of a draft, for the next version of the account's key. Takes up to two seconds. @throws StretchFailed */
export function slotsOf(
  { accountKey, recoveryCode, passkeys }: VaultDraft,
  place: Omit<WrappedKey, 'accountKey'>,
  passphrase: string,
): Promise<NewSlot[]> {
  return newSlots({ ...place, accountKey }, { passphrase, recoveryCode, passkeys: [...passkeys.values()] });
}
