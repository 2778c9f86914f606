/** Commands on accounts: roles, sessions, locks, one-time codes. Each names an account by its user name, in any case. */
import type { MasterKeys } from '@nuances/crypto/master-key';
import type { Database, Transaction } from '@nuances/db/client';
import { oneTimeCodes, sessions, users } from '@nuances/db/schema';
import { lifetimes } from '@nuances/domain/limits';
import type { Role } from '@nuances/domain/roles';
import { picked } from '@nuances/domain/thing';
import { and, eq, type SQL, sql } from 'drizzle-orm';
import { recordDecision } from '../account/ledger-entries.ts';
import { createLoginAttempts } from '../auth/login-attempts.ts';
import { hasName } from '../auth/queries.ts';
import { endSessions } from '../auth/session-adapter.ts';
import { secondsFromNow } from '../database/seconds-from-now.ts';
import { enqueueMail } from '../mail/outbox.ts';
import { noticeMail, securityMail } from '../mail/templates.ts';
import { isAsked } from '../security/codes.ts';

/** What a command that tells an account of itself works with. */
interface NoticeParts {
  readonly db: Database;
  readonly masterKeys: MasterKeys;
}

const accountColumns = picked(['id', 'username', 'email', 'locale', 'role'], users);

/** Holds the row of an account. */
async function holdAccount(transaction: Transaction, where: SQL | undefined) {
  const [account] = await transaction.select(accountColumns).from(users).where(where).for('no key update');
  return account ?? null;
}

/** An account that a command is about, its name as its owner spells it. */
export type Account = NonNullable<Awaited<ReturnType<typeof holdAccount>>>;

/** Does something with an account, whose row is held. @returns the account; null when nobody has the name */
function withAccount(
  db: Database,
  username: string,
  work: (transaction: Transaction, account: Account) => Promise<unknown>,
): Promise<Account | null> {
  return db.transaction(async (transaction) => {
    const account = await holdAccount(transaction, hasName(username));
    if (account) await work(transaction, account);
    return account;
  });
}

/** Mails a notice in the transaction of its cause, if the account has an address. */
async function mailNotice(
  transaction: Transaction,
  masterKeys: MasterKeys,
  words: Parameters<typeof noticeMail>[0],
  { email, username, locale }: Account,
): Promise<void> {
  if (email === null) return;
  await enqueueMail(transaction, masterKeys, noticeMail(words, { to: email, username, locale, at: new Date() }));
}

/** The user names of all administrators, in alphabetical order. */
export async function administrators(db: Database): Promise<string[]> {
  const found = await db
    .select({ username: users.username })
    .from(users)
    .where(eq(users.role, 'admin'))
    .orderBy(sql`lower(${users.username})`);
  return found.map(({ username }) => username);
}

/**
 * Gives an account a role. Its access tokens, which name the old role, are refused from the next call on; its
 * sessions stay. A new administrator gets a notice.
 */
export const setRole = ({ db, masterKeys }: NoticeParts, username: string, role: Role) =>
  withAccount(db, username, async (transaction, account) => {
    if (account.role !== role) {
      await transaction.update(users).set({ role }).where(eq(users.id, account.id));
      if (role === 'admin') await mailNotice(transaction, masterKeys, 'roleGiven', account);
    }
    await recordDecision(transaction, { userId: account.id, subject: 'role', value: role });
  });

/** Ends every session of an account and mails a notice, if it had one. */
async function endAndTell(transaction: Transaction, masterKeys: MasterKeys, account: Account): Promise<void> {
  if ((await transaction.$count(sessions, eq(sessions.userId, account.id))) === 0) return;
  await endSessions(transaction, account.id);
  await mailNotice(transaction, masterKeys, 'sessionsEnded', account);
}

/** Ends every session of an account; each is over at its next call. */
export const endSessionsOf = ({ db, masterKeys }: NoticeParts, username: string) =>
  withAccount(db, username, (transaction, account) => endAndTell(transaction, masterKeys, account));

/** Ends every session of every account, one account after the other. Returns how many accounts had one. */
export async function endAllSessions({ db, masterKeys }: NoticeParts): Promise<number> {
  const owners = await db.selectDistinct({ userId: sessions.userId }).from(sessions);
  for (const { userId } of owners)
    await db.transaction(async (transaction) => {
      const account = await holdAccount(transaction, eq(users.id, userId));
      if (account) await endAndTell(transaction, masterKeys, account);
    });
  return owners.length;
}

/** Refuses every login to an account until it is unlocked, and ends its sessions. A login answers as a wrong password does. */
export const lockAccount = (db: Database, username: string) =>
  withAccount(db, username, async (transaction, { id }) => {
    await transaction
      .update(users)
      .set({ lockedAt: sql`now()` })
      .where(eq(users.id, id));
    await recordDecision(transaction, { userId: id, subject: 'lock', value: 'locked' });
    await endSessions(transaction, id);
  });

/**
 * Lets an account be logged in to again: ends the lock of an operator and the one that follows many
 * wrong passwords, and forgets those.
 */
export function unlockAccount(db: Database, keys: MasterKeys, username: string) {
  // This call counts no attempt, so the limit does not matter.
  const attempts = createLoginAttempts(db, keys, 1);
  return withAccount(db, username, async (transaction, { id }) => {
    await transaction.update(users).set({ lockedAt: null }).where(eq(users.id, id));
    await recordDecision(transaction, { userId: id, subject: 'lock', value: 'unlocked' });
    await attempts.forget(transaction, id);
  });
}

/**
 * Announces the end of an account's one-time codes, in a day, and mails a notice. A second time changes nothing.
 * @returns null when no account has the name; `endsAt` is null for an account without codes
 */
export function announceCodesEnd({ db, masterKeys }: NoticeParts, username: string) {
  return db.transaction(async (transaction) => {
    const account = await holdAccount(transaction, hasName(username));
    if (!account) return null;
    const isOwn = and(eq(oneTimeCodes.userId, account.id), isAsked);
    const stored = transaction.select({ endsAt: oneTimeCodes.endsAt }).from(oneTimeCodes).where(isOwn);
    const [codes] = await stored.for('update');
    if (!codes || codes.endsAt) return { ...account, endsAt: codes?.endsAt ?? null };
    const [announced] = await transaction
      .update(oneTimeCodes)
      .set({ endsAt: secondsFromNow(lifetimes.codesEndDelayS) })
      .where(isOwn)
      .returning({ endsAt: oneTimeCodes.endsAt });
    const { email: to, username: name, locale } = account;
    const notice = { username: name, locale, at: new Date() };
    if (to !== null) await enqueueMail(transaction, masterKeys, securityMail('codesEnded', { to, ...notice }));
    return { ...account, endsAt: announced?.endsAt ?? null };
  });
}
