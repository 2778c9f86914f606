import { users } from '@nuances/db/schema';
import type { Role } from '@nuances/domain/roles';
import { eq } from 'drizzle-orm';
import { recordDecision } from '../account/ledger-entries.ts';
import { hasName } from '../auth/queries.ts';
import { mailNotice, noticeColumns, type NoticeParts } from './notices.ts';

/**
 * Gives an account a role. Its access tokens, which name the old role, are refused from the next call on; its
 * sessions stay. A new administrator gets a notice.
 * @param username in any case
 * @returns the account, its name as its owner spells it; null when there is none
 */
export function setRole(
  { db, masterKeys }: NoticeParts,
  username: string,
  role: Role,
): Promise<{ readonly id: string; readonly username: string } | null> {
  return db.transaction(async (transaction) => {
    const [account] = await transaction
      .select({ ...noticeColumns, role: users.role })
      .from(users)
      .where(hasName(username))
      .for('no key update');
    if (!account) return null;
    if (account.role !== role) {
      await transaction.update(users).set({ role }).where(eq(users.id, account.id));
      if (role === 'admin') await mailNotice(transaction, masterKeys, 'roleGiven', account);
    }
    await recordDecision(transaction, { userId: account.id, subject: 'role', value: role });
    return account;
  });
}
