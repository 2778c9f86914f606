import type { Transaction } from '@nuances/db/client';
import { AppError } from '@nuances/domain/errors';
import type { ProfileInput } from '@nuances/domain/profile';
import { sql } from 'drizzle-orm';
import { addLink, type LinkedAccount, lockAccount, voidLinks } from '../auth/links.ts';
import { mailVerification } from '../auth/verification.ts';
import type { Context } from '../context.ts';
import { emailChangeMail } from '../mail/templates.ts';
import { translations } from '../translations.ts';
import type { ProfileAnswer } from './answer.ts';
import { type AddressChange, findProfile, storeAddress, storeProfile } from './queries.ts';

/** The session was alive a moment ago, so the account was erased since. */
const gone = () => new AppError('sessionMissing');

const isSame = (one: string, other: string) => one.toLowerCase() === other.toLowerCase();

/** What a new address means for an account: what is stored, and who is told. */
interface Plan {
  readonly store: AddressChange;
  /** The address a verification link goes to. */
  readonly verify?: { readonly to: string; readonly replaces: boolean };
  /** The proven address whose owner is told, with a link that takes the change back. */
  readonly warn?: string;
  /** Links to the address that was given up are void. */
  readonly voids?: boolean;
}

interface Addresses {
  readonly email: string;
  readonly emailVerifiedAt: Date | null;
  readonly pendingEmail: string | null;
}

/**
 * What the address in the form asks for. The one that is shown means no change, but for its
 * spelling; the stored one takes a pending one back; any other waits for its link, or replaces one
 * that was never proven at once.
 */
function planOf(given: string, { email, emailVerifiedAt, pendingEmail }: Addresses): Plan {
  if (pendingEmail !== null && isSame(given, pendingEmail)) return { store: { pendingEmail: given } };
  if (isSame(given, email)) return { store: { email: given, pendingEmail: null }, voids: pendingEmail !== null };
  if (emailVerifiedAt === null)
    return { store: { email: given, emailClaimedAt: sql`now()` }, verify: { to: given, replaces: false }, voids: true };
  return { store: { pendingEmail: given }, verify: { to: given, replaces: true }, warn: email, voids: true };
}

/** The own profile. */
export async function readProfile(ctx: Context, userId: string): Promise<ProfileAnswer> {
  const profile = await findProfile(ctx.db, userId);
  if (!profile) throw gone();
  return profile;
}

/** Stores an address that an account was given, mails its link and tells the owner of the proven one. */
async function applyAddress(
  ctx: Context,
  transaction: Transaction,
  account: LinkedAccount,
  given: string,
): Promise<'email_change_requested' | 'email_changed' | null> {
  const { id, username, locale } = account;
  if (given === (account.pendingEmail ?? account.email)) return null;
  const plan = planOf(given, account);
  await storeAddress(transaction, id, plan.store);
  if (plan.voids) await voidLinks(transaction, id);
  if (plan.verify) {
    const { to, replaces } = plan.verify;
    await mailVerification(ctx, transaction, account, to, { replaces });
  }
  if (plan.warn !== undefined) {
    const token = await addLink(transaction, id, { purpose: 'restore_email', email: plan.warn });
    const details = { to: plan.warn, locale, username, newEmail: given, at: new Date(), token };
    await ctx.outbox.enqueue(transaction, emailChangeMail({ ...details, appUrl: ctx.appUrl() }));
  }
  if (!plan.verify) return null;
  return plan.verify.replaces ? 'email_change_requested' : 'email_changed';
}

/** Stores a profile, and what a new address brings with it, in one transaction. */
export async function updateProfile(ctx: Context, userId: string, input: ProfileInput): Promise<ProfileAnswer> {
  const shown = await readProfile(ctx, userId);
  // A new address sends mail, so it counts as the other calls that do.
  if (!isSame(input.email, shown.email)) await ctx.countAuthAttempt();
  const { profile, event } = await ctx.db.transaction(async (transaction) => {
    const account = await lockAccount(transaction, userId);
    if (!account) throw gone();
    await storeProfile(transaction, userId, input);
    const told = await applyAddress(ctx, transaction, account, input.email);
    return { event: told, profile: await findProfile(transaction, userId) };
  });
  if (event) ctx.recordSecurityEvent(event, { userId });
  if (!profile) throw gone();
  ctx.outbox.wake();
  return profile;
}

/**
 * Changes the address alone, for a person who proved this password.
 * @returns null when the password was changed meanwhile
 */
export async function changeEmail(
  ctx: Context,
  userId: string,
  { email, passwordHash }: { readonly email: string; readonly passwordHash: string },
): Promise<ProfileAnswer | null> {
  await ctx.countAuthAttempt();
  const changed = await ctx.db.transaction(async (transaction) => {
    const account = await lockAccount(transaction, userId);
    if (account?.passwordHash !== passwordHash) return null;
    const told = await applyAddress(ctx, transaction, account, email);
    return { event: told, profile: await findProfile(transaction, userId) };
  });
  if (changed?.event) ctx.recordSecurityEvent(changed.event, { userId });
  ctx.outbox.wake();
  return changed?.profile ?? null;
}

/** Mails a new link to the pending address, else to the stored one; to none when that is proven. */
export async function resendVerification(ctx: Context, userId: string): Promise<string> {
  await ctx.countAuthAttempt();
  const say = translations[ctx.locale];
  const wasSent = await ctx.db.transaction(async (transaction) => {
    const account = await lockAccount(transaction, userId);
    if (!account) throw gone();
    const { email, emailVerifiedAt, pendingEmail } = account;
    if (pendingEmail === null && emailVerifiedAt !== null) return false;
    await mailVerification(ctx, transaction, account, pendingEmail ?? email, { replaces: pendingEmail !== null });
    return true;
  });
  ctx.outbox.wake();
  return wasSent ? say.auth.signup.successFallback() : say.profile.email.alreadyVerified();
}
