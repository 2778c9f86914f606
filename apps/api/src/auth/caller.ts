/** The caller's session, read by the statement that does the work of a call: one round trip instead of two. */
import type { Database, Transaction } from '@nuances/db/client';
import { sessions, users } from '@nuances/db/schema';
import type { Role } from '@nuances/domain/roles';
import { and, eq, type Placeholder, sql } from 'drizzle-orm';
import { isLive } from './session-adapter.ts';
import { keyStateColumns } from '../vault/key-state.ts';
import type { Session, SessionClaim } from './sessions.ts';

/** What a session's row is found by: of one call, or placeholders. */
type Claimed = Readonly<Record<'sessionId' | 'userId', string | Placeholder>> & { readonly role: Role | Placeholder };

const anyClaim: Claimed = {
  sessionId: sql.placeholder('sessionId'),
  userId: sql.placeholder('userId'),
  role: sql.placeholder('role'),
};

const callers = (db: Database | Transaction, { sessionId, userId, role }: Claimed = anyClaim) =>
  db
    .select({
      userId: users.id,
      family: sessions.family,
      locale: users.locale,
      countsUsage: users.countsUsage,
      ...keyStateColumns,
    })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(
      and(
        eq(sessions.id, sessionId),
        eq(sessions.userId, userId),
        // A token that carries another role than the account has is refused, as by `Sessions.find`.
        eq(users.role, role),
        isLive,
      ),
    );

/** The caller of a statement that only reads: no row unless the claimed session is live. */
export const readingCaller = (db: Database) => db.$with('caller').as(callers(db));

/**
 * As {@link writingCaller}, in a statement of its own. No row unless the claimed session is live.
 * @param strength `no key update` for one such transaction of the account after the other
 */
export const lockCaller = (
  transaction: Transaction,
  { sessionId, userId, role }: SessionClaim,
  strength: 'key share' | 'no key update',
) => callers(transaction, { sessionId, userId, role }).for(strength, { of: users });

/**
 * The caller of a statement that writes. The account's row is held first and until the commit, so that nothing is stored
 * for an account that is being erased.
 */
export const writingCaller = (db: Database) => db.$with('caller').as(callers(db).for('key share', { of: users }));

/** The columns that {@link sessionOf} reads. */
export const callerColumns = ({ family, locale }: ReturnType<typeof readingCaller>) => ({ family, locale });

/** The session of a statement's row; null when there is no row. */
export function sessionOf(
  { sessionId, userId, role, scope }: SessionClaim,
  row: Pick<Session, 'family' | 'locale'> | undefined,
): Session | null {
  return row ? { id: sessionId, family: row.family, userId, role, locale: row.locale, scope } : null;
}
