/** What the use of a refresh token comes to; the rules are in docs/decisions/0010. */
import { hashToken } from '@nuances/crypto/tokens';
import type { Transaction } from '@nuances/db/client';
import { sessions, users } from '@nuances/db/schema';
import { lifetimes } from '@nuances/domain/limits';
import type { Role } from '@nuances/domain/roles';
import { and, eq, isNull, sql } from 'drizzle-orm';
import { secondsFromNow } from '../database/seconds-from-now.ts';
import { extendedExpiry, isLive } from './session-adapter.ts';

const userAgentMax = 200;

/** A user agent as it is stored. */
export const shortened = (userAgent: string | undefined) => userAgent?.slice(0, userAgentMax) ?? null;

/** How a client refreshes. */
export interface RefreshOptions {
  readonly userAgent: string | undefined;
  readonly rotates: boolean;
  /** The caller's, for the security events. */
  readonly address?: string;
}

/** What the use of a refresh token came to. */
export type RefreshTokenUse =
  | { readonly kind: 'unknown' }
  /** Used long after its successor: somebody has a copy. */
  | { readonly kind: 'reused'; readonly sessionId: string; readonly userId: string }
  | {
      readonly kind: 'used';
      readonly userId: string;
      readonly role: Role;
      /** Of the token to use from now on. */
      readonly sessionId: string;
      /** The token that takes the used one's place, when it rotates. */
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
  // The account's row first, shared (see endSessions). What follows sees what a holder of the lock ended.
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
 * Extends the session of a refresh token and, when it rotates, makes the row of its successor: always
 * the same one for the same token, however often and however many at a time ask.
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
  // A session that rotates cannot stop rotating: that would keep a stolen token good for ever.
  if (!row.rotates && !rotates) return { kind: 'used', ...owner, sessionId: id };

  const successor = successorOf(refreshToken);
  const nextId = hashToken(successor);
  if (row.successorId !== null) {
    const state = await stateOf(transaction, row.successorId);
    if (state === 'outgrown') return { kind: 'reused', sessionId: id, userId: owner.userId };
    if (row.successorId === nextId) return { kind: 'used', ...owner, sessionId: nextId, successor };
    // The master key was changed in between, and with it every successor. One that was never used
    // is replaced, so that the family keeps one line; one in use cannot be told again.
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
