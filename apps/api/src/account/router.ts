import { hashPassword } from '@nuances/crypto/password';
import { usageEventKinds } from '@nuances/db/schema';
import { erasePartSchema } from '@nuances/domain/erasure';
import { AppError } from '@nuances/domain/errors';
import { changeEmailSchema, changePasswordSchema, idSchema, passwordProofSchema } from '@nuances/domain/validation';
import * as z from 'zod';
import { provePassword, wrongPassword } from '../auth/prove-password.ts';
import { refuseWeakPassword } from '../auth/weak-password.ts';
import { endSessions } from '../auth/session-adapter.ts';
import { passwordChangedMail } from '../mail/templates.ts';
import { sealedNoteSchema } from '../notes/sealed-note.ts';
import { profileAnswer } from '../profile/answer.ts';
import { changeEmail, readProfile } from '../profile/change.ts';
import { tokenFields } from '../tokens/token-fields.ts';
import { readProcedure, router, userProcedure } from '../trpc.ts';
import { readExport } from './export.ts';
import { countErasable, erasePart, erasedAtOnce } from './erase-part.ts';
import { eraseAccount } from './erasure.ts';
import { countStored } from './stored.ts';
import { endOtherSessions, replacePassword } from './queries.ts';

const sessionSchema = z.object({
  /** The id for `endSession`; grants no access. */
  id: z.string(),
  /** Whether it is the session of this call. */
  current: z.boolean(),
  userAgent: z.string().nullable(),
  /** Time of the login. */
  createdAt: z.date(),
  lastSeenAt: z.date(),
});

const exportSchema = z.object({
  exportedAt: z.date(),
  profile: z.record(z.string(), z.unknown()),
  scans: z.array(
    z.object({
      _id: z.string(),
      answers: z.array(z.int()),
      scoring: z.int(),
      duration: z.int().nullable(),
      createdAt: z.date(),
      receivedAt: z.date(),
      /** Sealed, as the notes are. */
      tags: z.string().nullable(),
    }),
  ),
  /** Live logins. */
  sessions: z.array(
    z.object({ userAgent: z.string().nullable(), createdAt: z.date(), lastSeenAt: z.date(), expiresAt: z.date() }),
  ),
  /** Script tokens that have not expired. */
  tokens: z.array(z.object(tokenFields)),
  /** Usage events; `duration` in seconds. */
  events: z.array(z.object({ kind: z.enum(usageEventKinds), at: z.date(), duration: z.int().nullable() })),
  /** The person's row of each week of the usage statistics. */
  weeks: z.array(z.looseObject({ weekStart: z.string() })),
  /** Without the address of the push service: whoever has it can send to the device. */
  reminder: z
    .object({
      days: z.array(z.int()),
      time: z.string(),
      zone: z.string(),
      pausedUntil: z.date().nullable(),
      sentAt: z.date().nullable(),
    })
    .nullable(),
  /** As stored, sealed; only the owner's browser can open them. */
  notes: z.array(sealedNoteSchema),
});

/** Settings of the account: sessions, password, e-mail, data. */
export const accountRouter = router({
  /** The live sessions, last used first. */
  sessions: userProcedure.output(z.array(sessionSchema)).query(async ({ ctx }) => {
    const { userId, family } = ctx.user;
    const found = await ctx.sessions.list(userId);
    return found.map((session) => ({ ...session, current: session.id === family }));
  }),

  /** Ends one of the own sessions, also the calling one. Errors: 404 for any other id. */
  endSession: userProcedure
    .input(z.object({ id: z.string() }))
    .output(z.object({}))
    .mutation(async ({ ctx, input }) => {
      const id = idSchema.safeParse(input.id);
      if (!id.success || !(await ctx.sessions.endFamily(ctx.user.userId, id.data))) throw new AppError('notFound');
      ctx.recordSecurityEvent('session_ended', { userId: ctx.user.userId, end: 'chosen' });
      return {};
    }),

  /** Ends every own session but the calling one; answers how many. */
  endOtherSessions: userProcedure.output(z.object({ ended: z.int() })).mutation(async ({ ctx }) => {
    const { userId, family } = ctx.user;
    const ended = await endOtherSessions(ctx.db, userId, family);
    if (ended > 0) ctx.recordSecurityEvent('session_ended', { userId, end: 'others', count: ended });
    return { ended };
  }),

  /**
   * Sets a new password, ends every other session and mails a notice. Errors: 400
   * `currentPassword` on that field, 400 with `fields` for a new one that the rules refuse, 429.
   */
  changePassword: userProcedure
    .input(changePasswordSchema)
    .output(z.object({}))
    .mutation(async ({ ctx, input }) => {
      const { userId, family } = ctx.user;
      const old = await provePassword(ctx, 'currentPassword', input.currentPassword);
      const { username, email } = await readProfile(ctx, userId);
      refuseWeakPassword('newPassword', input.newPassword, { username, email });
      const hashes = { old, new: await hashPassword(input.newPassword) };
      await ctx.db.transaction(async (transaction) => {
        const account = await replacePassword(transaction, userId, hashes);
        if (!account) throw wrongPassword('currentPassword');
        await endSessions(transaction, userId, family);
        const { email: to, username, locale } = account;
        const details = { to, locale, username, at: new Date(), appUrl: ctx.appUrl() };
        await ctx.outbox.enqueue(transaction, passwordChangedMail({ ...details, ended: 'others' }));
      });
      ctx.recordSecurityEvent('password_changed', { userId });
      ctx.outbox.wake();
      return {};
    }),

  /**
   * Sets a pending address and mails its link. Our client uses this call, which requires the password, and never
   * `profile.update`. Errors: 400 `currentPassword` on
   * `password`, 400 with `fields`, 429.
   */
  changeEmail: userProcedure
    .input(changeEmailSchema)
    .output(profileAnswer)
    .mutation(async ({ ctx, input }) => {
      const passwordHash = await provePassword(ctx, 'password', input.password);
      const profile = await changeEmail(ctx, ctx.user.userId, { email: input.email, passwordHash });
      if (!profile) throw wrongPassword('password');
      return profile;
    }),

  /** All data of the account. */
  exportData: readProcedure.output(exportSchema).query(async ({ ctx }) => {
    const all = await readExport(ctx.db, ctx.user.userId);
    if (!all) throw new AppError('sessionMissing');
    return all;
  }),

  /** How many rows of each table are about the account; null for a table that is about nobody. */
  stored: userProcedure
    .output(z.array(z.object({ table: z.string(), rows: z.int().nullable() })))
    .query(async ({ ctx }) => [...(await countStored(ctx.db, ctx.user.userId))]),

  /** How many scans and notes the account has, and the time of the server. */
  erasable: userProcedure
    .output(z.object({ scans: z.int(), notes: z.int(), at: z.string() }))
    .query(({ ctx }) => countErasable(ctx.db, ctx.user.userId)),

  /**
   * Erases some of the scans or notes that the server had received at a moment. `more`: call it again with the same
   * input; each call is a step of its own, so that a call that is repeated does no harm.
   */
  erasePart: userProcedure
    .input(erasePartSchema)
    .output(z.object({ erased: z.int(), more: z.boolean() }))
    .mutation(async ({ ctx, input }) => {
      const { userId } = ctx.user;
      const erased = await erasePart(ctx.db, userId, input.part, input.before);
      ctx.scanQuota.forget(userId);
      ctx.noteQuota.forget(userId);
      return { erased, more: erased === erasedAtOnce };
    }),

  /**
   * Erases the account: every session and link ends, and nobody can read anything of it any more. The rows are removed
   * in the background, however many there are.
   * Errors: 400 `currentPassword` on `password`, 429.
   */
  erase: userProcedure
    .input(passwordProofSchema)
    .output(z.object({}))
    .mutation(async ({ ctx, input }) => {
      const { userId } = ctx.user;
      const passwordHash = await provePassword(ctx, 'password', input.password);
      await ctx.db.transaction(async (transaction) => {
        if (!(await eraseAccount(transaction, ctx.masterKeys, { userId, passwordHash })))
          throw wrongPassword('password');
        await ctx.loginAttempts.forget(transaction, userId);
      });
      ctx.recordSecurityEvent('account_erased', { userId });
      ctx.erasures.wake();
      return {};
    }),
});
