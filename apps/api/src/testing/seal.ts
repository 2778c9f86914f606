/**
 * An independent implementation of the note envelope from its description, with Node's crypto, as a client in another
 * language would have it.
 */
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

const keyOf = (hex: string) => Buffer.from(hex, 'hex');

/** base64(IV 12 | tag 16 | ciphertext), AES-256-GCM. */
export function seal(userKey: string, text: string): string {
  const iv = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', keyOf(userKey), iv);
  const ciphertext = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), ciphertext]).toString('base64');
}

/** @throws Error for an altered envelope, or another key */
export function unseal(userKey: string, envelope: string): string {
  const bytes = Buffer.from(envelope, 'base64');
  const decipher = createDecipheriv('aes-256-gcm', keyOf(userKey), bytes.subarray(0, 12));
  decipher.setAuthTag(bytes.subarray(12, 28));
  return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8');
}
