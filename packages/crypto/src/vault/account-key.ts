/**
 * The account key of a vault: 256 random bits, made on the device, and the keys that are derived from it. It encrypts
 * nothing itself (docs/vault.md). For the browser and Node.
 */
import { derivation, importSecret, type WebKey } from './derivation.ts';

declare const isKey: unique symbol;

/** 32 random bytes. Hold it only while it is wrapped or its keys are derived. */
export type AccountKey = Uint8Array<ArrayBuffer> & { readonly [isKey]: true };

/** Whether bytes are as long as an account key. */
export function isAccountKey(bytes: Uint8Array<ArrayBuffer>): bytes is AccountKey {
  return bytes.length === 32;
}

/** A new account key. */
export function newAccountKey(): AccountKey {
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  if (!isAccountKey(bytes)) throw new RangeError('An account key has 32 bytes');
  return bytes;
}

/** What seals: notes, scans, their tags, the profile, and what a device stores. */
const sealingLabels = ['notes', 'scans', 'tags', 'profile', 'device'] as const;

export type SealingLabel = (typeof sealingLabels)[number];

/** The derived keys. None can be extracted; IndexedDB can store them. */
export type VaultKeys = Readonly<Record<SealingLabel | 'manifest', WebKey>>;

/** Derives the keys of an opened vault. */
export async function deriveVaultKeys(accountKey: AccountKey): Promise<VaultKeys> {
  const secret = await importSecret(accountKey);
  const sealing = async (label: SealingLabel) =>
    crypto.subtle.deriveKey(derivation(label), secret, { name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt']);
  const [notes, scans, tags, profile, device, manifest] = await Promise.all([
    sealing('notes'),
    sealing('scans'),
    sealing('tags'),
    sealing('profile'),
    sealing('device'),
    crypto.subtle.deriveKey(derivation('manifest'), secret, { name: 'HMAC', hash: 'SHA-256', length: 256 }, false, [
      'sign',
      'verify',
    ]),
  ]);
  return { notes, scans, tags, profile, device, manifest };
}
