import type { Transaction } from '@nuances/db/client';
import { sessions, users } from '@nuances/db/schema';
import { AppError } from '@nuances/domain/errors';
import { picked } from '@nuances/domain/thing';
import { and, eq, isNull } from 'drizzle-orm';

/** An account whose row is locked, with what its mails and links need. */
export type LockedUser = NonNullable<Awaited<ReturnType<typeof findAndLockUser>>>;

/**
 * Locks an account's row until the commit, so that changes of the account happen one after the other, and none beside the start of
 * a session. Rows that refer to the account may still be inserted.
 * @param strength `update` also waits for those who record an event of the account
 * @returns null when the account is gone or erased
 */
export async function findAndLockUser(
  transaction: Transaction,
  userId: string,
  strength: 'no key update' | 'update' = 'no key update',
) {
  const [user] = await transaction
    .select(picked(['id', 'username', 'locale', 'email', 'emailVerifiedAt', 'pendingEmail', 'passwordHash'], users))
    .from(users)
    .where(and(eq(users.id, userId), isNull(users.erasedAt)))
    .for(strength);
  return user ?? null;
}

/** As {@link findAndLockUser}. @throws AppError `sessionMissing` when the account is gone or erased */
export async function lockUser(
  transaction: Transaction,
  userId: string,
  strength?: Parameters<typeof findAndLockUser>[2],
): Promise<LockedUser> {
  const user = await findAndLockUser(transaction, userId, strength);
  if (!user) throw new AppError('sessionMissing');
  return user;
}

/** A login of an account, over all its sessions. */
export interface Login {
  readonly userId: string;
  readonly family: string;
}

/**
 * Looks at a login again once its account's row is held: another call may have ended it while this one waited.
 * @throws AppError `sessionMissing`
 */
export async function requireLogin(transaction: Transaction, { userId, family }: Login): Promise<void> {
  const isOf = and(eq(sessions.userId, userId), eq(sessions.family, family));
  if ((await transaction.$count(sessions, isOf)) === 0) throw new AppError('sessionMissing');
}

/**
 * As {@link lockUser}, for what one of its logins changes.
 * @throws AppError `sessionMissing` when the account is gone or erased, or the login has ended
 */
export async function lockLogin(transaction: Transaction, login: Login): Promise<LockedUser> {
  const account = await lockUser(transaction, login.userId);
  await requireLogin(transaction, login);
  return account;
}
