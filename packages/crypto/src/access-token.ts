import { createSigner, createVerifier } from 'fast-jwt';
import { deriveKey, type MasterKey } from './master-key.ts';

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
