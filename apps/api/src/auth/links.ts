/** Mailed links: creation, use and expiry. */
import { hashToken, newToken } from '@nuances/crypto/tokens';
import type { Database, Transaction } from '@nuances/db/client';
import { type mailTokenPurposes, mailTokens, users } from '@nuances/db/schema';
import { lifetimes } from '@nuances/domain/limits';
import { and, type AnyColumn, eq, gt, gte, inArray, isNotNull, isNull, lt, ne, sql } from 'drizzle-orm';
import { findAndLockUser, type LockedUser } from '../database/lock-user.ts';
import { removeInSteps } from '../database/remove-in-steps.ts';
import { secondsFromNow } from '../database/seconds-from-now.ts';
import { removePasskeys } from '../security/passkey-queries.ts';
import { asked } from '../security/codes.ts';
import { endSessions } from './session-adapter.ts';

export type LinkPurpose = (typeof mailTokenPurposes)[number];

const lifetimeS: Readonly<Record<LinkPurpose, number>> = {
  verify: lifetimes.verifyLinkS,
  reset: lifetimes.resetLinkS,
  restore_email: lifetimes.restoreLinkS,
  disown: lifetimes.disownLinkS,
};

/** How long rows of expired links are kept, seconds. */
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

/**
 * Creates a link and voids older ones of its purpose. A restore link voids only others to the same address: an
 * attacker could otherwise void the owner's link by changing the address twice. A disown link voids none, because it only takes
 * something away. Call with the account locked.
 * @returns the token; the database stores only its hash
 */
export async function addLink(
  transaction: Transaction,
  userId: string,
  { purpose, email }: { readonly purpose: LinkPurpose; readonly email: string },
): Promise<string> {
  const token = newToken();
  if (purpose !== 'disown')
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
 * Voids the unused links of an account, after a change of the password or of the address. Restore links stay valid,
 * because they undo such changes, and disown links, because they are not the account's.
 */
export async function voidLinks(
  transaction: Transaction,
  userId: string,
  purposes: readonly ('verify' | 'reset')[] = ['verify', 'reset'],
): Promise<void> {
  await transaction
    .delete(mailTokens)
    .where(and(eq(mailTokens.userId, userId), inArray(mailTokens.purpose, [...purposes]), isNull(mailTokens.usedAt)));
}

/**
 * Drops the pending address with its link: an attacker may have set it. Call with
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

/** What a new password neither opens nor ends, for who has just chosen one. */
export async function whatStays(db: Database, userId: string): Promise<('vault' | 'codes')[]> {
  const [[vault], [codes]] = await Promise.all([
    db
      .select({ id: users.id })
      .from(users)
      .where(and(eq(users.id, userId), ne(users.keyMode, 'server'))),
    asked(db, userId),
  ]);
  return [...(vault ? (['vault'] as const) : []), ...(codes ? (['codes'] as const) : [])];
}

/**
 * Consumes a link with its account locked: first the account, then its links, in the same order as the creation of
 * links. Of concurrent calls one succeeds and the others get null.
 */
async function take(transaction: Transaction, token: string, purpose: LinkPurpose) {
  const [found] = await transaction
    .select({ userId: mailTokens.userId })
    .from(mailTokens)
    .where(isLive(token, purpose));
  const account = found && (await findAndLockUser(transaction, found.userId));
  if (!account) return null;
  const [link] = await transaction
    .update(mailTokens)
    .set({ usedAt: sql`now()` })
    .where(isLive(token, purpose))
    .returning({ email: mailTokens.email, createdAt: mailTokens.createdAt });
  return link ? { ...link, account } : null;
}

/** Result of a verification link. */
export type VerifyOutcome =
  | { readonly kind: 'refused' }
  | { readonly kind: 'proven' }
  /** The address replaced another verified one, whose owner gets a notice. */
  | {
      readonly kind: 'replaced';
      readonly account: LockedUser;
      readonly oldEmail: string;
      readonly newEmail: string;
    };

/**
 * Verifies an address by its link: the pending one replaces the stored one. A used link succeeds again as long as its
 * address is the verified one, so that a second click shows no error.
 * @returns `refused` for a link that is unknown, expired, or of an address that the account no longer has
 * @throws the driver's 23505 when another account has verified the address meanwhile
 */
export async function useVerifyLink(transaction: Transaction, token: string): Promise<VerifyOutcome> {
  const link = await take(transaction, token, 'verify');
  if (!link) return { kind: (await isProvenBy(transaction, token)) ? 'proven' : 'refused' };
  const { account } = link;
  const { id, email, pendingEmail } = account;
  const address = pendingEmail ?? email;
  if (address?.toLowerCase() !== link.email.toLowerCase()) return { kind: 'refused' };
  await transaction
    .update(users)
    .set({ email: address, emailVerifiedAt: sql`now()`, pendingEmail: null })
    .where(eq(users.id, id));
  if (pendingEmail === null || email === null) return { kind: 'proven' };
  // A reset link went to the address that is no longer the account's.
  await voidLinks(transaction, id, ['reset']);
  return { kind: 'replaced', account, oldEmail: email, newEmail: pendingEmail };
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
 * Restores the old address as verified; pending addresses and links after the notice are void, all sessions end and
 * the password is made unusable.
 * @returns the account; null when the link was used, voided or ran out
 * @throws the driver's 23505 when another account has verified the address meanwhile
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
  // Whoever changed the address knew the password, and may have added one.
  await removePasskeys(transaction, account.id);
  await voidLinks(transaction, account.id);
  // Restore links of later addresses would give the account back to the attacker.
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

/**
 * Takes an address off the account that its owner does not know, with every link that would bring it back. The link stays good: used
 * again it finds nothing to do, or an address that the account has claimed once more.
 * @returns null when the link is unknown or ran out, or the account is gone
 */
export async function useDisownLink(transaction: Transaction, token: string) {
  const [link] = await transaction
    .select({ userId: mailTokens.userId, email: mailTokens.email })
    .from(mailTokens)
    .where(isLive(token, 'disown'));
  const account = link && (await findAndLockUser(transaction, link.userId));
  if (!account) return null;
  const isIt = (address: string | null) => address?.toLowerCase() === link.email.toLowerCase();
  const isStored = isIt(account.email);
  const isPending = isIt(account.pendingEmail);
  if (isStored || isPending) {
    await transaction
      .update(users)
      .set({
        // One that waits to replace it takes its place, unverified: only a verified address may have a pending successor.
        ...(isStored && { email: account.pendingEmail, emailVerifiedAt: null, emailClaimedAt: sql`now()` }),
        pendingEmail: null,
      })
      .where(eq(users.id, account.id));
    await transaction
      .delete(mailTokens)
      .where(
        and(eq(mailTokens.userId, account.id), ne(mailTokens.purpose, 'disown'), isSame(mailTokens.email, link.email)),
      );
  }
  return { account, email: link.email, isStored, isTakenOff: isStored || isPending };
}

/** Removes links that expired long ago. */
export async function removeOldLinks(db: Database): Promise<void> {
  const { tokenHash, expiresAt } = mailTokens;
  const where = lt(expiresAt, secondsFromNow(-keptAfterExpiryS));
  await removeInSteps(db, mailTokens, { key: [tokenHash], where, by: expiresAt });
}
