/** lucia's documented `Adapter` over the table of sessions. */
import type { Database, Transaction } from '@nuances/db/client';
import { prepareOnce } from '@nuances/db/prepared';
import { reminders, sessions, users } from '@nuances/db/schema';
import { lifetimes, limits } from '@nuances/domain/limits';
import type { Locale } from '@nuances/domain/locales';
import type { Role } from '@nuances/domain/roles';
import { picked } from '@nuances/domain/thing';
import { and, eq, exists, gt, inArray, isNull, lte, ne, notExists, type SQL, sql } from 'drizzle-orm';
import { type Adapter, type DatabaseSession, type DatabaseUser, Lucia, TimeSpan } from 'lucia';
import { findAndLockUser } from '../database/lock-user.ts';
import { removeInSteps } from '../database/remove-in-steps.ts';
import { secondsFromNow } from '../database/seconds-from-now.ts';
import { asked } from '../security/codes.ts';
import { ownPasskey } from '../security/passkey-queries.ts';

/** lucia's attributes of a session. */
export interface SessionAttributes {
  /** One per login. */
  readonly family: string;
  readonly rotates: boolean;
  readonly userAgent: string | null;
  readonly createdAt: Date;
  readonly lastSeenAt: Date;
  /** For a new session: what its login proved. Null in a stored one. */
  readonly proof: LoginProof | null;
}

/** What a login has proven. */
export type LoginProof =
  | {
      /** Of the password; null for an account without a usable one. */
      readonly passwordHash: string | null;
      /** Whether a one-time code was proven too; without it no session starts for an account that asks for one. */
      readonly hasProvenCode?: boolean;
    }
  /** A passkey, which counts as both. */
  | { readonly passkeyId: string };

/** lucia's attributes of the owner of a session. */
export interface UserAttributes {
  readonly role: Role;
  readonly locale: Locale;
}

declare module 'lucia' {
  interface Register {
    UserId: string;
    Lucia: Lucia<SessionAttributes, UserAttributes>;
    DatabaseSessionAttributes: SessionAttributes;
    DatabaseUserAttributes: UserAttributes;
  }
}

/** What a login has proven holds no longer, or the account is locked or erased: it happened during the check. */
export class ProofOutdated extends Error {
  override readonly name = 'ProofOutdated';
}

/** Whether a row of `sessions` is within both limits, by the database's clock. */
export const isLive = and(gt(sessions.expiresAt, sql`now()`), gt(sessions.absoluteExpiresAt, sql`now()`));

/** Whether a row of `sessions` is of a login, not a script token. */
export const isLogin = isNull(sessions.scope);

/** The idle limit after a use: a whole period ahead, never beyond the absolute limit. */
export const extendedExpiry = sql`least(${secondsFromNow(lifetimes.sessionIdleS)}, ${sessions.absoluteExpiresAt})`;

/** A whole idle period from now, by this process's clock: lucia neither expires nor extends such a session. */
const fullIdlePeriod = () => new Date(Date.now() + lifetimes.sessionIdleS * 1000);

/** Removes an account's reminder when the login of its device is over; in the transaction that ended it. */
async function removeReminderWithoutLogin(transaction: Transaction, userId: string): Promise<void> {
  const login = transaction
    .select({ id: sessions.id })
    .from(sessions)
    .where(and(eq(sessions.userId, reminders.userId), eq(sessions.family, reminders.family)));
  await transaction.delete(reminders).where(and(eq(reminders.userId, userId), notExists(login)));
}

/**
 * Ends sessions of an account inside the caller's transaction, which holds the account's row locked:
 * lucia's interface has no transactions. Script tokens end too: an attacker with a session may have made them.
 * @param kept.except family of a login that goes on
 * @returns how many logins ended
 */
export async function endSessions(
  transaction: Transaction,
  userId: string,
  { except, keepsTokens = false }: { readonly except?: string; readonly keepsTokens?: boolean } = {},
): Promise<number> {
  const ended = await transaction
    .delete(sessions)
    .where(
      and(
        eq(sessions.userId, userId),
        except === undefined ? undefined : ne(sessions.family, except),
        keepsTokens ? isLogin : undefined,
      ),
    )
    .returning({ family: sessions.family, scope: sessions.scope });
  await removeReminderWithoutLogin(transaction, userId);
  return new Set(ended.filter(({ scope }) => scope === null).map(({ family }) => family)).size;
}

/**
 * Ends the oldest logins of an account over the limit.
 * @returns number of ended logins that were live
 */
async function endOldestSessions(transaction: Transaction, userId: string): Promise<number> {
  const live = await transaction
    .select({ family: sessions.family })
    .from(sessions)
    .where(and(eq(sessions.userId, userId), isLogin, isLive))
    .groupBy(sessions.family)
    .orderBy(sql`min(${sessions.createdAt}) desc`, sessions.family);
  const oldest = live.slice(limits.sessions).map(({ family }) => family);
  if (oldest.length === 0) return 0;
  await transaction.delete(sessions).where(and(eq(sessions.userId, userId), inArray(sessions.family, oldest)));
  await removeReminderWithoutLogin(transaction, userId);
  return oldest.length;
}

/** Whether what a login has proven of an account still holds. */
function stillProven(db: Database | Transaction, userId: string, proof: LoginProof | null): SQL | undefined {
  if (!proof) return sql`false`;
  if ('passkeyId' in proof) return exists(ownPasskey(db, userId, proof.passkeyId));
  if (proof.passwordHash === null) return sql`false`;
  return and(
    eq(users.passwordHash, proof.passwordHash),
    proof.hasProvenCode === true ? undefined : notExists(asked(db, userId)),
  );
}

/**
 * Starts a session, if its proof still holds: during the check the password may have been changed, the passkey removed, the
 * account locked, or one-time codes turned on, and all sessions ended.
 * @returns how many live logins the limit has ended for it
 * @throws ProofOutdated
 */
async function startSession(
  transaction: Transaction,
  { id, userId, attributes: { proof, family, rotates, userAgent } }: DatabaseSession,
): Promise<number> {
  // In a statement of its own: what others changed while this waited is seen by the next one only.
  await findAndLockUser(transaction, userId);
  const [owner] = await transaction
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, userId), isNull(users.lockedAt), stillProven(transaction, userId, proof)));
  if (!owner) throw new ProofOutdated();
  await transaction.insert(sessions).values({
    id,
    userId,
    family,
    rotates,
    userAgent,
    expiresAt: secondsFromNow(lifetimes.sessionIdleS),
    absoluteExpiresAt: secondsFromNow(lifetimes.sessionAbsoluteS),
    createdAt: sql`now()`,
    lastSeenAt: sql`now()`,
  });
  return endOldestSessions(transaction, userId);
}

/** Called after logins of an account were ended by the limit. */
type OnLimit = (userId: string, count: number) => void;

/** Every authenticated call makes this read: by primary key. */
const selectLiveSession = prepareOnce((db) =>
  db
    .select({
      ...picked(['id', 'userId', 'family', 'rotates', 'userAgent', 'createdAt', 'lastSeenAt'], sessions),
      ...picked(['role', 'locale'], users),
    })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(and(eq(sessions.id, sql.placeholder('id')), isLogin, isLive))
    .prepare('live_session'),
);

/** Of the newest session of a login. */
const newest = <Value>(column: typeof sessions.id | typeof sessions.userAgent) =>
  sql<Value>`(array_agg(${column} order by ${sessions.rotatedAt} desc nulls first))[1]`;

/** What a login has of its sessions, one family of them. */
export const loginColumns = {
  userAgent: newest<string | null>(sessions.userAgent),
  createdAt: sql<Date>`min(${sessions.createdAt})`.mapWith(sessions.createdAt),
  lastSeenAt: sql<Date>`max(${sessions.lastSeenAt})`.mapWith(sessions.lastSeenAt),
};

/** The live logins of an account, each under the id of its newest token; the last used first. */
function liveLogins(db: Database, userId: string) {
  return db
    .select({
      id: newest<string>(sessions.id),
      family: sessions.family,
      rotates: sql<boolean>`bool_or(${sessions.rotates})`,
      ...loginColumns,
    })
    .from(sessions)
    .where(and(eq(sessions.userId, userId), isLogin, isLive))
    .groupBy(sessions.family)
    .orderBy(sql`max(${sessions.lastSeenAt}) desc`, sessions.family);
}

/**
 * lucia's session id is the SHA-256 of the refresh token, so a dump of the table grants no access. All times are the
 * database's: lucia's come from this process's clock and are not stored.
 */
export function createSessionAdapter(db: Database, onLimit?: OnLimit): Adapter {
  return {
    async getSessionAndUser(sessionId): Promise<[DatabaseSession, DatabaseUser] | [null, null]> {
      const [row] = await selectLiveSession(db).execute({ id: sessionId });
      if (!row) return [null, null];
      const { id, userId, role, locale, ...attributes } = row;
      return [
        {
          id,
          userId,
          expiresAt: fullIdlePeriod(),
          attributes: { ...attributes, proof: null },
        },
        { id: userId, attributes: { role, locale } },
      ];
    },

    /** One session a login, under the id of its newest token; the last used first. */
    async getUserSessions(userId) {
      const rows = await liveLogins(db, userId);
      return rows.map(({ id, ...attributes }) => ({
        id,
        userId,
        expiresAt: fullIdlePeriod(),
        attributes: { ...attributes, proof: null },
      }));
    },

    /** @throws ProofOutdated */
    async setSession(session) {
      const ended = await db.transaction((transaction) => startSession(transaction, session));
      if (ended > 0) onLimit?.(session.userId, ended);
    },

    async updateSessionExpiration(sessionId) {
      await db
        .update(sessions)
        .set({ expiresAt: extendedExpiry })
        .where(and(eq(sessions.id, sessionId), isLive));
    },

    /** Ends the whole login that the session belongs to. */
    async deleteSession(sessionId) {
      const [session] = await db
        .select({ userId: sessions.userId, family: sessions.family })
        .from(sessions)
        .where(eq(sessions.id, sessionId));
      if (!session) return;
      await db.transaction(async (transaction) => {
        await findAndLockUser(transaction, session.userId);
        await transaction
          .delete(sessions)
          .where(and(eq(sessions.userId, session.userId), eq(sessions.family, session.family)));
        await removeReminderWithoutLogin(transaction, session.userId);
      });
    },

    async deleteUserSessions(userId) {
      await db.transaction(async (transaction) => {
        await findAndLockUser(transaction, userId);
        await endSessions(transaction, userId);
      });
    },

    async deleteExpiredSessions() {
      const end = sql`least(${sessions.expiresAt}, ${sessions.absoluteExpiresAt})`;
      await removeInSteps(db, sessions, { key: [sessions.id], where: lte(end, sql`now()`), by: end });
    },
  };
}

/** Creates the lucia instance of an app. */
export function createLucia(db: Database, onLimit?: OnLimit): Lucia<SessionAttributes, UserAttributes> {
  return new Lucia(createSessionAdapter(db, onLimit), {
    sessionExpiresIn: new TimeSpan(lifetimes.sessionIdleS, 's'),
    getSessionAttributes: (attributes) => attributes,
    getUserAttributes: (attributes) => attributes,
  });
}
