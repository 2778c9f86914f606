/** Use of a refresh token; the rules are in docs/decisions/0010. */
import { hashToken } from '@nuances/crypto/tokens';
import type { Database, Transaction } from '@nuances/db/client';
import { compileOnce } from '@nuances/db/prepared';
import { sessions, users } from '@nuances/db/schema';
import { lifetimes } from '@nuances/domain/limits';
import { isRole, type Role } from '@nuances/domain/roles';
import { and, eq, isNull, sql } from 'drizzle-orm';
import { secondsFromNow } from '../database/seconds-from-now.ts';
import { extendedExpiry, isLive, isLogin } from './session-adapter.ts';

const userAgentMax = 200;

/** Truncates a user agent for its column. */
export const shortened = (userAgent: string | undefined) => userAgent?.slice(0, userAgentMax) ?? null;

/** How a client refreshes. */
export interface RefreshOptions {
  readonly userAgent: string | undefined;
  readonly rotates: boolean;
  /** The caller's, for the security events. */
  readonly address?: string;
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
      /** Expiry of the token to use from now on. */
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

/**
 * The first use of a refresh token in one statement: extends its session and, when it rotates, stores its successor. The
 * account's row is held first, shared, as in {@link extend}. No row when the token has a successor already, also from a
 * use at the same time, or is of no live session.
 */
const useFirst = compileOnce(() => {
  const [id, nextId] = [sql.placeholder('id'), sql.placeholder('nextId')];
  const rotates = sql`(${sessions.rotates} or ${sql.placeholder('rotates')}::boolean)`;
  return sql`
    with owner as (
      select ${users.id} as user_id, ${users.role} as role
      from ${sessions} join ${users} on ${users.id} = ${sessions.userId}
      where ${sessions.id} = ${id} and ${isLogin} and ${isLive}
      for share of ${users}
    ), used as (
      update ${sessions} set expires_at = ${extendedExpiry}, last_seen_at = now(),
        first_used_at = coalesce(${sessions.firstUsedAt}, now()), rotates = ${rotates},
        successor_id = case when ${rotates} then ${nextId}::text end, rotated_at = case when ${rotates} then now() end
      from owner
      where ${sessions.id} = ${id} and ${sessions.userId} = owner.user_id and ${sessions.successorId} is null and ${isLive}
      returning ${sessions}.*, owner.role
    ), followed as (
      insert into ${sessions} (id, user_id, family, rotates, expires_at, absolute_expires_at, created_at, last_seen_at, user_agent)
      select ${nextId}, user_id, family, true, expires_at, absolute_expires_at, created_at, last_seen_at,
        coalesce(${sql.placeholder('userAgent')}, user_agent)
      from used where rotates
    )
    select user_id, role, rotates from used`;
});

/**
 * The same for a session that does not rotate, and a client that does not ask for it: one row is changed and none is made, so
 * that the account's row need not be held. A session that is ended meanwhile is not found.
 */
const useUnrotated = compileOnce(() => {
  const id = sql.placeholder('id');
  return sql`
    update ${sessions} set expires_at = ${extendedExpiry}, last_seen_at = now(), first_used_at = coalesce(${sessions.firstUsedAt}, now())
    from ${users}
    where ${sessions.id} = ${id} and ${users.id} = ${sessions.userId} and not ${sessions.rotates} and ${isLogin} and ${isLive}
    returning ${users.id}, ${users.role}`;
});

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
    .set({
      expiresAt: extendedExpiry,
      lastSeenAt: sql`now()`,
      firstUsedAt: sql`coalesce(${sessions.firstUsedAt}, now())`,
    })
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
  options: RefreshOptions,
): Promise<RefreshTokenUse> {
  const id = hashToken(refreshToken);
  const { rotates, userAgent } = options;
  const [unrotated] = rotates ? [] : await useUnrotated(db, { id });
  if (unrotated) {
    const [userId, role] = unrotated;
    if (typeof userId !== 'string' || !isRole(role)) throw new Error('a session without an owner');
    return { kind: 'used', userId, role, sessionId: id };
  }
  const successor = successorOf(refreshToken);
  const nextId = hashToken(successor);
  const [row] = await useFirst(db, { id, nextId, rotates, userAgent: shortened(userAgent) });
  if (row) {
    const [userId, role, hasSuccessor] = row;
    if (typeof userId !== 'string' || !isRole(role)) throw new Error('a session without an owner');
    return hasSuccessor === true
      ? { kind: 'used', userId, role, sessionId: nextId, successor }
      : { kind: 'used', userId, role, sessionId: id };
  }
  return db.transaction((transaction) => applyAgain(transaction, { id, nextId, successor }, options));
}

/** A use of a token that has been used before, or of none. */
async function applyAgain(
  transaction: Transaction,
  { id, nextId, successor }: { readonly id: string; readonly nextId: string; readonly successor: string },
  { rotates, userAgent }: RefreshOptions,
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
    userAgent: shortened(userAgent) ?? row.userAgent,
  });
  await transaction
    .update(sessions)
    .set({ rotates: true, successorId: nextId, rotatedAt: sql`now()` })
    .where(eq(sessions.id, id));
  return { kind: 'used', ...owner, sessionId: nextId, successor };
}
