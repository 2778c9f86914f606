import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { deriveKey, type MasterKey } from './master-key.ts';

/** A secret for a link or a session: 256 random bits as 43 base64url characters. */
export function newToken(): string {
  return randomBytes(32).toString('base64url');
}

/**
 * The stored form of a token: SHA-256, 64 lower-case hexadecimal digits. A plain hash is enough, because 256 random
 * bits cannot be guessed.
 */
export function hashToken(token: string): string {
  return createHash('sha256').update(token, 'utf8').digest('hex');
}

/**
 * Derives the successor of a token: 256 bits that look random without the master key, encoded like
 * {@link newToken}. The same token always has the same successor, so repeated and concurrent calls get one
 * answer although the server stores no token.
 */
export function createSuccessor(master: MasterKey): (token: string) => string {
  const key = deriveKey(master, 'token-successor');
  return (token) => createHmac('sha256', key).update(token, 'utf8').digest('base64url');
}

/**
 * Whether two secrets are equal, in a time that does not depend on where they differ. For comparing
 * in memory; a lookup by {@link hashToken} needs none, because the hash is what is searched.
 */
export function equalSecrets(a: string, b: string): boolean {
  // Hashing first gives equal lengths, so not even the length shows.
  return timingSafeEqual(createHash('sha256').update(a).digest(), createHash('sha256').update(b).digest());
}

/** Signs and reads tokens by which the server recognises a device on which an account has logged in. */
export interface DeviceTokens {
  /** Returns a token for a device of this account; it contains no id of the account. */
  sign(userId: string): string;
  /** Returns the random id of the device in a token that was signed for this account; null for any other text. */
  read(userId: string, token: string): string | null;
}

/** Device tokens: `id.signature`, 128 random bits and HMAC-SHA-256 over account and id, in base64url. */
export function createDeviceTokens(master: MasterKey): DeviceTokens {
  const key = deriveKey(master, 'device-token');
  const signatureOf = (userId: string, id: string) =>
    createHmac('sha256', key)
      .update(JSON.stringify([userId, id]), 'utf8')
      .digest('base64url');

  return {
    sign(userId) {
      const id = randomBytes(16).toString('base64url');
      return `${id}.${signatureOf(userId, id)}`;
    },
    read(userId, token) {
      const [id, signature, ...rest] = token.split('.');
      if (id === undefined || signature === undefined || rest.length > 0) return null;
      return equalSecrets(signature, signatureOf(userId, id)) ? id : null;
    },
  };
}
