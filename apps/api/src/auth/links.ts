/** Links that a mail carries: how they come to be, what they prove, what ends them. */
import { hashToken, newToken } from '@nuances/crypto/tokens';
import type { Database, Transaction } from '@nuances/db/client';
import { type mailTokenPurposes, mailTokens, users } from '@nuances/db/schema';
import { lifetimes } from '@nuances/domain/limits';
import { and, type AnyColumn, eq, gt, gte, inArray, isNotNull, isNull, lt, ne, sql } from 'drizzle-orm';
import { secondsFromNow } from '../database/seconds-from-now.ts';
import { endSessions } from './session-adapter.ts';

export type LinkPurpose = (typeof mailTokenPurposes)[number];

const lifetimeS: Readonly<Record<LinkPurpose, number>> = {
  verify: lifetimes.verifyLinkS,
  reset: lifetimes.resetLinkS,
  restore_email: lifetimes.restoreLinkS,
};

/** What is over this long opens nothing and explains nothing any more, seconds. */
const keptAfterExpiryS = 30 * 86_400;

const isSame = (column: AnyColumn, email: string) => eq(sql`lower(${column})`, sql`lower(${email})`);

/** A link's row that may still be used, by the database's clock. */
const isLive = (token: string, purpose: LinkPurpose) =>
  and(
    eq(mailTokens.tokenHash, hashToken(token)),
    eq(mailTokens.purpose, purpose),
    isNull(mailTokens.usedAt),
    gt(mailTokens.expiresAt, sql`now()`),
  );

/** What mails and links need to know of an account. */
export type LinkedAccount = NonNullable<Awaited<ReturnType<typeof lockAccount>>>;

/**
 * Takes the account's row for this transaction: of two that change its links or addresses, one waits.
 * Rows that refer to the account may still be added meanwhile.
 * @returns null when the account is gone
 */
export async function lockAccount(transaction: Transaction, userId: string) {
  const [account] = await transaction
    .select({
      id: users.id,
      username: users.username,
      locale: users.locale,
      email: users.email,
      emailVerifiedAt: users.emailVerifiedAt,
      pendingEmail: users.pendingEmail,
      passwordHash: users.passwordHash,
    })
    .from(users)
    .where(eq(users.id, userId))
    .for('no key update');
  return account ?? null;
}

/**
 * Makes a link, the newest of its purpose and the only one that works. A restore link voids only
 * others to the same address: whoever takes an account over could otherwise void the owner's by
 * changing the address twice. Call with the account locked.
 * @returns the token, which the database never holds
 */
export async function addLink(
  transaction: Transaction,
  userId: string,
  { purpose, email }: { readonly purpose: LinkPurpose; readonly email: string },
): Promise<string> {
  const token = newToken();
  await transaction
    .delete(mailTokens)
    .where(
      and(
        eq(mailTokens.userId, userId),
        eq(mailTokens.purpose, purpose),
        isNull(mailTokens.usedAt),
        purpose === 'restore_email' ? isSame(mailTokens.email, email) : undefined,
      ),
    );
  await transaction.insert(mailTokens).values({
    tokenHash: hashToken(token),
    userId,
    purpose,
    email,
    createdAt: sql`now()`,
    expiresAt: secondsFromNow(lifetimeS[purpose]),
  });
  return token;
}

/**
 * Voids the links of an account that were not used: a change of the password or of the address
 * leaves none to an older state of things. Restore links outlive both; that is what they are for.
 */
export async function voidLinks(
  transaction: Transaction,
  userId: string,
  purposes: readonly Exclude<LinkPurpose, 'restore_email'>[] = ['verify', 'reset'],
): Promise<void> {
  await transaction
    .delete(mailTokens)
    .where(and(eq(mailTokens.userId, userId), inArray(mailTokens.purpose, [...purposes]), isNull(mailTokens.usedAt)));
}

/**
 * Drops an address that waits to be proven, with its link: somebody else may have named it. Call with
 * the account locked.
 */
export async function dropPendingEmail(transaction: Transaction, userId: string): Promise<void> {
  const [dropped] = await transaction
    .update(users)
    .set({ pendingEmail: null })
    .where(and(eq(users.id, userId), isNotNull(users.pendingEmail)))
    .returning({ id: users.id });
  if (dropped) await voidLinks(transaction, userId, ['verify']);
}

/** The account of a live reset link and the address it was mailed to; null for any other text. Uses nothing. */
export async function accountOfReset(db: Database, token: string) {
  const [found] = await db
    .select({ userId: users.id, email: mailTokens.email, username: users.username })
    .from(mailTokens)
    .innerJoin(users, eq(users.id, mailTokens.userId))
    .where(isLive(token, 'reset'))
    .limit(1);
  return found ?? null;
}

/**
 * Uses a link up, with its account locked: first the account, then its links, as whoever makes one
 * does. Of many who try at once, one gets it and the others get null.
 */
async function take(transaction: Transaction, token: string, purpose: LinkPurpose) {
  const [found] = await transaction
    .select({ userId: mailTokens.userId })
    .from(mailTokens)
    .where(isLive(token, purpose));
  const account = found && (await lockAccount(transaction, found.userId));
  if (!account) return null;
  const [link] = await transaction
    .update(mailTokens)
    .set({ usedAt: sql`now()` })
    .where(isLive(token, purpose))
    .returning({ email: mailTokens.email, createdAt: mailTokens.createdAt });
  return link ? { ...link, account } : null;
}

/** What a verification link came to. */
export type VerifyOutcome =
  | { readonly kind: 'refused' }
  | { readonly kind: 'proven' }
  /** The proven address took the place of another proven one, whose owner is to be told. */
  | { readonly kind: 'replaced'; readonly account: LinkedAccount; readonly newEmail: string };

/**
 * Proves an address with its link: the pending one takes the stored one's place. A used link says
 * yes again as long as its address is the proven one, so that a second tap frightens nobody.
 * @returns `refused` for a link that is unknown, expired or speaks of an address the account left
 * @throws the driver's 23505 when another account has proven the address meanwhile
 */
export async function useVerifyLink(transaction: Transaction, token: string): Promise<VerifyOutcome> {
  const link = await take(transaction, token, 'verify');
  if (!link) return { kind: (await isProvenBy(transaction, token)) ? 'proven' : 'refused' };
  const { account } = link;
  const { id, email, pendingEmail } = account;
  const address = pendingEmail ?? email;
  if (address.toLowerCase() !== link.email.toLowerCase()) return { kind: 'refused' };
  await transaction
    .update(users)
    .set({ email: address, emailVerifiedAt: sql`now()`, pendingEmail: null })
    .where(eq(users.id, id));
  if (pendingEmail === null) return { kind: 'proven' };
  // A reset link went to the address that is no longer the account's.
  await voidLinks(transaction, id, ['reset']);
  return { kind: 'replaced', account, newEmail: address };
}

async function isProvenBy(transaction: Transaction, token: string): Promise<boolean> {
  const [proven] = await transaction
    .select({ id: users.id })
    .from(mailTokens)
    .innerJoin(users, eq(users.id, mailTokens.userId))
    .where(
      and(
        eq(mailTokens.tokenHash, hashToken(token)),
        eq(mailTokens.purpose, 'verify'),
        isNotNull(mailTokens.usedAt),
        isNotNull(users.emailVerifiedAt),
        eq(sql`lower(${users.email})`, sql`lower(${mailTokens.email})`),
      ),
    )
    .limit(1);
  return proven !== undefined;
}

/**
 * Sets a new password with a reset link, ends every session, drops a pending address and voids the
 * account's other links.
 * @returns the account, for the notice; null when the link was used, voided or ran out
 */
export async function useResetLink(transaction: Transaction, token: string, passwordHash: string) {
  const link = await take(transaction, token, 'reset');
  if (!link) return null;
  const { account } = link;
  await transaction.update(users).set({ passwordHash, pendingEmail: null }).where(eq(users.id, account.id));
  await endSessions(transaction, account.id);
  await voidLinks(transaction, account.id);
  return account;
}

/**
 * Takes a change of the address back: the old address is the account's again and proven, what came
 * after the notice is void, nobody is signed in and no password opens the account.
 * @returns the account; null when the link was used, voided or ran out
 * @throws the driver's 23505 when another account has proven the address meanwhile
 */
export async function useRestoreLink(transaction: Transaction, token: string) {
  const link = await take(transaction, token, 'restore_email');
  if (!link) return null;
  const account = { ...link.account, email: link.email };
  await transaction
    .update(users)
    .set({ email: link.email, emailVerifiedAt: sql`now()`, pendingEmail: null, passwordHash: null })
    .where(eq(users.id, account.id));
  await endSessions(transaction, account.id);
  await voidLinks(transaction, account.id);
  // Links that restore an address which only came later would give the account back to whoever took it.
  await transaction
    .delete(mailTokens)
    .where(
      and(
        eq(mailTokens.userId, account.id),
        eq(mailTokens.purpose, 'restore_email'),
        ne(mailTokens.tokenHash, hashToken(token)),
        gte(mailTokens.createdAt, link.createdAt),
      ),
    );
  return account;
}

/** Forgets links that have been over for long. */
export async function removeOldLinks(db: Database): Promise<void> {
  await db.delete(mailTokens).where(lt(mailTokens.expiresAt, secondsFromNow(-keptAfterExpiryS)));
}
