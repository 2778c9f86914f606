import { createAccessTokens } from '@nuances/crypto/access-token';
import type { MasterKeys } from '@nuances/crypto/master-key';
import { hashToken, newToken } from '@nuances/crypto/tokens';
import type { Database } from '@nuances/db/client';
import { sessions, users } from '@nuances/db/schema';
import { lifetimes } from '@nuances/domain/limits';
import type { Locale } from '@nuances/domain/locales';
import type { Role } from '@nuances/domain/roles';
import { DrizzlePostgreSQLAdapter } from '@lucia-auth/adapter-drizzle';
import { and, eq, gt, lte, or, type SQL, sql } from 'drizzle-orm';
import { Lucia, TimeSpan } from 'lucia';

declare module 'lucia' {
  interface Register {
    UserId: string;
    DatabaseSessionAttributes: {
      absoluteExpiresAt: SQL;
      createdAt: SQL;
      lastSeenAt: SQL;
      userAgent: string | null;
    };
  }
}

/** A live session and what every call needs to know of its owner. */
export interface Session {
  readonly id: string;
  readonly userId: string;
  readonly role: Role;
  readonly locale: Locale;
}

/** Begins, finds, renews and ends sessions. */
export interface Sessions {
  /** A new session. The refresh token is told here and never again: the database has only its hash. */
  start(
    owner: { userId: string; role: Role },
    userAgent: string | undefined,
  ): Promise<{ shortToken: string; refreshToken: string }>;
  /** The live session that a valid access token names; null for anything else. One read. */
  find(accessToken: string): Promise<Session | null>;
  /** The session's id in a token that we signed, expired or not; null for anything else. */
  idOfAuthentic(accessToken: string): string | null;
  /** A new access token, and 30 more days; null when the refresh token is of no live session. */
  refresh(refreshToken: string): Promise<string | null>;
  /** Ends a session; nothing happens when it is over already. */
  end(sessionId: string): Promise<void>;
  /** Forgets sessions whose time is over; they opened nothing any more. */
  removeExpired(): Promise<void>;
}

const userAgentMax = 200;

const seconds = (count: number) => sql`make_interval(secs => ${count})`;
const isLive = and(gt(sessions.expiresAt, sql`now()`), gt(sessions.absoluteExpiresAt, sql`now()`));

/** @param now milliseconds since 1970, for access tokens; sessions live by the database's clock */
export function createSessions(db: Database, keys: MasterKeys, now?: () => number): Sessions {
  const accessTokens = createAccessTokens(keys.current, now);
  const lucia = new Lucia(new DrizzlePostgreSQLAdapter(db, sessions, users), {
    sessionExpiresIn: new TimeSpan(lifetimes.sessionIdleS, 's'),
  });

  const liveSession = db
    .select({ id: sessions.id, userId: sessions.userId, role: users.role, locale: users.locale })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(and(eq(sessions.id, sql.placeholder('id')), isLive))
    .prepare('live_session');

  return {
    async start({ userId, role }, userAgent) {
      const refreshToken = newToken();
      const session = await lucia.createSession(
        userId,
        {
          absoluteExpiresAt: sql`now() + ${seconds(lifetimes.sessionAbsoluteS)}`,
          createdAt: sql`now()`,
          lastSeenAt: sql`now()`,
          userAgent: userAgent?.slice(0, userAgentMax) ?? null,
        },
        // lucia stores an id as given: it gets the hash, so that a stolen dump opens no session.
        { sessionId: hashToken(refreshToken) },
      );
      return { refreshToken, shortToken: accessTokens.sign({ sub: userId, sid: session.id, role }) };
    },

    async find(accessToken) {
      const judged = accessTokens.verify(accessToken);
      if (judged.kind !== 'valid') return null;
      const [session] = await liveSession.execute({ id: judged.claims.sid });
      return session?.userId === judged.claims.sub ? session : null;
    },

    idOfAuthentic(accessToken) {
      const judged = accessTokens.verify(accessToken);
      return judged.kind === 'invalid' ? null : judged.claims.sid;
    },

    async refresh(refreshToken) {
      // lucia would move the idle limit only in its second half, which ends some sessions after 15
      // idle days; and it knows no absolute limit. One statement does both, by the database's clock.
      const [session] = await db
        .update(sessions)
        .set({
          expiresAt: sql`least(now() + ${seconds(lifetimes.sessionIdleS)}, ${sessions.absoluteExpiresAt})`,
          lastSeenAt: sql`now()`,
        })
        .from(users)
        .where(and(eq(sessions.id, hashToken(refreshToken)), isLive, eq(users.id, sessions.userId)))
        .returning({ id: sessions.id, userId: sessions.userId, role: users.role });
      return session ? accessTokens.sign({ sub: session.userId, sid: session.id, role: session.role }) : null;
    },

    end: (sessionId) => lucia.invalidateSession(sessionId),

    async removeExpired() {
      await db
        .delete(sessions)
        .where(or(lte(sessions.expiresAt, sql`now()`), lte(sessions.absoluteExpiresAt, sql`now()`)));
    },
  };
}
