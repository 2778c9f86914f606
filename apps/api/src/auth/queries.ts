import { firstUserKeyVersion, newUserKey, sealUserKey } from '@nuances/crypto/seal';
import type { MasterKeys } from '@nuances/crypto/master-key';
import type { Database, Transaction } from '@nuances/db/client';
import { oneTimeCodes, users } from '@nuances/db/schema';
import type { Locale } from '@nuances/domain/locales';
import { picked } from '@nuances/domain/thing';
import { recordFirstConsent } from '../consents/queries.ts';
import { isAsked } from '../security/codes.ts';
import { and, asc, desc, eq, isNotNull, isNull, sql } from 'drizzle-orm';

/** Whether a row of `users` has a user name, in any case. */
export const hasName = (username: string) => eq(sql`lower(${users.username})`, sql`lower(${username})`);
const sameEmail = (email: string) => eq(sql`lower(${users.email})`, sql`lower(${email})`);

/** The fields of an account that a login needs. */
const loginColumns = {
  ...picked(['id', 'passwordHash', 'role', 'locale', 'lockedAt'], users),
  ...picked(['userKeySealed', 'userKeyVersion', 'keyMode', 'keyVersion'], users),
  /** Of the one-time codes that it asks for; null without. */
  codesSealed: oneTimeCodes.secretSealed,
};

/** An account that a login name may mean. */
export type LoginAccount = Awaited<ReturnType<typeof selectAccounts>>[number];

const selectAccounts = (db: Database) =>
  db
    .select(loginColumns)
    .from(users)
    .leftJoin(oneTimeCodes, and(eq(oneTimeCodes.userId, users.id), isAsked));

/** The account of a user name, case-insensitive. */
export async function accountOfName(db: Database, username: string): Promise<LoginAccount | null> {
  const [account] = await selectAccounts(db).where(hasName(username)).limit(1);
  return account ?? null;
}

/** The account of an id; null when it is gone. */
export async function accountOfId(db: Database, id: string): Promise<LoginAccount | null> {
  const [account] = await selectAccounts(db).where(eq(users.id, id));
  return account ?? null;
}

/**
 * The accounts that a login name may mean, null where there is none. A user name means one. An e-mail
 * address always stands for three: the account that verified it, the oldest and the newest that claim it. So an account that was
 * just created with a foreign address can log in with it and learns nothing about the others, and takes the login of none away.
 */
export async function findLogin(db: Database, name: string): Promise<(LoginAccount | null)[]> {
  // A user name never holds an @.
  if (!name.includes('@')) return [await accountOfName(db, name)];
  const [verified] = await selectAccounts(db)
    .where(and(sameEmail(name), isNotNull(users.emailVerifiedAt)))
    .limit(1);
  const firstClaim = (order: typeof asc) =>
    selectAccounts(db)
      .where(and(sameEmail(name), isNull(users.emailVerifiedAt)))
      .orderBy(order(users.emailClaimedAt), order(users.id))
      .limit(1);
  const [oldest] = await firstClaim(asc);
  const [newest] = await firstClaim(desc);
  return [verified ?? null, oldest ?? null, newest && newest.id !== oldest?.id ? newest : null];
}

/** The account for a reset mail: the one that verified the address, else the oldest that claims it. */
export async function accountOfEmail(transaction: Transaction, email: string) {
  const [account] = await transaction
    .select({ id: users.id })
    .from(users)
    .where(sameEmail(email))
    .orderBy(sql`${users.emailVerifiedAt} is null`, asc(users.emailClaimedAt))
    .limit(1);
  return account ?? null;
}

/** Whether a user name is taken, in any case. Only an early check: the unique index decides. */
export async function isNameTaken(db: Database, username: string): Promise<boolean> {
  const [found] = await db.select({ id: users.id }).from(users).where(hasName(username)).limit(1);
  return found !== undefined;
}

/** An account as it is first stored. */
export interface NewAccount {
  readonly id: string;
  readonly username: string;
  readonly email: string;
  readonly passwordHash: string;
  readonly locale: Locale;
  /** The version of the words by which scans and notes may be kept; null when the person was not asked. */
  readonly consentVersion: string | null;
}

/**
 * Stores an account with a new note key.
 * @returns the key
 * @throws the driver's 23505 when the user name is taken
 */
export async function addAccount(transaction: Transaction, keys: MasterKeys, account: NewAccount): Promise<string> {
  const { consentVersion, ...columns } = account;
  const [userKey, userKeyVersion] = [newUserKey(), firstUserKeyVersion];
  const userKeySealed = sealUserKey(keys.current, { userId: account.id, keyVersion: userKeyVersion }, userKey);
  await transaction.insert(users).values({ ...columns, userKeySealed, userKeyVersion, createdAt: sql`now()` });
  if (consentVersion !== null) await recordFirstConsent(transaction, account.id, consentVersion);
  return userKey;
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
