import type { Database, Transaction } from '@nuances/db/client';
import { users } from '@nuances/db/schema';
import type { Locale } from '@nuances/domain/locales';
import { and, asc, eq, isNotNull, sql } from 'drizzle-orm';

const sameName = (username: string) => eq(sql`lower(${users.username})`, sql`lower(${username})`);
const sameEmail = (email: string) => eq(sql`lower(${users.email})`, sql`lower(${email})`);

/** Of several accounts with one address: the one that verified it, else the oldest. */
const bestClaimFirst = [sql`${users.emailVerifiedAt} is null`, asc(users.createdAt)];

/** What login needs of an account. */
const loginColumns = {
  id: users.id,
  passwordHash: users.passwordHash,
  role: users.role,
  locale: users.locale,
  userKeySealed: users.userKeySealed,
  userKeyVersion: users.userKeyVersion,
};

/**
 * The account that a login name means: a user name, or an e-mail address. An address means the
 * account that verified it, else the oldest that claims it. A user name never holds an @.
 */
export async function findLogin(db: Database, name: string) {
  const [account] = await db
    .select(loginColumns)
    .from(users)
    .where(name.includes('@') ? sameEmail(name) : sameName(name))
    .orderBy(...bestClaimFirst)
    .limit(1);
  return account ?? null;
}

/** The account that a mail to this address is about: the one that verified it, else the oldest that claims it. */
export async function accountOfEmail(transaction: Transaction, email: string) {
  const [account] = await transaction
    .select({ id: users.id })
    .from(users)
    .where(sameEmail(email))
    .orderBy(...bestClaimFirst)
    .limit(1);
  return account ?? null;
}

/** Whether a user name is taken, in any case. Only an early answer: the unique index decides. */
export async function isNameTaken(db: Database, username: string): Promise<boolean> {
  const [found] = await db.select({ id: users.id }).from(users).where(sameName(username)).limit(1);
  return found !== undefined;
}

/** An account as it is first stored. */
export interface NewAccount {
  readonly id: string;
  readonly username: string;
  readonly email: string;
  readonly passwordHash: string;
  readonly locale: Locale;
  readonly userKeySealed: string;
  readonly userKeyVersion: number;
  readonly consented: boolean;
}

/** @throws the driver's 23505 when the user name is taken */
export async function addAccount(transaction: Transaction, account: NewAccount): Promise<void> {
  const { consented, ...columns } = account;
  await transaction
    .insert(users)
    .values({ ...columns, createdAt: sql`now()`, consentedAt: consented ? sql`now()` : null });
}

/** The language of the account that has verified an address; null when none has. */
export async function ownerOfEmail(transaction: Transaction, email: string): Promise<{ locale: Locale } | null> {
  const [owner] = await transaction
    .select({ locale: users.locale })
    .from(users)
    .where(and(sameEmail(email), isNotNull(users.emailVerifiedAt)))
    .limit(1);
  return owner ?? null;
}
