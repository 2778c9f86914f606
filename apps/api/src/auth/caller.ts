/** The caller's session, read by the statement that does the work of a call: one round trip instead of two. */
import type { Database, Transaction } from '@nuances/db/client';
import { sessions, users } from '@nuances/db/schema';
import { isLocale } from '@nuances/domain/locales';
import type { Role } from '@nuances/domain/roles';
import { and, eq, type Placeholder, sql } from 'drizzle-orm';
import { isLive } from './session-adapter.ts';
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
    .select({ userId: users.id, family: sessions.family, locale: users.locale, countsUsage: users.countsUsage })
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

/** The query of {@link writingCaller}, for a statement that is written as text; its columns are `id`, `family`, `locale`, `counts_usage`. */
export const lockedCallers = (db: Database) => callers(db).for('key share', { of: users });

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
export const writingCaller = (db: Database) => db.$with('caller').as(lockedCallers(db));

/** The columns that {@link sessionOf} reads: a statement selects them first, from its caller. */
export const callerColumns = ({ family, locale }: ReturnType<typeof readingCaller>) => ({ family, locale });

/** The session of a statement's row; null when there is no row. */
export function sessionOf(
  { sessionId, userId, role, scope }: SessionClaim,
  row: readonly unknown[] | undefined,
): Session | null {
  if (row === undefined) return null;
  const [family, locale] = row;
  if (typeof family !== 'string' || !isLocale(locale)) throw new Error('A statement does not begin with its caller');
  return { id: sessionId, family, userId, role, locale, scope };
}
