import { hashPassword } from '@nuances/crypto/password';
import { AppError } from '@nuances/domain/errors';
import * as z from 'zod';
import { provePassword, wrongPassword } from '../auth/prove-password.ts';
import { refuseWeakPassword } from '../auth/weak-password.ts';
import { endSessions } from '../auth/session-adapter.ts';
import { passwordChangedMail } from '../mail/templates.ts';
import { profileOutput } from '../profile/answer.ts';
import { changeEmail, readProfile } from '../profile/change.ts';
import {
  changeEmailInput,
  changePasswordInput,
  endedOutput,
  erasableOutput,
  erasePartOutput,
  erasePartInput,
  eraseInput,
  exportSchema,
  sessionIdField,
  sessionSchema,
  storedOutput,
} from './account-fields.ts';
import { documentTimeoutMs, writeDocument } from '../database/account-document.ts';
import { lockLogin } from '../database/lock-user.ts';
import { idOf } from '../fields.ts';
import { router, userProcedure } from '../trpc.ts';
import { WrittenOutput } from '../written-json.ts';
import { emailFailures, passwordFailures } from '../auth/form-failures.ts';
import { forgetQuotas } from '../database/quota-memory.ts';
import { bytesOfExport, exportPieces } from './export.ts';
import { countErasable, erasePart, eraseBatchSize } from './erase-part.ts';
import { eraseAccount } from './erasure.ts';
import { countStored } from './stored.ts';
import { endOtherSessions, replacePassword } from './queries.ts';

/** Settings of the account: sessions, password, e-mail, data. */
export const accountRouter = router({
  sessions: userProcedure
    .meta({ rest: 'GET /api/sessions', about: 'The own logins that have not ended, the last used first.' })
    .output(z.array(sessionSchema))
    .query(async ({ ctx }) => {
      const { userId, family } = ctx.user;
      const found = await ctx.services.sessions.list(userId);
      return found.map((session) => ({ ...session, current: session.id === family }));
    }),

  endSession: userProcedure
    .meta({
      rest: 'DELETE /api/sessions/:id',
      failures: ['notFound'],
      about: 'Ends one of the own logins, also the calling one.',
    })
    .input(z.object({ id: sessionIdField }))
    .output(z.object({}))
    .mutation(async ({ ctx, input }) => {
      if (!(await ctx.services.sessions.endFamily(ctx.user.userId, idOf(input.id)))) throw new AppError('notFound');
      ctx.recordSecurityEvent('session_ended', { userId: ctx.user.userId, end: 'chosen' });
      return {};
    }),

  endOtherSessions: userProcedure
    .meta({
      rest: 'DELETE /api/sessions',
      about:
        'Ends every own login but the calling one, and every script token. A new address that waits for its link is dropped.',
    })
    .output(endedOutput)
    .mutation(async ({ ctx }) => {
      const { userId } = ctx.user;
      const ended = await endOtherSessions(ctx.services.db, ctx.user);
      if (ended > 0) ctx.recordSecurityEvent('session_ended', { userId, end: 'others', count: ended });
      return { ended };
    }),

  changePassword: userProcedure
    .meta({
      rest: 'PUT /api/profile/password',
      failures: ['currentPassword', ...passwordFailures],
      about: 'Sets a new password and mails a notice. Every other login and every script token ends.',
    })
    .input(changePasswordInput)
    .output(z.object({}))
    .mutation(async ({ ctx, input }) => {
      const { userId, family } = ctx.user;
      const old = await provePassword(ctx, 'currentPassword', input.currentPassword);
      const { username, email } = await readProfile(ctx, userId);
      await refuseWeakPassword('newPassword', input.newPassword, { username, email });
      const hashes = { old, new: await hashPassword(input.newPassword) };
      await ctx.services.outbox.transaction(async (transaction) => {
        await lockLogin(transaction, ctx.user);
        const account = await replacePassword(transaction, userId, hashes);
        if (!account) throw wrongPassword('currentPassword');
        await endSessions(transaction, userId, { except: family });
        const { email: to, username, locale } = account;
        if (to === null) return;
        const details = { to, locale, username, at: new Date(), appUrl: ctx.services.appUrl() };
        await ctx.services.outbox.enqueue(transaction, passwordChangedMail({ ...details, ended: 'others' }));
      });
      ctx.recordSecurityEvent('password_changed', { userId });
      return {};
    }),

  /** Our client uses this call, which requires the password, and never `profile.update`. */
  changeEmail: userProcedure
    .meta({
      rest: 'PUT /api/profile/email',
      failures: ['currentPassword', 'passwordRequired', ...emailFailures],
      about:
        'Sets a new address, with the password: it waits for its link; in place of one that was never proven it is set at once.',
    })
    .input(changeEmailInput)
    .output(profileOutput)
    .mutation(async ({ ctx, input }) => {
      const passwordHash = await provePassword(ctx, 'password', input.password);
      const profile = await changeEmail(ctx, { email: input.email, passwordHash });
      if (!profile) throw wrongPassword('password');
      return profile;
    }),

  exportData: userProcedure
    .meta({
      scope: 'read',
      timeoutMs: documentTimeoutMs,
      rest: 'GET /api/profile/export',
      about:
        'Everything that is stored of the account but its secrets. Titles, texts and tags are sealed, as they are stored. A script token is not given logins, tokens, agreements and the reminder, as by the calls for each of them.',
    })
    .output(new WrittenOutput(exportSchema))
    .query(({ ctx, signal }) =>
      writeDocument({ ctx, signal }, ctx.user.userId, {
        isList: false,
        bytes: (db) => bytesOfExport(db, ctx.user.userId),
        pieces: (db, reading) => exportPieces(db, ctx.user, reading),
      }),
    ),

  stored: userProcedure
    .meta({
      rest: 'GET /api/profile/stored',
      about: 'How many rows of each table of the database are about the account.',
    })
    .output(storedOutput)
    .query(async ({ ctx }) => [...(await countStored(ctx.services.db, ctx.user.userId))]),

  erasable: userProcedure
    .meta({
      rest: 'GET /api/profile/erasable',
      about: 'How many scans and notes the account has, and the time of the server.',
    })
    .output(erasableOutput)
    .query(({ ctx }) => countErasable(ctx.services.db, ctx.user.userId)),

  /** Each call is a step of its own, so that a call that is repeated does no harm. */
  erasePart: userProcedure
    .meta({
      rest: 'POST /api/profile/erase-part',
      about:
        'Erases some of the scans or notes that the server had received at a moment, for good. While `more` is true, call it again with the same body.',
    })
    .input(erasePartInput)
    .output(erasePartOutput)
    .mutation(async ({ ctx, input }) => {
      const { userId } = ctx.user;
      const erased = await ctx.services.db.transaction((transaction) =>
        erasePart(transaction, userId, input.part, input.before),
      );
      forgetQuotas(ctx.services, userId);
      return { erased, more: erased === eraseBatchSize };
    }),

  /** Nobody can read anything of the account any more; the rows are removed in the background, however many there are. */
  erase: userProcedure
    .meta({
      rest: 'POST /api/profile/erase',
      failures: ['currentPassword', 'passwordRequired'],
      about: 'Erases the account for good. It cannot be undone.',
    })
    .input(eraseInput)
    .output(z.object({}))
    .mutation(async ({ ctx, input }) => {
      const { userId } = ctx.user;
      const passwordHash = await provePassword(ctx, 'password', input.password);
      await ctx.services.db.transaction(async (transaction) => {
        await lockLogin(transaction, ctx.user);
        if (!(await eraseAccount(transaction, ctx.services.masterKeys, { userId, passwordHash })))
          throw wrongPassword('password');
        await ctx.services.loginAttempts.forget(transaction, userId);
      });
      ctx.recordSecurityEvent('account_erased', { userId });
      ctx.services.erasures.wake();
      return {};
    }),
});
