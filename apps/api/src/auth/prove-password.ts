import { verifyPassword } from '@nuances/crypto/password';
import type { Database } from '@nuances/db/client';
import { users } from '@nuances/db/schema';
import { AppError } from '@nuances/domain/errors';
import { eq } from 'drizzle-orm';
import type { LoginContext } from '../context.ts';
import { rateLimited } from './admission.ts';

/** The stored hash of an account; null when it is gone or its password was made unusable. */
async function passwordHashOf(db: Database, userId: string): Promise<string | null> {
  const [account] = await db.select({ hash: users.passwordHash }).from(users).where(eq(users.id, userId));
  return account?.hash ?? null;
}

/** The failure of a field with the password. */
export const wrongPassword = (field: string) =>
  new AppError('currentPassword', { fields: { [field]: 'currentPassword' } });

/**
 * The stored hash, if the password is right. Wrong ones count for this session only: a stolen session can neither
 * guess without a limit nor lock the owner out elsewhere.
 * @throws AppError `currentPassword` on that field, or `rateLimited`
 */
export async function provePassword(ctx: LoginContext, field: string, password: string): Promise<string> {
  const { userId } = ctx.user;
  const hash = await passwordHashOf(ctx.services.db, userId);
  const target = { userId, sessionFamily: ctx.user.family };
  const [verdict] = await ctx.services.loginAttempts.checkPassword([
    { target, verify: () => verifyPassword(hash, password) },
  ]);
  // The session proves the account, so the reason may be reported.
  if (verdict?.kind === 'refused') throw rateLimited(verdict.waitS);
  if (verdict?.kind !== 'fits' || hash === null) throw wrongPassword(field);
  return hash;
}
