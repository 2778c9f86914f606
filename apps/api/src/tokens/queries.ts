/** Script tokens in the table of sessions (docs/sessions.md). */
import { hashToken } from '@nuances/crypto/tokens';
import type { Database, Transaction } from '@nuances/db/client';
import { prepareOnce } from '@nuances/db/prepared';
import { sessions, users } from '@nuances/db/schema';
import { AppError } from '@nuances/domain/errors';
import { limits } from '@nuances/domain/limits';
import type { TokenScope } from '@nuances/domain/script-tokens';
import { picked } from '@nuances/domain/thing';
import { and, desc, eq, isNotNull, sql } from 'drizzle-orm';
import type { Session } from '../auth/sessions.ts';
import { type LockedUser, lockLogin, type Login } from '../database/lock-user.ts';
import { secondsFromNow } from '../database/seconds-from-now.ts';
import { isLive } from '../auth/session-adapter.ts';

const dayS = 86_400;

const isOwnLive = (userId: string) => and(eq(sessions.userId, userId), isNotNull(sessions.scope), isLive);

/** Columns that a row with a scope has; the table's CHECK says so. */
const columns = {
  id: sessions.family,
  name: sql<string>`${sessions.name}`,
  scope: sql<TokenScope>`${sessions.scope}`,
  createdAt: sessions.createdAt,
  lastUsedAt: sql<Date | null>`nullif(${sessions.lastSeenAt}, ${sessions.createdAt})`.mapWith(sessions.lastSeenAt),
  expiresAt: sessions.expiresAt,
};

/** A script token as its owner sees it; the id grants nothing. */
export type ListedToken = Awaited<ReturnType<typeof listTokens>>[number];

/** The valid script tokens of an account, the newest first. */
export function listTokens(db: Database | Transaction, userId: string) {
  return db.select(columns).from(sessions).where(isOwnLive(userId)).orderBy(desc(sessions.createdAt), sessions.family);
}

/** A script token as it is first stored. */
interface NewToken {
  /** SHA-256 of the token, in hexadecimal. */
  readonly hash: string;
  readonly family: string;
  readonly name: string;
  readonly scope: TokenScope;
  readonly days: number;
}

/**
 * Stores a script token of the account whose password is still that one.
 * @param announce mails a notice, in the same transaction
 * @param login the one that proved it
 * @returns null when the password was changed meanwhile
 * @throws AppError `tokensFull`, `sessionMissing`
 */
export function addToken(
  outbox: Pick<Database, 'transaction'>,
  login: Login & { readonly passwordHash: string },
  { hash, family, name, scope, days }: NewToken,
  announce: (transaction: Transaction, owner: LockedUser) => Promise<void>,
): Promise<ListedToken | null> {
  return outbox.transaction(async (transaction) => {
    const { userId } = login;
    // Of two tokens at the same time one is over the limit.
    const owner = await lockLogin(transaction, login);
    if (owner.passwordHash !== login.passwordHash) return null;
    if ((await transaction.$count(sessions, isOwnLive(userId))) >= limits.scriptTokens.max)
      throw new AppError('tokensFull');
    const end = secondsFromNow(days * dayS);
    const now = sql`now()`;
    const [token] = await transaction
      .insert(sessions)
      .values({
        id: hash,
        userId,
        family,
        name,
        scope,
        expiresAt: end,
        absoluteExpiresAt: end,
        createdAt: now,
        lastSeenAt: now,
      })
      .returning(columns);
    await announce(transaction, owner);
    return token ?? null;
  });
}

/**
 * Ends a script token of an account.
 * @returns whether the account had it
 */
export async function endToken(db: Database, userId: string, family: string): Promise<boolean> {
  const ended = await db
    .delete(sessions)
    .where(and(eq(sessions.family, family), isOwnLive(userId)))
    .returning({ id: sessions.id });
  return ended.length > 0;
}

/** How long uses of a token are not written again, seconds. */
const useStepS = 60;

/** The read of every call with a script token: by primary key. */
const selectLiveToken = prepareOnce((db) =>
  db
    .select({
      ...picked(['id', 'family', 'userId', 'scope'], sessions),
      ...picked(['role', 'locale'], users),
      mustRecordUse: sql<boolean>`${sessions.lastSeenAt} = ${sessions.createdAt} or ${sessions.lastSeenAt} < ${secondsFromNow(-useStepS)}`,
    })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(and(eq(sessions.id, sql.placeholder('id')), isNotNull(sessions.scope), isLive))
    .prepare('live_script_token'),
);

/** Finds the sessions of script tokens. */
export interface ScriptTokens {
  /** The session of a valid script token; null for anything else. Notes the use, at most once a minute. */
  find(token: string): Promise<Session | null>;
}

export const createScriptTokens = (db: Database): ScriptTokens => ({
  async find(token) {
    const [row] = await selectLiveToken(db).execute({ id: hashToken(token) });
    if (!row || row.scope === null) return null;
    const { mustRecordUse, scope, ...session } = row;
    if (mustRecordUse)
      await db
        .update(sessions)
        .set({ lastSeenAt: sql`now()` })
        .where(eq(sessions.id, session.id));
    return { ...session, scope };
  },
});
