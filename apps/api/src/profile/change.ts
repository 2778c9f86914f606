import type { Transaction } from '@nuances/db/client';
import { AppError } from '@nuances/domain/errors';
import type { ProfileInput } from '@nuances/domain/profile/fields';
import { sql } from 'drizzle-orm';
import { addLink, voidLinks } from '../auth/links.ts';
import { rateLimited } from '../auth/admission.ts';
import { linkMailWindowS } from '../auth/link-mail-limit.ts';
import { mailVerification } from '../auth/verification.ts';
import type { Context, LoginContext } from '../context.ts';
import { type LockedUser, lockLogin, lockUser } from '../database/lock-user.ts';
import { emailChangeMail } from '../mail/templates.ts';
import { translations } from '../translations.ts';
import type { ProfileOutput } from './answer.ts';
import { type AddressChange, findProfile, storeAddress, storeProfile } from './queries.ts';

/** The session was valid, so the account has been erased since. */
const gone = () => new AppError('sessionMissing');

const isSame = (one: string, other: string) => one.toLowerCase() === other.toLowerCase();

/** The effects of a new address: columns to store, and notices to send. */
interface Plan {
  readonly store: AddressChange;
  /** The address a verification link goes to. */
  readonly verify?: { readonly to: string; readonly replaces: boolean };
  /** The verified address that gets a notice with a restore link. */
  readonly warn?: string;
  /** Whether links to the replaced address become void. */
  readonly voids?: boolean;
}

interface Addresses {
  readonly email: string | null;
  readonly emailVerifiedAt: Date | null;
  readonly pendingEmail: string | null;
}

/**
 * The effect of the address in the form. The shown one means no change, except of its case; the stored one cancels a
 * pending one; any other becomes pending, or replaces an unverified one at once.
 */
function planOf(given: string, { email, emailVerifiedAt, pendingEmail }: Addresses): Plan {
  if (pendingEmail !== null && isSame(given, pendingEmail)) return { store: { pendingEmail: given } };
  if (email !== null && isSame(given, email))
    return { store: { email: given, pendingEmail: null }, voids: pendingEmail !== null };
  if (email === null || emailVerifiedAt === null)
    return { store: { email: given, emailClaimedAt: sql`now()` }, verify: { to: given, replaces: false }, voids: true };
  return { store: { pendingEmail: given }, verify: { to: given, replaces: true }, warn: email, voids: true };
}

/** The own profile. */
export async function readProfile(ctx: Context, userId: string): Promise<ProfileOutput> {
  const profile = await findProfile(ctx.services.db, userId);
  if (!profile) throw gone();
  return profile;
}

/** Stores a new address, mails its link, and a notice to the verified one. */
async function applyAddress(
  ctx: Context,
  transaction: Transaction,
  account: LockedUser,
  given: string,
): Promise<'email_change_requested' | 'email_changed' | null> {
  const { id, username, locale } = account;
  if (given === (account.pendingEmail ?? account.email)) return null;
  const plan = planOf(given, account);
  await storeAddress(transaction, id, plan.store);
  if (plan.voids) await voidLinks(transaction, id);
  if (plan.verify) {
    const { to, replaces } = plan.verify;
    await mailVerification(ctx.services, transaction, account, to, { replaces, isOwner: true });
  }
  if (plan.warn !== undefined) {
    const token = await addLink(transaction, id, { purpose: 'restore_email', email: plan.warn });
    const details = { to: plan.warn, locale, username, newEmail: given, at: new Date(), token };
    await ctx.services.outbox.enqueue(transaction, emailChangeMail({ ...details, appUrl: ctx.services.appUrl() }));
  }
  if (!plan.verify) return null;
  return plan.verify.replaces ? 'email_change_requested' : 'email_changed';
}

/** Stores a profile with the effects of a new address, in one transaction. */
export async function updateProfile(ctx: LoginContext, input: ProfileInput): Promise<ProfileOutput> {
  const { userId } = ctx.user;
  const shown = await readProfile(ctx, userId);
  // A new address sends mail, so it counts as an attempt, as other calls that mail.
  if (!isSame(input.email, shown.email)) await ctx.countAuthAttempt();
  const { profile, event } = await ctx.services.outbox.transaction(async (transaction) => {
    const account = await lockLogin(transaction, ctx.user);
    await storeProfile(transaction, userId, input);
    const event = await applyAddress(ctx, transaction, account, input.email);
    return { event, profile: await findProfile(transaction, userId) };
  });
  if (event) ctx.recordSecurityEvent(event, { userId });
  if (!profile) throw gone();
  return profile;
}

/**
 * Changes only the address, after a password check.
 * @returns null when the password was changed meanwhile
 */
export async function changeEmail(
  ctx: LoginContext,
  { email, passwordHash }: { readonly email: string; readonly passwordHash: string },
): Promise<ProfileOutput | null> {
  const { userId } = ctx.user;
  await ctx.countAuthAttempt();
  const changed = await ctx.services.outbox.transaction(async (transaction) => {
    const account = await lockLogin(transaction, ctx.user);
    if (account.passwordHash !== passwordHash) return null;
    const event = await applyAddress(ctx, transaction, account, email);
    return { event, profile: await findProfile(transaction, userId) };
  });
  if (changed?.event) ctx.recordSecurityEvent(changed.event, { userId });
  return changed?.profile ?? null;
}

/**
 * Mails a new link to the pending address, else to the stored one; to none when that is proven.
 * @throws AppError `rateLimited` when too many were mailed within the hour, `emailRequired` without an address
 */
export async function resendVerification(ctx: Context, userId: string): Promise<string> {
  await ctx.countAuthAttempt();
  const say = translations[ctx.locale];
  const wasSent = await ctx.services.outbox.transaction(async (transaction) => {
    const account = await lockUser(transaction, userId);
    const { email, emailVerifiedAt, pendingEmail } = account;
    if (pendingEmail === null && emailVerifiedAt !== null) return false;
    const to = pendingEmail ?? email;
    if (to === null) throw new AppError('emailRequired', { fields: { email: 'emailRequired' } });
    const replaces = pendingEmail !== null;
    if (!(await mailVerification(ctx.services, transaction, account, to, { replaces, isOwner: true })))
      throw rateLimited(linkMailWindowS);
    return true;
  });
  return wasSent ? say.auth.signup.successFallback() : say.profile.email.alreadyVerified();
}
