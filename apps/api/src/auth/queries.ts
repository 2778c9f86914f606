import type { Database, Transaction } from '@nuances/db/client';
import { mailTokens, users } from '@nuances/db/schema';
import type { Locale } from '@nuances/domain/locales';
import { lifetimes } from '@nuances/domain/limits';
import { and, asc, eq, gt, isNotNull, sql } from 'drizzle-orm';

const sameName = (username: string) => eq(sql`lower(${users.username})`, sql`lower(${username})`);
const sameEmail = (email: string) => eq(sql`lower(${users.email})`, sql`lower(${email})`);

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
    .orderBy(sql`${users.emailVerifiedAt} is null`, asc(users.createdAt))
    .limit(1);
  return account ?? null;
}

/** Whether a user name is taken, in any case. Only an early answer: the unique index decides. */
export async function isNameTaken(db: Database, username: string): Promise<boolean> {
  const [found] = await db.select({ id: users.id }).from(users).where(sameName(username)).limit(1);
  return found !== undefined;
}

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

/** Keeps the hash of a verification link; the newest link of a user is the only one that works. */
export async function addVerifyToken(
  transaction: Transaction,
  userId: string,
  token: { readonly hash: string; readonly email: string },
): Promise<void> {
  await transaction.delete(mailTokens).where(and(eq(mailTokens.userId, userId), eq(mailTokens.purpose, 'verify')));
  await transaction.insert(mailTokens).values({
    tokenHash: token.hash,
    userId,
    purpose: 'verify',
    email: token.email,
    createdAt: sql`now()`,
    expiresAt: sql`now() + make_interval(secs => ${lifetimes.verifyLinkS})`,
  });
}

/**
 * Uses a verification link. A used link says yes again, so that a second tap frightens nobody.
 * @returns false for a link that is unknown, expired or speaks of an address the account left
 * @throws the driver's 23505 when another account has verified the address meanwhile
 */
export async function useVerifyToken(db: Database, tokenHash: string): Promise<boolean> {
  return db.transaction(async (transaction) => {
    const [token] = await transaction
      .update(mailTokens)
      .set({ usedAt: sql`coalesce(${mailTokens.usedAt}, now())` })
      .where(
        and(
          eq(mailTokens.tokenHash, tokenHash),
          eq(mailTokens.purpose, 'verify'),
          sql`(${mailTokens.usedAt} is not null or ${gt(mailTokens.expiresAt, sql`now()`)})`,
        ),
      )
      .returning({ userId: mailTokens.userId, email: mailTokens.email });
    if (!token) return false;
    const verified = await transaction
      .update(users)
      .set({ emailVerifiedAt: sql`coalesce(${users.emailVerifiedAt}, now())` })
      .where(and(eq(users.id, token.userId), sameEmail(token.email)))
      .returning({ id: users.id });
    return verified.length > 0;
  });
}
