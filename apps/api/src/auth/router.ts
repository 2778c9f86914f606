import { newUserKey, sealUserKey } from '@nuances/crypto/key-envelope';
import { hashPassword, verifyAgainstDummyHash, verifyPassword } from '@nuances/crypto/password';
import { isPostgresError } from '@nuances/db/postgres/error-codes';
import { AppError } from '@nuances/domain/errors';
import { locales } from '@nuances/domain/locales';
import { roles } from '@nuances/domain/roles';
import { loginSchema, refreshSchema, signupSchema } from '@nuances/domain/validation';
import { randomUUID } from 'node:crypto';
import * as z from 'zod';
import { recordEvent } from '../usage/record-event.ts';
import { attemptProcedure, authenticProcedure, publicProcedure, router } from '../trpc.ts';
import { translations } from '../translations.ts';
import { linkProcedures } from './link-procedures.ts';
import { addAccount, findLogin, isNameTaken } from './queries.ts';
import { mailVerification } from './verification.ts';

/** The first key of an account; a new one would count up. */
const firstKeyVersion = 1;

const nameTaken = () => new AppError('usernameTaken', { fields: { username: 'usernameTaken' } });

const message = z.object({ message: z.string() });

/** Accounts, logins and sessions. */
export const authRouter = router({
  /**
   * Errors: 401 `loginFailed`, the same and as slow for an unknown name as for a wrong password; 429
   * after too many of them. With `rotate` each refresh will give another refresh token.
   */
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
      const who = { userId: account?.id ?? null, name: input.username, address: ctx.address };
      const fits = await ctx.attempts.checkPassword(who, () =>
        account ? verifyPassword(account.passwordHash, input.password) : verifyAgainstDummyHash(input.password),
      );
      if (!account || !fits) throw new AppError('loginFailed');
      const userKey = ctx.noteKeys.open(account);
      const tokens = await ctx.sessions.start(
        { userId: account.id, role: account.role, passwordHash: account.passwordHash },
        { userAgent: ctx.userAgent, rotates: input.rotate === true },
      );
      if (!tokens) throw new AppError('loginFailed');
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
          await mailVerification(ctx, transaction, { id: userId, username, locale }, email);
        });
      } catch (error) {
        // Two sign-ups raced for the name: the unique index let one of them win.
        throw isPostgresError(error, '23505') ? nameTaken() : error;
      }
      ctx.outbox.wake();
      return { message: translations[ctx.locale].auth.signup.success() };
    }),

  /**
   * A new access token; with `rotate` also the refresh token that takes the sent one's place.
   * Errors: 400 without a token, 401 `sessionMissing` for one of no live session.
   */
  refresh: publicProcedure
    .input(refreshSchema)
    .output(z.object({ shortToken: z.string(), refreshToken: z.string().optional() }))
    .mutation(async ({ ctx, input }) => {
      const refreshed = await ctx.sessions.refresh(input.refreshToken, {
        userAgent: ctx.userAgent,
        rotates: input.rotate === true,
      });
      if (!refreshed) throw new AppError('sessionMissing');
      return refreshed;
    }),

  /** Ends the session that the token names; an expired token of ours will do. */
  logout: authenticProcedure.output(z.object({})).mutation(async ({ ctx }) => {
    await ctx.sessions.end(ctx.sessionId);
    return {};
  }),

  ...linkProcedures,
});
