/** Use of a refresh token; the rules are in docs/decisions/0010. */
import { hashToken } from '@nuances/crypto/tokens';
import type { Transaction } from '@nuances/db/client';
import { sessions, users } from '@nuances/db/schema';
import { lifetimes } from '@nuances/domain/limits';
import type { Role } from '@nuances/domain/roles';
import { and, eq, isNull, sql } from 'drizzle-orm';
import { secondsFromNow } from '../database/seconds-from-now.ts';
import { extendedExpiry, isLive } from './session-adapter.ts';

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

/** The session of a refresh token, extended; null without a live one. */
async function extend(transaction: Transaction, id: string) {
  // The account's row first, shared (see endSessions). The next statement sees sessions that the lock's holder ended.
  const [owner] = await transaction
    .select({ userId: users.id, role: users.role })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(and(eq(sessions.id, id), isLive))
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
  transaction: Transaction,
  successorOf: (refreshToken: string) => string,
  refreshToken: string,
  { rotates, userAgent }: RefreshOptions,
): Promise<RefreshTokenUse> {
  const id = hashToken(refreshToken);
  const extended = await extend(transaction, id);
  if (!extended) return { kind: 'unknown' };
  const { owner, row } = extended;
  // A session that rotates cannot stop: a stolen token would otherwise stay valid.
  if (!row.rotates && !rotates) return { kind: 'used', ...owner, sessionId: id };

  const successor = successorOf(refreshToken);
  const nextId = hashToken(successor);
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
