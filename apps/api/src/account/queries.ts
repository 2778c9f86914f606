import type { Database, Transaction } from '@nuances/db/client';
import { users } from '@nuances/db/schema';
import { and, eq } from 'drizzle-orm';
import { dropPendingEmail, voidLinks } from '../auth/links.ts';
import { endSessions } from '../auth/session-adapter.ts';
import { lockLogin, type Login } from '../database/lock-user.ts';

const mailColumns = { username: users.username, email: users.email, locale: users.locale };

/**
 * Replaces exactly that password, drops a pending address and voids the links that were mailed before: an attacker
 * may have set the address.
 * @returns the recipient of the notice; null when the password was changed meanwhile
 */
export async function replacePassword(
  transaction: Transaction,
  userId: string,
  hashes: { readonly old: string; readonly new: string },
) {
  const [account] = await transaction
    .update(users)
    .set({ passwordHash: hashes.new, pendingEmail: null })
    .where(and(eq(users.id, userId), eq(users.passwordHash, hashes.old)))
    .returning(mailColumns);
  if (!account) return null;
  await voidLinks(transaction, userId);
  return account;
}

/**
 * Ends every session of an account but those of one login, and drops a pending address: an attacker in one of them
 * may have set it.
 * @returns how many logins ended
 */
export function endOtherSessions(db: Database, login: Login): Promise<number> {
  return db.transaction(async (transaction) => {
    const { userId, family } = login;
    await lockLogin(transaction, login);
    await dropPendingEmail(transaction, userId);
    return endSessions(transaction, userId, { except: family });
  });
}
