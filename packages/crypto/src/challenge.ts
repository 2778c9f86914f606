import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { deriveKey, type MasterKey } from './master-key.ts';

/** Makes and reads challenges that nobody has to store before they are answered. */
export interface Challenges {
  /**
   * A challenge in base64url.
   * @param bound what it is for, and whom
   * @param endsAt milliseconds since 1970
   */
  issue(bound: readonly string[], endsAt: number): string;
  /** When a challenge ends, milliseconds since 1970; null unless it was issued for the same. */
  endOf(bound: readonly string[], challenge: string): number | null;
}

const randomLength = 16;
const endLength = 6;
const signatureLength = 32;

/** Challenges of 128 random bits, their end, and HMAC-SHA-256 over both and what they are bound to. */
export function createChallenges(master: MasterKey): Challenges {
  const key = deriveKey(master, 'challenge');
  const signatureOf = (bound: readonly string[], content: Buffer) =>
    createHmac('sha256', key)
      .update(JSON.stringify([...bound, content.toString('base64url')]), 'utf8')
      .digest();

  return {
    issue(bound, endsAt) {
      const end = Buffer.alloc(endLength);
      end.writeUIntBE(Math.round(endsAt), 0, endLength);
      const content = Buffer.concat([randomBytes(randomLength), end]);
      return Buffer.concat([content, signatureOf(bound, content)]).toString('base64url');
    },
    endOf(bound, challenge) {
      const bytes = Buffer.from(challenge, 'base64url');
      // Only in the form that was issued: others of the same bytes would be other challenges.
      const isWhole = bytes.length === randomLength + endLength + signatureLength;
      if (!isWhole || bytes.toString('base64url') !== challenge) return null;
      const content = bytes.subarray(0, randomLength + endLength);
      const isOurs = timingSafeEqual(bytes.subarray(content.length), signatureOf(bound, content));
      return isOurs ? content.readUIntBE(randomLength, endLength) : null;
    },
  };
}
