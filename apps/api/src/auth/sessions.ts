import { createAccessTokens } from '@nuances/crypto/access-token';
import type { MasterKeys } from '@nuances/crypto/master-key';
import { createSuccessor, hashToken, newToken } from '@nuances/crypto/tokens';
import type { Database, Transaction } from '@nuances/db/client';
import { sessions, users } from '@nuances/db/schema';
import { lifetimes } from '@nuances/domain/limits';
import type { Locale } from '@nuances/domain/locales';
import type { Role } from '@nuances/domain/roles';
import { DrizzlePostgreSQLAdapter } from '@lucia-auth/adapter-drizzle';
import { and, eq, gt, isNull, lte, ne, or, type SQL, sql } from 'drizzle-orm';
import { Lucia, TimeSpan } from 'lucia';
import { randomUUID } from 'node:crypto';

declare module 'lucia' {
  interface Register {
    UserId: string;
    DatabaseSessionAttributes: {
      family: string;
      rotates: boolean;
      absoluteExpiresAt: SQL;
      createdAt: SQL;
      lastSeenAt: SQL;
      userAgent: string | null;
    };
  }
}

/** A live session and what every call needs to know of its owner. */
export interface Session {
  /** Of the refresh token that the access token came with. */
  readonly id: string;
  /** Of the login it belongs to; the same for every token that followed. */
  readonly family: string;
  readonly userId: string;
  readonly role: Role;
  readonly locale: Locale;
}

/** Where a person is signed in. */
export interface SignedIn {
  /** The family; opens nothing. */
  readonly id: string;
  readonly userAgent: string | null;
  readonly createdAt: Date;
  readonly lastSeenAt: Date;
}

/** What a refresh answers. */
export interface Refreshed {
  readonly shortToken: string;
  /** Only when the token rotates: from now on this one. */
  readonly refreshToken?: string;
}

/** Begins, finds, renews and ends sessions. */
export interface Sessions {
  /**
   * A new session for whoever knew this password; null when it was changed meanwhile, or the account
   * erased. The refresh token is told here and never again: the database has only its hash.
   */
  start(
    owner: { readonly userId: string; readonly role: Role; readonly passwordHash: string | null },
    options: { readonly userAgent: string | undefined; readonly rotates: boolean },
  ): Promise<{ shortToken: string; refreshToken: string } | null>;
  /**
   * The live session that a valid access token names; null for anything else. One read. A token
   * that tells another role than the account has is over: a refresh gives one with the right label.
   */
  find(accessToken: string): Promise<Session | null>;
  /** The session's id in a token that we signed, expired or not; null for anything else. */
  idOfAuthentic(accessToken: string): string | null;
  /**
   * A new access token, and 30 more days; null when the refresh token is of no live session.
   * A token that rotates is followed by another one, always the same for the same token: however
   * often and however many at a time ask, the family has one line and a lost answer loses nothing.
   * It stays valid until its successor has been used, and a grace beyond; coming back later it ends
   * the whole family, for then somebody else has a copy.
   */
  refresh(
    refreshToken: string,
    options: { readonly userAgent: string | undefined; readonly rotates: boolean },
  ): Promise<Refreshed | null>;
  /** Ends the session that this id belongs to; nothing happens when it is over already. */
  end(sessionId: string): Promise<void>;
  /** Every live session of a person, the last used first. */
  list(userId: string): Promise<SignedIn[]>;
  /** @returns whether the person had such a session */
  endFamily(userId: string, family: string): Promise<boolean>;
  /** @returns how many sessions ended */
  endOthers(userId: string, family: string): Promise<number>;
  /** Forgets sessions whose time is over; they opened nothing any more. */
  removeExpired(): Promise<void>;
}

/** Where this says what an operator should know of; pino fits. */
export interface SessionLog {
  warn(details: object, message: string): void;
}

const userAgentMax = 200;

const seconds = (count: number) => sql`make_interval(secs => ${count})`;
const isLive = and(gt(sessions.expiresAt, sql`now()`), gt(sessions.absoluteExpiresAt, sql`now()`));
const shortened = (userAgent: string | undefined) => userAgent?.slice(0, userAgentMax) ?? null;

/**
 * Takes the person's row, as everything does that ends sessions: whoever begins or renews one holds
 * the row shared, so that no session slips through that was not there yet when we looked.
 */
async function lockSessions(transaction: Transaction, userId: string): Promise<void> {
  await transaction.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('no key update');
}

/**
 * Ends sessions of a person, except those of one family. Call with the person's row taken.
 * @returns how many sessions ended
 */
export async function endSessions(transaction: Transaction, userId: string, exceptFamily?: string): Promise<number> {
  const ended = await transaction
    .delete(sessions)
    .where(and(eq(sessions.userId, userId), exceptFamily === undefined ? undefined : ne(sessions.family, exceptFamily)))
    .returning({ family: sessions.family });
  return new Set(ended.map(({ family }) => family)).size;
}

async function endFamily(db: Database, userId: string, family: string): Promise<boolean> {
  return db.transaction(async (transaction) => {
    await lockSessions(transaction, userId);
    const ended = await transaction
      .delete(sessions)
      .where(and(eq(sessions.userId, userId), eq(sessions.family, family)))
      .returning({ id: sessions.id });
    return ended.length > 0;
  });
}

/** What the use of a refresh token came to. */
type Use =
  | { readonly kind: 'unknown' }
  | { readonly kind: 'reused'; readonly userId: string; readonly family: string }
  | {
      readonly kind: 'used';
      readonly userId: string;
      readonly role: Role;
      readonly sid: string;
      readonly next?: string;
    };

/** @param options.now milliseconds since 1970, for access tokens; sessions live by the database's clock */
export function createSessions(
  db: Database,
  keys: MasterKeys,
  options: { readonly log: SessionLog; readonly now?: (() => number) | undefined },
): Sessions {
  const accessTokens = createAccessTokens(keys.current, options.now);
  const successorOf = createSuccessor(keys.current);

  const liveSession = db
    .select({
      id: sessions.id,
      family: sessions.family,
      userId: sessions.userId,
      role: users.role,
      locale: users.locale,
    })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(and(eq(sessions.id, sql.placeholder('id')), isLive))
    .prepare('live_session');

  /** Whether a successor is in use, and for longer than the grace. Its row is read, not taken. */
  async function stateOf(transaction: Transaction, successorId: string): Promise<'used' | 'outgrown' | 'unused'> {
    const [successor] = await transaction
      .select({
        isUsed: sql<boolean>`${sessions.firstUsedAt} is not null`,
        isOver: sql<boolean>`coalesce(${sessions.firstUsedAt} <= now() - ${seconds(lifetimes.rotationGraceS)}, false)`,
      })
      .from(sessions)
      .where(eq(sessions.id, successorId));
    if (successor?.isOver) return 'outgrown';
    return successor?.isUsed ? 'used' : 'unused';
  }

  async function use(
    transaction: Transaction,
    refreshToken: string,
    { rotates, userAgent }: { rotates: boolean; userAgent: string | undefined },
  ): Promise<Use> {
    const id = hashToken(refreshToken);
    // The person's row first, shared: see lockSessions. What follows sees what those have ended.
    const [owner] = await transaction
      .select({ userId: users.id, role: users.role })
      .from(sessions)
      .innerJoin(users, eq(users.id, sessions.userId))
      .where(and(eq(sessions.id, id), isLive))
      .for('share', { of: users });
    if (!owner) return { kind: 'unknown' };
    // lucia would move the idle limit only in its second half, which ends some sessions after 15
    // idle days; and it knows no absolute limit. One statement does both, by the database's clock.
    const [row] = await transaction
      .update(sessions)
      .set({
        expiresAt: sql`least(now() + ${seconds(lifetimes.sessionIdleS)}, ${sessions.absoluteExpiresAt})`,
        lastSeenAt: sql`now()`,
        firstUsedAt: sql`coalesce(${sessions.firstUsedAt}, now())`,
      })
      .where(and(eq(sessions.id, id), isLive))
      .returning();
    if (!row) return { kind: 'unknown' };
    const known = { userId: owner.userId, role: owner.role, family: row.family };
    // A session that rotates cannot be talked out of it: that would keep a stolen token good for ever.
    if (!row.rotates && !rotates) return { kind: 'used', ...known, sid: id };

    const next = successorOf(refreshToken);
    const nextId = hashToken(next);
    if (row.successorId !== null) {
      const state = await stateOf(transaction, row.successorId);
      if (state === 'outgrown') return { kind: 'reused', ...known };
      if (row.successorId === nextId) return { kind: 'used', ...known, sid: nextId, next };
      // The master key was changed in between, and with it every successor. One that was never used
      // makes way, so that the family keeps one line; one in use we can no longer tell.
      if (state === 'used') return { kind: 'unknown' };
      await transaction
        .delete(sessions)
        .where(and(eq(sessions.id, row.successorId), eq(sessions.userId, row.userId), isNull(sessions.firstUsedAt)));
    }
    await transaction.insert(sessions).values({
      ...row,
      id: nextId,
      rotates: true,
      successorId: null,
      rotatedAt: null,
      firstUsedAt: null,
      userAgent: shortened(userAgent) ?? row.userAgent,
    });
    await transaction
      .update(sessions)
      .set({ rotates: true, successorId: nextId, rotatedAt: sql`now()` })
      .where(eq(sessions.id, id));
    return { kind: 'used', ...known, sid: nextId, next };
  }

  return {
    async start({ userId, role, passwordHash }, { userAgent, rotates }) {
      const refreshToken = newToken();
      const session = await db.transaction(async (transaction) => {
        // Checking a password takes a while, in which it may have been changed and all sessions ended.
        const [owner] = await transaction
          .select({ id: users.id })
          .from(users)
          .where(and(eq(users.id, userId), eq(users.passwordHash, passwordHash ?? '')))
          .for('share');
        if (!owner) return null;
        const lucia = new Lucia(new DrizzlePostgreSQLAdapter(transaction, sessions, users), {
          sessionExpiresIn: new TimeSpan(lifetimes.sessionIdleS, 's'),
        });
        return lucia.createSession(
          userId,
          {
            family: randomUUID(),
            rotates,
            absoluteExpiresAt: sql`now() + ${seconds(lifetimes.sessionAbsoluteS)}`,
            createdAt: sql`now()`,
            lastSeenAt: sql`now()`,
            userAgent: shortened(userAgent),
          },
          // lucia stores an id as given: it gets the hash, so that a stolen dump opens no session.
          { sessionId: hashToken(refreshToken) },
        );
      });
      return session && { refreshToken, shortToken: accessTokens.sign({ sub: userId, sid: session.id, role }) };
    },

    async find(accessToken) {
      const judged = accessTokens.verify(accessToken);
      if (judged.kind !== 'valid') return null;
      const [session] = await liveSession.execute({ id: judged.claims.sid });
      return session?.userId === judged.claims.sub && session.role === judged.claims.role ? session : null;
    },

    idOfAuthentic(accessToken) {
      const judged = accessTokens.verify(accessToken);
      return judged.kind === 'invalid' ? null : judged.claims.sid;
    },

    async refresh(refreshToken, how) {
      const used = await db.transaction((transaction) => use(transaction, refreshToken, how));
      if (used.kind === 'reused') {
        await endFamily(db, used.userId, used.family);
        options.log.warn(
          { family: used.family },
          'A refresh token came back long after its successor was used: somebody has a copy, its session was ended',
        );
      }
      if (used.kind !== 'used') return null;
      const { userId: sub, sid, role, next } = used;
      return {
        shortToken: accessTokens.sign({ sub, sid, role }),
        ...(next === undefined ? {} : { refreshToken: next }),
      };
    },

    async end(sessionId) {
      const [session] = await db
        .select({ userId: sessions.userId, family: sessions.family })
        .from(sessions)
        .where(eq(sessions.id, sessionId));
      if (session) await endFamily(db, session.userId, session.family);
    },

    list: (userId) =>
      db
        .select({
          id: sessions.family,
          userAgent: sql<
            string | null
          >`(array_agg(${sessions.userAgent} order by ${sessions.rotatedAt} desc nulls first))[1]`,
          createdAt: sql<Date>`min(${sessions.createdAt})`.mapWith(sessions.createdAt),
          lastSeenAt: sql<Date>`max(${sessions.lastSeenAt})`.mapWith(sessions.lastSeenAt),
        })
        .from(sessions)
        .where(and(eq(sessions.userId, userId), isLive))
        .groupBy(sessions.family)
        .orderBy(sql`max(${sessions.lastSeenAt}) desc`, sessions.family),

    endFamily: (userId, family) => endFamily(db, userId, family),

    endOthers: (userId, family) =>
      db.transaction(async (transaction) => {
        await lockSessions(transaction, userId);
        return endSessions(transaction, userId, family);
      }),

    async removeExpired() {
      await db
        .delete(sessions)
        .where(or(lte(sessions.expiresAt, sql`now()`), lte(sessions.absoluteExpiresAt, sql`now()`)));
    },
  };
}
