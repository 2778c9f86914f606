import type { MasterKeys } from '@nuances/crypto/master-key';
import { createAccessTokens, createSuccessor, hashToken, newToken } from '@nuances/crypto/tokens';
import type { Database } from '@nuances/db/client';
import type { Locale } from '@nuances/domain/locales';
import type { Role } from '@nuances/domain/roles';
import type { TokenScope } from '@nuances/domain/script-tokens';
import { randomUUID } from 'node:crypto';
import type { SecurityEvents } from '../observability/security-events.ts';
import { applyRefreshToken } from './rotation.ts';
import { createLucia, type LoginProof, ProofOutdated } from './session-adapter.ts';

/** A live session, with the data of its owner that every call needs. */
export interface Session {
  /** Of the refresh token that the access token came with. */
  readonly id: string;
  /** Of the login it belongs to; the same for every token that followed. */
  readonly family: string;
  readonly userId: string;
  readonly role: Role;
  readonly locale: Locale;
  /** What a script token may do; null for a login, which may do all that its account may. */
  readonly scope: TokenScope | null;
}

/** What a valid access token says of its session, or was read of a script token; either may have ended since. */
export interface SessionClaim {
  readonly sessionId: string;
  readonly userId: string;
  readonly role: Role;
  readonly scope: TokenScope | null;
}

/** A live login. */
export interface ActiveLogin {
  /** The family; grants nothing. */
  readonly id: string;
  readonly userAgent: string | null;
  readonly createdAt: Date;
  readonly lastSeenAt: Date;
}

/** How a client logs in or refreshes. */
interface SessionOptions {
  readonly userAgent: string | undefined;
  readonly rotates: boolean;
  /** The caller's, for the security events. */
  readonly address?: string;
}

const userAgentMax = 200;

/** Truncates a user agent for its column. */
const shortened = (userAgent: string | undefined) => userAgent?.slice(0, userAgentMax) ?? null;

/** Result of a refresh. */
export interface RefreshedTokens {
  readonly shortToken: string;
  /** Only when the session rotates: the token to use from now on. */
  readonly refreshToken?: string;
}

/** The claims of a token about its session, which may have ended. */
export interface NamedSession {
  readonly sessionId: string;
  readonly userId: string;
}

/** Creates, validates, renews and ends sessions. */
export interface Sessions {
  /**
   * A new session for the account of a login; null when what it proved holds no longer, or the account is locked or
   * erased. The refresh token is returned here and never again: the database has only its hash.
   */
  start(
    owner: { readonly userId: string; readonly role: Role } & LoginProof,
    options: SessionOptions,
  ): Promise<{ shortToken: string; refreshToken: string } | null>;
  /** What a valid access token says; null for anything else. */
  claimOf(accessToken: string): SessionClaim | null;
  /**
   * The live session that a valid access token names; null for anything else. One read. A token
   * that carries another role than the account has is refused: a refresh gives one with the current role.
   */
  find(accessToken: string): Promise<Session | null>;
  /** The session of an authentic token, expired or not; null for anything else. */
  namedBy(accessToken: string): NamedSession | null;
  /**
   * A new access token, and 30 more days; null when the refresh token is of no live session. A token
   * that rotates stays valid until its successor has been used, and a grace beyond; a later use ends
   * the whole family, because a copy of the token exists.
   */
  refresh(refreshToken: string, options: SessionOptions): Promise<RefreshedTokens | null>;
  /** Ends the login that this session belongs to; nothing happens when it has ended already. */
  end(sessionId: string): Promise<void>;
  /** Every live login of an account, the last used first. */
  list(userId: string): Promise<ActiveLogin[]>;
  /** @returns whether the account had such a login */
  endFamily(userId: string, family: string): Promise<boolean>;
  /** Removes expired sessions. */
  removeExpired(): Promise<void>;
}

/** @param options.now milliseconds since 1970, for access tokens; sessions use the database's clock */
export function createSessions(
  db: Database,
  keys: MasterKeys,
  options: { readonly securityEvents: SecurityEvents; readonly now?: (() => number) | undefined },
): Sessions {
  const lucia = createLucia(db, (userId, count) =>
    options.securityEvents.record('session_ended', { userId, end: 'limit', count }),
  );
  const accessTokens = createAccessTokens(keys.current, options.now);
  const successorOf = createSuccessor(keys.current);

  function claimOf(accessToken: string): SessionClaim | null {
    const verified = accessTokens.verify(accessToken);
    if (verified.kind !== 'valid') return null;
    const { sid, sub, role } = verified.claims;
    return { sessionId: sid, userId: sub, role, scope: null };
  }

  return {
    async start({ userId, role, ...proof }, { userAgent, rotates }) {
      const refreshToken = newToken();
      const now = new Date();
      const attributes = {
        family: randomUUID(),
        rotates,
        userAgent: shortened(userAgent),
        createdAt: now,
        lastSeenAt: now,
        proof,
      };
      try {
        const { id: sid } = await lucia.createSession(userId, attributes, { sessionId: hashToken(refreshToken) });
        return { refreshToken, shortToken: accessTokens.sign({ sub: userId, sid, role }) };
      } catch (error) {
        if (error instanceof ProofOutdated) return null;
        throw error;
      }
    },

    claimOf,

    async find(accessToken) {
      const claim = claimOf(accessToken);
      if (!claim) return null;
      const { sessionId, userId, role } = claim;
      const { session, user } = await lucia.validateSession(sessionId);
      if (!session || user.id !== userId || user.role !== role) return null;
      const { id, family } = session;
      return { id, family, userId: user.id, role: user.role, locale: user.locale, scope: null };
    },

    namedBy(accessToken) {
      const verified = accessTokens.verify(accessToken);
      return verified.kind === 'invalid' ? null : { sessionId: verified.claims.sid, userId: verified.claims.sub };
    },

    async refresh(refreshToken, { address, userAgent, rotates }) {
      const device = { rotates, userAgent: shortened(userAgent) };
      const use = await applyRefreshToken(db, successorOf, refreshToken, device);
      if (use.kind === 'reused') {
        await lucia.invalidateSession(use.sessionId);
        // Used after the grace period: a copy of the token exists.
        options.securityEvents.record('refresh_token_reused', { userId: use.userId, address });
      }
      if (use.kind !== 'used') return null;
      const { userId: sub, sessionId: sid, role, successor } = use;
      const shortToken = accessTokens.sign({ sub, sid, role });
      return successor === undefined ? { shortToken } : { shortToken, refreshToken: successor };
    },

    end: (sessionId) => lucia.invalidateSession(sessionId),

    async list(userId) {
      const found = await lucia.getUserSessions(userId);
      return found.map(({ family: id, userAgent, createdAt, lastSeenAt }) => ({
        id,
        userAgent,
        createdAt,
        lastSeenAt,
      }));
    },

    async endFamily(userId, family) {
      const found = (await lucia.getUserSessions(userId)).find((session) => session.family === family);
      if (!found) return false;
      await lucia.invalidateSession(found.id);
      return true;
    },

    removeExpired: () => lucia.deleteExpiredSessions(),
  };
}
