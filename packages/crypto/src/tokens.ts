import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { deriveKey, type MasterKey } from './master-key.ts';

/** A secret for a link or a session: 256 random bits as 43 base64url characters. */
export function newToken(): string {
  return randomBytes(32).toString('base64url');
}

/**
 * What the database keeps of a token: SHA-256, 64 lower-case hexadecimal digits. A plain hash is
 * enough, for a token of 256 random bits cannot be guessed from it.
 */
export function hashToken(token: string): string {
  return createHash('sha256').update(token, 'utf8').digest('hex');
}

/**
 * Makes the token that follows another one: 256 bits that nobody without the master key can tell from
 * random ones, as {@link newToken} writes them. The same token always has the same successor, so
 * asking twice, or fifty times at once, gives one answer without the server keeping any token.
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
