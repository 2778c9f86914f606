/** Commands on accounts: list administrators, end sessions, lock and unlock. */
import type { MasterKeys } from '@nuances/crypto/master-key';
import type { Database } from '@nuances/db/client';
import { sessions, users } from '@nuances/db/schema';
import { eq, sql } from 'drizzle-orm';
import { recordDecision } from '../account/ledger-entries.ts';
import { createLoginAttempts } from '../auth/login-attempts.ts';
import { hasName } from '../auth/queries.ts';
import { endSessions } from '../auth/session-adapter.ts';
import { mailNotice, noticeColumns, type NoticeParts } from './notices.ts';

/** An account that a command is about. */
export interface Account {
  readonly id: string;
  readonly username: string;
}

const accountOf = async (db: Database, username: string) => {
  const [account] = await db.select({ id: users.id, username: users.username }).from(users).where(hasName(username));
  return account ?? null;
};

/** The user names of all administrators, in alphabetical order. */
export async function administrators(db: Database): Promise<string[]> {
  const found = await db
    .select({ username: users.username })
    .from(users)
    .where(eq(users.role, 'admin'))
    .orderBy(sql`lower(${users.username})`);
  return found.map(({ username }) => username);
}

/** Ends every session of an account and mails a notice. @returns whether it had one */
function endAndTell({ db, masterKeys }: NoticeParts, userId: string): Promise<boolean> {
  return db.transaction(async (transaction) => {
    const [account] = await transaction
      .select(noticeColumns)
      .from(users)
      .where(eq(users.id, userId))
      .for('no key update');
    const hadOne = (await transaction.$count(sessions, eq(sessions.userId, userId))) > 0;
    if (!account || !hadOne) return false;
    await endSessions(transaction, userId);
    await mailNotice(transaction, masterKeys, 'sessionsEnded', account);
    return true;
  });
}

/**
 * Ends every session of an account; each is over at its next call.
 * @param username in any case
 * @returns the account, its name as its owner spells it; null when no account has it
 */
export async function endSessionsOf(parts: NoticeParts, username: string): Promise<Account | null> {
  const account = await accountOf(parts.db, username);
  if (account) await endAndTell(parts, account.id);
  return account;
}

/** Ends every session of every account, one account after the other. Returns how many accounts had one. */
export async function endAllSessions(parts: NoticeParts): Promise<number> {
  const owners = await parts.db.selectDistinct({ userId: sessions.userId }).from(sessions);
  for (const { userId } of owners) await endAndTell(parts, userId);
  return owners.length;
}

/**
 * Refuses every login to an account until it is unlocked, and ends its sessions. A login answers as a
 * wrong password does.
 * @param username in any case
 * @returns the account, its name as its owner spells it; null when no account has it
 */
export async function lockAccount(db: Database, username: string): Promise<Account | null> {
  const account = await accountOf(db, username);
  if (!account) return null;
  await db.transaction(async (transaction) => {
    await transaction
      .update(users)
      .set({ lockedAt: sql`now()` })
      .where(eq(users.id, account.id));
    await recordDecision(transaction, { userId: account.id, subject: 'lock', value: 'locked' });
    await endSessions(transaction, account.id);
  });
  return account;
}

/**
 * Lets an account be logged in to again: ends the lock of an operator and the one that follows many
 * wrong passwords, and forgets those.
 * @param username in any case
 * @returns the account, its name as its owner spells it; null when no account has it
 */
export async function unlockAccount(db: Database, keys: MasterKeys, username: string): Promise<Account | null> {
  const account = await accountOf(db, username);
  if (!account) return null;
  // This call counts no attempt, so the limit does not matter.
  const attempts = createLoginAttempts(db, keys, 1);
  await db.transaction(async (transaction) => {
    await transaction.update(users).set({ lockedAt: null }).where(eq(users.id, account.id));
    await recordDecision(transaction, { userId: account.id, subject: 'lock', value: 'unlocked' });
    await attempts.forget(transaction, account.id);
  });
  return account;
}
