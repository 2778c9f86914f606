import { createDecipheriv } from 'node:crypto';

const ivBytes = 12;
const tagBytes = 16;

/**
 * Whether a note key has sealed an envelope of version 1 (`note-envelope.ts`): its tag is verified, and what is in it is thrown
 * away. On the server, which opens no note.
 * @param userKey 64 hexadecimal digits
 */
export function isSealedWith(userKey: string, envelope: string): boolean {
  const bytes = Buffer.from(envelope, 'base64');
  const [iv, tag] = [bytes.subarray(0, ivBytes), bytes.subarray(ivBytes, ivBytes + tagBytes)];
  if (tag.length < tagBytes) return false;
  const decipher = createDecipheriv('aes-256-gcm', Buffer.from(userKey, 'hex'), iv, { authTagLength: tagBytes });
  decipher.setAuthTag(tag);
  decipher.update(bytes.subarray(ivBytes + tagBytes)).fill(0);
  try {
    decipher.final();
    return true;
  } catch {
    return false;
  }
}
