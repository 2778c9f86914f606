/** Procedures of mailed links: verify an address, reset a password, restore an address. */
import { hashPassword } from '@nuances/crypto/password';
import type { Transaction } from '@nuances/db/client';
import { isPostgresError } from '@nuances/db/postgres/error-codes';
import { AppError } from '@nuances/domain/errors';
import { limits } from '@nuances/domain/limits';
import { emailOnlySchema, resetSchema } from '@nuances/domain/validation';
import * as z from 'zod';
import type { Services } from '../context.ts';
import { findAndLockUser, type LockedUser } from '../database/lock-user.ts';
import { deviceTokenField, field, messageOutput, staysField } from '../fields.ts';
import type { Writer } from '../mail/mail.ts';
import { emailChangedMail, noticeMail, passwordChangedMail, resetMail } from '../mail/templates.ts';
import { publicProcedure } from '../trpc.ts';
import { translations } from '../translations.ts';
import {
  accountOfReset,
  addLink,
  useDisownLink,
  useResetLink,
  useRestoreLink,
  useVerifyLink,
  whatStays,
} from './links.ts';
import { emailFailures, passwordFailures } from './form-failures.ts';
import { accountOfEmail } from './queries.ts';
import { refuseWeakPassword } from './weak-password.ts';

const linkFields = {
  token: field(
    z.string().max(limits.tokenMax),
    'The last part of the link that was mailed.',
    'x1bYgK0d3Gq7m5Tn2Rw8Vc4Jp6Ls9Hf0Zk1Ue3Ai5Bo',
  ),
};
const linkInput = z.object(linkFields);
const maskedEmailAnswer = z.object({
  email: field(z.string(), 'The address that the link was mailed to, masked.', 'a***@e***.org'),
});

/**
 * A masked address that its owner recognises: the first letter of its two halves and the ending. `lea@example.fr` reads `l***@e***.fr`.
 */
export function maskEmail(email: string): string {
  const [local = '', domain = ''] = email.split('@');
  const ending = domain.slice(domain.lastIndexOf('.'));
  return `${local.slice(0, 1)}***@${domain.slice(0, 1)}***${ending}`;
}

/**
 * The mail with a reset link, for the address that was typed; null when no account has it, or too many
 * went there. Written when the outbox sends it: the request itself does the same work for every address.
 */
export const writeResetMail =
  ({ linkMailLimit, appUrl }: Pick<Services, 'linkMailLimit' | 'appUrl'>): Writer =>
  async (transaction, email) => {
    const found = await accountOfEmail(transaction, email);
    const account = found && (await findAndLockUser(transaction, found.id));
    if (!account) return null;
    const request = { userId: account.id, address: email, isOwner: false };
    if (!(await linkMailLimit.admit(transaction, 'reset', request))) return null;
    return resetMailFor(transaction, { ...account, email: account.email ?? email }, appUrl());
  };

async function resetMailFor(
  transaction: Transaction,
  account: LockedUser & { readonly email: string },
  appUrl: string,
) {
  const { id, email: to, username, locale } = account;
  const link = await addLink(transaction, id, { purpose: 'reset', email: to });
  return resetMail({ to, locale, username, token: link, appUrl });
}

/**
 * Tells the owner of a proven address that another one has taken its place. The restore link is valid from now
 * on and replaces the one of the first notice.
 */
async function announceReplacement(
  { outbox, appUrl }: Pick<Services, 'outbox' | 'appUrl'>,
  transaction: Transaction,
  { id, username, locale }: LockedUser,
  { oldEmail: to, newEmail }: { readonly oldEmail: string; readonly newEmail: string },
): Promise<void> {
  const restoreToken = await addLink(transaction, id, { purpose: 'restore_email', email: to });
  const details = { to, locale, username, newEmail, at: new Date(), token: restoreToken, appUrl: appUrl() };
  await outbox.enqueue(transaction, emailChangedMail(details));
}

/** @throws AppError `linkInvalid` when the work gives null, or the address belongs to another account */
async function orLinkInvalid<Done>(work: Promise<Done | null>): Promise<Done> {
  const done = await work.catch((error: unknown) => {
    // Another account verified the address first, so this link is void.
    if (isPostgresError(error, '23505')) return null;
    throw error;
  });
  if (done === null) throw new AppError('linkInvalid');
  return done;
}

/** Procedures of mailed links. */
export const linkProcedures = {
  verify: publicProcedure
    .meta({
      countsAttempt: true,
      rest: 'GET /api/auth/verify/:token',
      hasNoHead: true,
      failures: ['linkInvalid'],
      about: 'Proves the address that the link was mailed to. A used link says success again.',
    })
    .input(linkInput)
    .output(messageOutput(translations.en.auth.verify.success()))
    .mutation(async ({ ctx, input }) => {
      const outcome = await orLinkInvalid(
        ctx.services.outbox.transaction(async (transaction) => {
          const used = await useVerifyLink(transaction, input.token);
          if (used.kind === 'replaced') await announceReplacement(ctx.services, transaction, used.account, used);
          return used.kind === 'refused' ? null : used;
        }),
      );
      if (outcome.kind === 'replaced') ctx.recordSecurityEvent('email_changed', { userId: outcome.account.id });
      return { message: translations[ctx.locale].auth.verify.success() };
    }),

  /** The answer takes the same time for every address, too. */
  requestReset: publicProcedure
    .meta({
      countsAttempt: true,
      rest: 'POST /api/auth/resetpassword',
      failures: emailFailures,
      about:
        'Mails a link to choose a new password, if the address is known. The answer is the same for every address.',
    })
    .input(emailOnlySchema)
    .output(messageOutput(translations.en.auth.forgot.success()))
    .mutation(async ({ ctx, input }) => {
      await ctx.services.outbox.transaction((transaction) =>
        ctx.services.outbox.enqueueDraft(transaction, 'reset', input.email),
      );
      // The account is looked up later: the request does the same work for every address.
      ctx.recordSecurityEvent('password_reset_requested', {});
      return { message: translations[ctx.locale].auth.forgot.success() };
    }),

  checkReset: publicProcedure
    .meta({
      countsAttempt: true,
      rest: 'GET /api/auth/resetpassword/:token',
      failures: ['linkInvalid'],
      about: 'Tells whether a reset link is still good, and the address it was sent to, masked. Uses nothing up.',
    })
    .input(linkInput)
    .output(maskedEmailAnswer)
    .mutation(async ({ ctx, input }) => {
      const account = await accountOfReset(ctx.services.db, input.token);
      if (!account) throw new AppError('linkInvalid');
      return { email: maskEmail(account.email) };
    }),

  /** Signs nobody in. With `deviceTokens` the answer holds one for this device: its login may follow whatever others have tried. */
  reset: publicProcedure
    .meta({
      countsAttempt: 'queued',
      rest: 'POST /api/auth/resetpassword/:token',
      failures: ['linkInvalid', ...passwordFailures],
      about: 'Sets a new password, once, and ends every session. A password that is refused leaves the link good.',
    })
    .input(z.object({ ...linkFields, ...resetSchema.shape }).meta({ examples: [{ newPassword: 'Nights&Days-7' }] }))
    .output(
      messageOutput(translations.en.auth.reset.success()).extend({ deviceToken: deviceTokenField, stays: staysField }),
    )
    .mutation(async ({ ctx, input }) => {
      // Looked at first: a hash is costly, and anybody may send anything as a token.
      const target = await accountOfReset(ctx.services.db, input.token);
      if (!target) throw new AppError('linkInvalid');
      await refuseWeakPassword('newPassword', input.newPassword, target);
      const { deviceTokens: sent } = input;
      // Before the link is used: a failure after that would be told of a reset that was made.
      const stays = sent ? await whatStays(ctx.services.db, target.userId) : [];
      const passwordHash = await hashPassword(input.newPassword);
      await orLinkInvalid(
        ctx.services.outbox.transaction(async (transaction) => {
          const account = await useResetLink(transaction, input.token, passwordHash);
          if (!account) return null;
          // Others may have guessed until every login was refused: who has the mailbox starts anew.
          await ctx.services.loginAttempts.forget(transaction, account.id);
          const { username, locale } = account;
          const details = { to: target.email, locale, username, at: new Date(), appUrl: ctx.services.appUrl() };
          await ctx.services.outbox.enqueue(transaction, passwordChangedMail({ ...details, ended: 'all' }));
          return account.id;
        }),
      );
      ctx.recordSecurityEvent('password_reset', { userId: target.userId });
      const message = translations[ctx.locale].auth.reset.success();
      if (!sent) return { message };
      const deviceToken = ctx.services.loginAttempts.trustDevice(target.userId, sent);
      return { message, deviceToken, ...(stays.length > 0 ? { stays } : {}) };
    }),

  restoreEmail: publicProcedure
    .meta({
      countsAttempt: true,
      rest: 'POST /api/auth/restore-email/:token',
      failures: ['linkInvalid'],
      about:
        'Restores the address that a change has replaced, or would replace, with the link of the notice. Ends every login, makes the password unusable and mails a reset link.',
    })
    .input(linkInput)
    .output(messageOutput(translations.en.auth.cancelEmail.success()))
    .mutation(async ({ ctx, input }) => {
      const userId = await orLinkInvalid(
        ctx.services.outbox.transaction(async (transaction) => {
          const account = await useRestoreLink(transaction, input.token);
          if (!account) return null;
          await ctx.services.outbox.enqueue(
            transaction,
            await resetMailFor(transaction, account, ctx.services.appUrl()),
          );
          return account.id;
        }),
      );
      ctx.recordSecurityEvent('email_restored', { userId });
      return { message: translations[ctx.locale].auth.cancelEmail.success() };
    }),

  /** The link is used by a click on its page: programs that look through mails open every link. */
  disown: publicProcedure
    .meta({
      countsAttempt: true,
      rest: 'POST /api/auth/unknown-account/:token',
      failures: ['linkInvalid'],
      about:
        'Takes an address off an account that its owner does not know, with the second link of a verification mail. A used link says success again.',
    })
    .input(linkInput)
    .output(messageOutput(translations.en.auth.disown.success()))
    .mutation(async ({ ctx, input }) => {
      const { account, isTakenOff } = await orLinkInvalid(
        ctx.services.outbox.transaction(async (transaction) => {
          const used = await useDisownLink(transaction, input.token);
          if (!used?.isTakenOff) return used;
          await ctx.services.linkMailLimit.forget(transaction, used.email);
          const { username, locale, email } = used.account;
          // The address that is left, when the account has proven one.
          const isLeft = used.account.emailVerifiedAt !== null && email !== null && !used.isStored;
          const notice = { locale, username, at: new Date() };
          await ctx.services.outbox.enqueue(
            transaction,
            noticeMail('addressTakenOff', { ...notice, to: isLeft ? email : used.email }),
          );
          return used;
        }),
      );
      if (isTakenOff) ctx.recordSecurityEvent('email_disowned', { userId: account.id });
      return { message: translations[ctx.locale].auth.disown.success() };
    }),
};
