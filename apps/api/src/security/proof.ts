/** Proofs of a login, for what asks for one. */
import type { Database, Transaction } from '@nuances/db/client';
import { sessions } from '@nuances/db/schema';
import { AppError } from '@nuances/domain/errors';
import { lifetimes } from '@nuances/domain/limits';
import { and, eq, gt, sql } from 'drizzle-orm';
import type { Session } from '../auth/sessions.ts';
import { type LockedUser, lockUser } from '../database/lock-user.ts';
import { secondsFromNow } from '../database/seconds-from-now.ts';

/** Stores that a login proved the password, or used a passkey, now. */
export async function recordProof(db: Database, { userId, family }: Session): Promise<void> {
  await db
    .update(sessions)
    .set({ provenAt: sql`now()` })
    .where(and(eq(sessions.userId, userId), eq(sessions.family, family)));
}

/** @throws AppError `proofRequired` unless the login proved the password, or used a passkey, in the last minutes */
export async function requireProof(db: Database | Transaction, { userId, family }: Session): Promise<void> {
  const [proven] = await db
    .select({ id: sessions.id })
    .from(sessions)
    .where(
      and(
        eq(sessions.userId, userId),
        eq(sessions.family, family),
        gt(sessions.provenAt, secondsFromNow(-lifetimes.proofS)),
      ),
    )
    .limit(1);
  if (!proven) throw new AppError('proofRequired');
}

/**
 * Locks the account's row for what asks for a proof: the login that gave it may have been ended while this waited.
 * @throws AppError `proofRequired`, `sessionMissing`
 */
export async function lockProven(transaction: Transaction, login: Session): Promise<LockedUser> {
  const account = await lockUser(transaction, login.userId);
  await requireProof(transaction, login);
  return account;
}
