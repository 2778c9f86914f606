import { newUserKey, openUserKey, sealUserKey } from '@nuances/crypto/key-envelope';
import { hashPassword, verifyAgainstNobody, verifyPassword } from '@nuances/crypto/password';
import { hashToken, newToken } from '@nuances/crypto/tokens';
import { isPostgresError } from '@nuances/db/postgres-error';
import { AppError } from '@nuances/domain/errors';
import { limits } from '@nuances/domain/limits';
import { locales } from '@nuances/domain/locales';
import { roles } from '@nuances/domain/roles';
import { loginSchema, refreshSchema, signupSchema } from '@nuances/domain/validation';
import { randomUUID } from 'node:crypto';
import * as z from 'zod';
import { recordEvent } from '../events.ts';
import { alreadyAccountMail, verifyMail } from '../mail/templates.ts';
import { attemptProcedure, authenticProcedure, publicProcedure, router } from '../trpc.ts';
import { words } from '../words.ts';
import { addAccount, addVerifyToken, findLogin, isNameTaken, ownerOfEmail, useVerifyToken } from './queries.ts';

/** The first key of an account; a new one would count up. */
const firstKeyVersion = 1;

const nameTaken = () => new AppError('usernameTaken', { fields: { username: 'usernameTaken' } });

const message = z.object({ message: z.string() });

export const authRouter = router({
  /** Errors: 401 `loginFailed`, the same and as slow for an unknown name as for a wrong password. */
  login: attemptProcedure
    .input(loginSchema)
    .output(
      z.object({
        shortToken: z.string(),
        refreshToken: z.string(),
        language: z.enum(locales),
        userKey: z.string(),
        role: z.enum(roles),
      }),
    )
    .mutation(async ({ ctx, input }) => {
      const account = await findLogin(ctx.db, input.username);
      const fits = account
        ? await verifyPassword(account.passwordHash, input.password)
        : await verifyAgainstNobody(input.password);
      if (!account || !fits) throw new AppError('loginFailed');
      const place = { userId: account.id, keyVersion: account.userKeyVersion };
      const userKey = openUserKey(ctx.masterKeys, place, account.userKeySealed);
      const tokens = await ctx.sessions.start({ userId: account.id, role: account.role }, ctx.userAgent);
      return { ...tokens, language: account.locale, userKey, role: account.role };
    }),

  /** Errors: 400 with `fields`, 409 `usernameTaken`. Whether an address is known is told to nobody. */
  signup: attemptProcedure
    .input(
      z.object({
        ...signupSchema.shape,
        /** The person agreed to what is stored; kept with its time. */
        consent: z.boolean().optional(),
      }),
    )
    .output(message)
    .mutation(async ({ ctx, input }) => {
      if (await isNameTaken(ctx.db, input.username)) throw nameTaken();
      const passwordHash = await hashPassword(input.password);
      const userId = randomUUID();
      const place = { userId, keyVersion: firstKeyVersion };
      const { username, email, language: locale } = input;
      try {
        await ctx.db.transaction(async (transaction) => {
          await addAccount(transaction, {
            id: userId,
            username,
            email,
            passwordHash,
            locale,
            userKeySealed: sealUserKey(ctx.masterKeys.current, place, newUserKey()),
            userKeyVersion: firstKeyVersion,
            consented: input.consent === true,
          });
          await recordEvent(transaction, userId, 'signup');
          const owner = await ownerOfEmail(transaction, email);
          if (owner) {
            await ctx.outbox.enqueue(
              transaction,
              alreadyAccountMail({ to: email, locale: owner.locale, appUrl: ctx.appUrl() }),
            );
          } else {
            const token = newToken();
            await addVerifyToken(transaction, userId, { hash: hashToken(token), email });
            await ctx.outbox.enqueue(
              transaction,
              verifyMail({ to: email, locale, username, token, appUrl: ctx.appUrl() }),
            );
          }
        });
      } catch (error) {
        // Two sign-ups raced for the name: the unique index let one of them win.
        throw isPostgresError(error, '23505') ? nameTaken() : error;
      }
      ctx.outbox.wake();
      return { message: words[ctx.locale].auth.signup.success() };
    }),

  /** Errors: 400 without a token, 401 `sessionMissing` for one of no live session. */
  refresh: publicProcedure
    .input(refreshSchema)
    .output(z.object({ shortToken: z.string() }))
    .mutation(async ({ ctx, input }) => {
      const shortToken = await ctx.sessions.refresh(input.refreshToken);
      if (shortToken === null) throw new AppError('sessionMissing');
      return { shortToken };
    }),

  /** Ends the session that the token names; an expired token of ours will do. */
  logout: authenticProcedure.output(z.object({})).mutation(async ({ ctx }) => {
    await ctx.sessions.end(ctx.sessionId);
    return {};
  }),

  /** Errors: 400 `badRequest` for a link that is unknown or expired. */
  verify: publicProcedure
    .input(z.object({ token: z.string().max(limits.tokenMax) }))
    .output(message)
    .mutation(async ({ ctx, input }) => {
      const used = await useVerifyToken(ctx.db, hashToken(input.token)).catch((error: unknown) => {
        // Somebody else proved the address first, so this link proves nothing any more.
        if (isPostgresError(error, '23505')) return false;
        throw error;
      });
      if (!used) throw new AppError('badRequest');
      return { message: words[ctx.locale].auth.verify.success() };
    }),
});
