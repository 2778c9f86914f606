/**
 * Notes are sealed before they are sent, and opened after they were received: the server never reads them. An envelope
 * is base64 of IV (12 bytes), tag (16 bytes) and ciphertext, AES-256-GCM, with the account's userKey (64 hexadecimal
 * digits). This is the complete format, implemented with `node:crypto`.
 */
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

const ivBytes = 12;
const tagBytes = 16;

/** Seals a text with a fresh IV. The empty text stays empty. */
export function seal(userKey: string, text: string): string {
  if (text === '') return '';
  const iv = randomBytes(ivBytes);
  const cipher = createCipheriv('aes-256-gcm', Buffer.from(userKey, 'hex'), iv);
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64');
}

/** Opens an envelope; null when it was altered or sealed with another key. */
export function open(userKey: string, envelope: string): string | null {
  if (envelope === '') return '';
  const bytes = Buffer.from(envelope, 'base64');
  const iv = bytes.subarray(0, ivBytes);
  const decipher = createDecipheriv('aes-256-gcm', Buffer.from(userKey, 'hex'), iv, { authTagLength: tagBytes });
  try {
    decipher.setAuthTag(bytes.subarray(ivBytes, ivBytes + tagBytes));
    return Buffer.concat([decipher.update(bytes.subarray(ivBytes + tagBytes)), decipher.final()]).toString('utf8');
  } catch {
    return null;
  }
}
