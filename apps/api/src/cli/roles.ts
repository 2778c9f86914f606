import type { Database } from '@nuances/db/client';
import { users } from '@nuances/db/schema';
import type { Role } from '@nuances/domain/roles';
import { eq, sql } from 'drizzle-orm';

/**
 * Gives an account a role. Its access tokens, which name the old role, are refused from the next call on; its
 * sessions stay.
 * @param username in any case
 * @returns the account, its name as its owner spells it; null when there is none
 */
export async function setRole(
  db: Database,
  username: string,
  role: Role,
): Promise<{ readonly id: string; readonly username: string } | null> {
  const [account] = await db
    .update(users)
    .set({ role })
    .where(eq(sql`lower(${users.username})`, sql`lower(${username})`))
    .returning({ id: users.id, username: users.username });
  return account ?? null;
}
