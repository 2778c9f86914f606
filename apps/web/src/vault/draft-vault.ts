import type { AccountKey } from '@nuances/crypto/vault/account-key';
import type { RecoveryCode } from '@nuances/crypto/vault/recovery-code';
import type { Locale } from '@nuances/domain/locales';

/** A passkey that was asked for while a vault is being made. `logsIn`: it gives no secret, so it opens no vault. */
export type DraftedPasskey = { readonly can: 'opens' | 'logsIn'; readonly name: string };

/** A new account key and the ways to open it, in the memory of this page only until it is sealed. */
export interface VaultDraft {
  readonly accountKey: AccountKey;
  readonly recoveryCode: RecoveryCode;
  /** Six words of the person's language. */
  readonly suggestedPassphrase: string;
  /** Eight words. */
  readonly fingerprint: readonly string[];
}

/** Makes a new account key, a recovery code and a suggestion for the passphrase. */
export async function draftVault(_locale: Locale): Promise<VaultDraft> {
  throw new Error('not built yet');
}

/**
 * Adds a passkey: makes a new one, or asks for one that the account has already.
 * @returns `already`: this device has one; null when none was presented
 * @throws as the calls do; 403 when the proof is older than five minutes
 */
export async function addDraftPasskey(_draft: VaultDraft, _name: string): Promise<DraftedPasskey | 'already' | null> {
  throw new Error('not built yet');
}
