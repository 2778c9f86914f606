declare const sealedText: unique symbol;

/** Text sealed by `note-envelope.ts`: base64(IV 12 | tag 16 | ciphertext). */
export type SealedText = string & { readonly [sealedText]: true };

/** IV and tag. */
const OVERHEAD_BYTES = 12 + 16;

/** Characters of the envelope around a text of so many bytes. */
export function envelopeLength(bytes: number): number {
  return 4 * Math.ceil((OVERHEAD_BYTES + bytes) / 3);
}

const SHORTEST = envelopeLength(0);

/**
 * Whether a string has the shape of an envelope: padded standard base64 of at least 28 bytes. It
 * does not mean that a key opens it. Linear in the length.
 */
export function isEnvelope(value: string): value is SealedText {
  return value.length >= SHORTEST && value.length % 4 === 0 && /^[A-Za-z0-9+/]+={0,2}$/.test(value);
}

/**
 * Whether a string is as long as the envelope of a text of so many bytes. For what was encoded here: the whole check of
 * {@link isEnvelope} takes a task of its own for a copy of 20,000 scans.
 */
export function hasEnvelopeLength(encoded: string, textBytes: number): encoded is SealedText {
  return encoded.length === envelopeLength(textBytes);
}

/** With what an envelope of a vault begins (`vault/envelope.ts`); no other one can. */
export const vaultPrefix = 'v2.';

/** Whether a string has the shape of an envelope of a vault; not whether a key opens it. */
export function isVaultEnvelope(value: string): boolean {
  return value.startsWith(vaultPrefix) && isEnvelope(value.slice(vaultPrefix.length));
}

/**
 * What a manifest of a vault (`vault/manifest.ts`) says of itself: whose it is, of which key, and its number. Null for another
 * text. Nothing is verified.
 */
export function manifestHead(text: string): { userId: string; keyVersion: number; sequence: number } | null {
  const shape = /^m1\.[A-Za-z0-9+/]{43}=\.1\|([^|]{1,36})\|(\d{1,15})\|(\d{1,15})\|[0-9a-z|]+$/;
  const [, userId, keyVersion, sequence] = shape.exec(text) ?? [];
  return userId === undefined ? null : { userId, keyVersion: Number(keyVersion), sequence: Number(sequence) };
}

/** Whether a string has the shape of a wrapped account key (`vault/slot.ts`), of 92 bytes. */
export function isVaultWrap(value: string): boolean {
  return /^w1\.[A-Za-z0-9+/]{123}=$/.test(value);
}
