import { createSigner, createVerifier } from 'fast-jwt';
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

/** Lifetime of an access token, seconds. */
export const accessTokenLifetimeS = 15 * 60;

/** Tokens whose check is remembered. */
const checkedMax = 1_000;

const ISSUER = 'nuances';
const AUDIENCE = 'nuances-api';
/** RFC 9068: keeps any other JWT made with this key from passing as an access token. */
const TYPE = 'at+jwt';

/** Roles a token may carry; for display only, the server reads the role from the database. */
export type AccessRole = 'user' | 'admin';

export interface AccessClaims {
  /** The user's id. */
  readonly sub: string;
  /** The session's id, as stored: SHA-256 hex of the refresh token. */
  readonly sid: string;
  readonly role: AccessRole;
}

/** Claims with their times, in whole seconds since 1970. */
export interface TimedAccessClaims extends AccessClaims {
  readonly iat: number;
  readonly exp: number;
}

/** `expired` is authentic but past its `exp`. `invalid` is anything else. */
export type AccessTokenResult =
  | { readonly kind: 'valid'; readonly claims: TimedAccessClaims }
  | { readonly kind: 'expired'; readonly claims: TimedAccessClaims }
  | { readonly kind: 'invalid' };

/** Signs and verifies access tokens. */
export interface AccessTokens {
  /** Returns a token that is valid for {@link accessTokenLifetimeS} from now. */
  sign(claims: AccessClaims): string;
  /** Verifies any bearer token. Never throws. */
  verify(token: string): AccessTokenResult;
}

/**
 * Access tokens: JWT, HS256. Synchronous on purpose: argon2 fills libuv's thread pool, where an
 * asynchronous verifier would wait behind it.
 * @param now milliseconds since 1970; tests move it
 */
export function createAccessTokens(master: MasterKey, now: () => number = Date.now): AccessTokens {
  const key = deriveKey(master, 'access-token');
  const signer = createSigner({ key, algorithm: 'HS256', header: { alg: 'HS256', typ: TYPE } });
  const verifier = createVerifier({
    key,
    algorithms: ['HS256'],
    checkTyp: TYPE,
    allowedAud: AUDIENCE,
    allowedIss: ISSUER,
    requiredClaims: ['sub', 'sid', 'role', 'iat', 'exp', 'aud', 'iss'],
    // The expiry is checked below, after everything else: only then is an expired token authentic.
    ignoreExpiration: true,
  });

  /** Claims of tokens whose signature was checked: a token comes with every call of 15 minutes. The oldest are forgotten. */
  const checked = new Map<string, TimedAccessClaims>();

  /** The claims of an authentic token; null for anything else. */
  function claimsOf(token: string): TimedAccessClaims | null {
    const known = checked.get(token);
    if (known !== undefined) return known;
    // The verifier ignores the unused bits of the last character, and characters that are none of base64url.
    const signature = token.slice(token.lastIndexOf('.') + 1);
    if (Buffer.from(signature, 'base64url').toString('base64url') !== signature) return null;
    let payload: unknown;
    try {
      payload = verifier(token);
    } catch {
      return null; // All reasons give the same answer, so that a caller learns nothing.
    }
    const claims = readClaims(payload);
    if (claims === null) return null;
    checked.set(token, claims);
    const [oldest] = checked.keys();
    if (checked.size > checkedMax && oldest !== undefined) checked.delete(oldest);
    return claims;
  }

  return {
    sign({ sub, sid, role }) {
      const iat = Math.floor(now() / 1000);
      return signer({
        sub,
        sid,
        role,
        iat,
        exp: iat + accessTokenLifetimeS,
        aud: AUDIENCE,
        iss: ISSUER,
      });
    },
    verify(token) {
      const claims = claimsOf(token);
      if (claims === null) return { kind: 'invalid' };
      return { kind: now() < claims.exp * 1000 ? 'valid' : 'expired', claims };
    },
  };
}

function readClaims(payload: unknown): TimedAccessClaims | null {
  if (typeof payload !== 'object' || payload === null) return null;
  if (!('sub' in payload && 'sid' in payload && 'role' in payload && 'iat' in payload && 'exp' in payload)) return null;
  const { sub, sid, role, iat, exp } = payload;
  if (typeof sub !== 'string' || typeof sid !== 'string') return null;
  if (role !== 'user' && role !== 'admin') return null;
  if (typeof iat !== 'number' || typeof exp !== 'number' || !Number.isSafeInteger(exp)) return null;
  return { sub, sid, role, iat, exp };
}
