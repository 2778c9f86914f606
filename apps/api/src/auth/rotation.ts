/** Use of a refresh token; the rules are in docs/sessions.md. */
import { hashToken } from '@nuances/crypto/tokens';
import type { Database, Transaction } from '@nuances/db/client';
import { prepareOnce } from '@nuances/db/prepared';
import { sessions, users } from '@nuances/db/schema';
import { lifetimes } from '@nuances/domain/limits';
import type { Role } from '@nuances/domain/roles';
import { and, eq, getTableColumns, isNull, sql } from 'drizzle-orm';
import { secondsFromNow } from '../database/seconds-from-now.ts';
import { extendedExpiry, isLive, isLogin } from './session-adapter.ts';

/** What a refresh says of its device. */
interface Device {
  /** As the column takes it. */
  readonly userAgent: string | null;
  readonly rotates: boolean;
}

/** Result of the use of a refresh token. */
export type RefreshTokenUse =
  | { readonly kind: 'unknown' }
  /** Used after the grace period: a copy of the token exists. */
  | { readonly kind: 'reused'; readonly sessionId: string; readonly userId: string }
  | {
      readonly kind: 'used';
      readonly userId: string;
      readonly role: Role;
      /** The row of the token to use from now on. */
      readonly sessionId: string;
      /** The successor, when the session rotates. */
      readonly successor?: string;
    };

/** Whether a successor is in use, and for longer than the grace. Its row is read, not locked. */
async function stateOf(transaction: Transaction, successorId: string): Promise<'used' | 'outgrown' | 'unused'> {
  const [successor] = await transaction
    .select({
      isUsed: sql<boolean>`${sessions.firstUsedAt} is not null`,
      isOver: sql<boolean>`coalesce(${sessions.firstUsedAt} <= ${secondsFromNow(-lifetimes.rotationGraceS)}, false)`,
    })
    .from(sessions)
    .where(eq(sessions.id, successorId));
  if (successor?.isOver) return 'outgrown';
  return successor?.isUsed ? 'used' : 'unused';
}

/** What the use of a refresh token sets. */
const extension = {
  expiresAt: extendedExpiry,
  lastSeenAt: sql`now()`,
  firstUsedAt: sql`coalesce(${sessions.firstUsedAt}, now())`,
};

/**
 * The first use of a refresh token in one statement: extends its session and, when it rotates, stores its successor. The
 * account's row is held first, shared, as in {@link extend}. No row when the token has a successor already, also from a
 * use at the same time, or is of no live session.
 */
const useFirst = prepareOnce((db) => {
  const [id, nextId] = [sql.placeholder('id'), sql.placeholder('nextId')];
  const rotates = sql`(${sessions.rotates} or ${sql.placeholder('rotates')}::boolean)`;
  const owner = db.$with('owner').as(
    db
      .select({ userId: users.id, role: users.role })
      .from(sessions)
      .innerJoin(users, eq(users.id, sessions.userId))
      .where(and(eq(sessions.id, id), isLogin, isLive))
      .for('share', { of: users }),
  );
  const used = db.$with('used').as(
    db
      .update(sessions)
      .set({
        ...extension,
        rotates,
        successorId: sql`case when ${rotates} then ${nextId}::text end`,
        rotatedAt: sql`case when ${rotates} then now() end`,
      })
      .from(owner)
      .where(and(eq(sessions.id, id), eq(sessions.userId, owner.userId), isNull(sessions.successorId), isLive))
      .returning({ ...getTableColumns(sessions), role: owner.role }),
  );
  const followed = sql`
    insert into ${sessions} (id, user_id, family, rotates, expires_at, absolute_expires_at, created_at, last_seen_at, user_agent)
    select ${nextId}::text, user_id, family, true, expires_at, absolute_expires_at, created_at, last_seen_at,
      coalesce(${sql.placeholder('userAgent')}::text, user_agent)
    from used where rotates`;
  return db
    .with(owner, used, db.$with('followed', {}).as(followed))
    .select({ userId: used.userId, role: used.role, rotates: used.rotates })
    .from(used)
    .prepare('use_first');
});

/**
 * The same for a session that does not rotate, and a client that does not ask for it: one row is changed and none is made, so
 * that the account's row need not be held. A session that is ended meanwhile is not found.
 */
const useUnrotated = prepareOnce((db) =>
  db
    .update(sessions)
    .set(extension)
    .from(users)
    .where(
      and(
        eq(sessions.id, sql.placeholder('id')),
        eq(users.id, sessions.userId),
        eq(sessions.rotates, false),
        isLogin,
        isLive,
      ),
    )
    .returning({ userId: users.id, role: users.role })
    .prepare('use_unrotated'),
);

/** The session of a refresh token, extended; null without a live one. */
async function extend(transaction: Transaction, id: string) {
  // The account's row first, shared (see endSessions). The next statement sees sessions that the lock's holder ended.
  const [owner] = await transaction
    .select({ userId: users.id, role: users.role })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(and(eq(sessions.id, id), isLogin, isLive))
    .for('share', { of: users });
  if (!owner) return null;
  const [row] = await transaction
    .update(sessions)
    .set(extension)
    .where(and(eq(sessions.id, id), isLive))
    .returning();
  return row ? { owner, row } : null;
}

/**
 * Extends the session of a refresh token and, when it rotates, creates the row of its successor: always the same one
 * for the same token, also for concurrent calls.
 */
export async function applyRefreshToken(
  db: Database,
  successorOf: (refreshToken: string) => string,
  refreshToken: string,
  device: Device,
): Promise<RefreshTokenUse> {
  const id = hashToken(refreshToken);
  const { rotates, userAgent } = device;
  const [unrotated] = rotates ? [] : await useUnrotated(db).execute({ id });
  if (unrotated) return { kind: 'used', ...unrotated, sessionId: id };
  const successor = successorOf(refreshToken);
  const nextId = hashToken(successor);
  const [row] = await useFirst(db).execute({ id, nextId, rotates, userAgent });
  if (row) {
    const { userId, role } = row;
    return row.rotates
      ? { kind: 'used', userId, role, sessionId: nextId, successor }
      : { kind: 'used', userId, role, sessionId: id };
  }
  return db.transaction((transaction) => applyAgain(transaction, { id, nextId, successor }, device));
}

/** A use of a token that has been used before, or of none. */
async function applyAgain(
  transaction: Transaction,
  { id, nextId, successor }: { readonly id: string; readonly nextId: string; readonly successor: string },
  { rotates, userAgent }: Device,
): Promise<RefreshTokenUse> {
  const extended = await extend(transaction, id);
  if (!extended) return { kind: 'unknown' };
  const { owner, row } = extended;
  // A session that rotates cannot stop: a stolen token would otherwise stay valid.
  if (!row.rotates && !rotates) return { kind: 'used', ...owner, sessionId: id };

  if (row.successorId !== null) {
    const state = await stateOf(transaction, row.successorId);
    if (state === 'outgrown') return { kind: 'reused', sessionId: id, userId: owner.userId };
    if (row.successorId === nextId) return { kind: 'used', ...owner, sessionId: nextId, successor };
    // The master key has changed, and with it every successor. One that was never used
    // is replaced; one in use cannot be derived again.
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
    userAgent: userAgent ?? row.userAgent,
  });
  await transaction
    .update(sessions)
    .set({ rotates: true, successorId: nextId, rotatedAt: sql`now()` })
    .where(eq(sessions.id, id));
  return { kind: 'used', ...owner, sessionId: nextId, successor };
}
