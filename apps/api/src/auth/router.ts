import { hashPassword } from '@nuances/crypto/password';
import { isPostgresError } from '@nuances/db/postgres/error-codes';
import { consentPurposes } from '@nuances/domain/consent/fields';
import { currentConsentVersion, signupConsentVersionSchema } from '@nuances/domain/consent/ledger';
import { AppError } from '@nuances/domain/errors';
import { limits } from '@nuances/domain/limits';
import { passkeyLoginSchema } from '@nuances/domain/passkeys';
import { loginWithCodeSchema } from '@nuances/domain/second-factor';
import { refreshSchema, signupSchema } from '@nuances/domain/validation';
import { randomUUID } from 'node:crypto';
import * as z from 'zod';
import {
  described,
  deviceTokenField,
  field,
  languageField,
  messageOutput,
  passwordText,
  refreshTokenText,
  roleField,
  userKeyField,
  usernameText,
} from '../fields.ts';
import { recordEvent } from '../usage/record-event.ts';
import { authenticProcedure, publicProcedure, router } from '../trpc.ts';
import { keyFields } from '../vault/key-state.ts';
import { translations } from '../translations.ts';
import { emailFailures, passwordFailures } from './form-failures.ts';
import { linkProcedures } from './link-procedures.ts';
import { accountOfLogin, accountOfPasskey, startLogin } from './log-in.ts';
import { addAccount, isNameTaken } from './queries.ts';
import { mailVerification } from './verification.ts';
import { refuseWeakPassword } from './weak-password.ts';
import { consentTexts } from '@nuances/domain/consent/texts';
import { assertionSchema, requestOptionsOutput } from '../security/passkey-fields.ts';
import { askForPasskey } from '../security/passkeys.ts';

const nameTaken = () => new AppError('usernameTaken', { fields: { username: 'usernameTaken' } });

const rotate = {
  description:
    'Asks for refresh tokens that rotate: every refresh then gives the next one. A session that rotates once does so for good.',
  examples: [true],
};
const shortTokenField = field(
  z.string(),
  'The access token, for `Authorization: Bearer …`: a JWT, good for 15 minutes (`exp`, in seconds).',
  'eyJhbGciOiJIUzI1NiIsInR5cCI6ImF0K2p3dCJ9.eyJzdWIiOiI4ZjZhIn0.c2lnbmF0dXJl',
);
const refreshTokenField = z.string().meta(refreshTokenText);

const loginInput = described(
  loginWithCodeSchema,
  {
    username: {
      description: 'The user name, or the e-mail address.',
      examples: ['ada'],
      minLength: limits.username.min,
      maxLength: limits.email.max,
    },
    password: passwordText('The password.'),
    rotate,
    code: {
      description:
        'The code of the app, or a backup code, of an account with one-time codes; without it the right password is answered with 401 `secondFactorRequired`. Each code is accepted once.',
      examples: ['417293'],
      maxLength: limits.codeMax,
    },
  },
  { username: 'ada', password: 'Nights&Days-7' },
);
const signupInput = z.object({
  ...described(signupSchema, {
    username: { ...usernameText, minLength: limits.username.min, maxLength: limits.username.max },
  }).shape,
  /** Kept with its time. Without it the app asks at the first login. */
  consent: field(
    z.boolean().optional(),
    'The person agreed that their scans and notes are kept; recorded with its time. Without it the app asks at their first login.',
    true,
  ),
  consentVersion: signupConsentVersionSchema,
});
z.globalRegistry.add(signupConsentVersionSchema, {
  description: 'The version of the words that the person agreed to, the day on which they were written.',
  examples: [currentConsentVersion('keep')],
});
const refreshInput = described(
  refreshSchema,
  { refreshToken: refreshTokenText, rotate },
  { refreshToken: refreshTokenText.examples?.[0] },
);

const loginOutput = z.object({
  shortToken: shortTokenField,
  refreshToken: refreshTokenField,
  language: languageField,
  userKey: userKeyField,
  ...keyFields,
  role: roleField,
  deviceToken: deviceTokenField,
  consentsAsked: z
    .array(
      z.object({
        purpose: z.enum(consentPurposes).meta(consentTexts.purpose.answered),
        again: field(z.boolean(), 'Whether they agreed to older words.', false),
      }),
    )
    .optional()
    .meta({
      description:
        'With `deviceTokens`: agreements that the person has not given, or only in older words; the app asks for them.',
    }),
});
const passkeyLoginInput = z.object({ credential: assertionSchema, ...described(passkeyLoginSchema, { rotate }).shape });

/** Accounts, logins and sessions. */
export const authRouter = router({
  /**
   * `loginFailed` is the same answer in the same time for an unknown name, a wrong password and an account over its limit.
   * The failures of the second factor come after the right password only.
   */
  login: publicProcedure
    .meta({
      countsAttempt: 'queued',
      rest: 'POST /api/auth/login',
      failures: [
        'usernameRequired',
        'usernameMin',
        'passwordRequired',
        'loginFailed',
        'secondFactorRequired',
        'secondFactorWrong',
        'secondFactorUsed',
      ],
      about:
        'Signs in with a user name or an e-mail address. With `rotate: true` every refresh gives another refresh token; without it one token serves, 30 days after its last use and 90 days after the login at most.',
    })
    .input(loginInput)
    .output(loginOutput)
    .mutation(async ({ ctx, input }) => {
      const account = await accountOfLogin(ctx, input);
      const proof = { passwordHash: account.passwordHash, hasProvenCode: account.codesSealed !== null };
      return startLogin(ctx, account, { ...input, proof, refusal: 'loginFailed' });
    }),

  passkeyOptions: publicProcedure
    .meta({
      rest: 'POST /api/auth/passkey/options',
      about: 'Asks for any passkey of this service, to sign in: `PublicKeyCredentialRequestOptionsJSON`.',
    })
    .output(requestOptionsOutput)
    .mutation(({ ctx }) => askForPasskey(ctx.services, ['login'])),

  passkeyLogin: publicProcedure
    .meta({
      countsAttempt: true,
      rest: 'POST /api/auth/passkey',
      failures: ['passkeyUnknown'],
      about:
        'Signs in with a passkey, without a user name; no one-time code is asked for. Whatever is wrong with it, the answer is the same.',
    })
    .input(passkeyLoginInput)
    .output(loginOutput)
    .mutation(async ({ ctx, input }) => {
      const { account, passkeyId } = await accountOfPasskey(ctx, input.credential);
      return startLogin(ctx, account, { ...input, proof: { passkeyId }, refusal: 'passkeyUnknown' });
    }),

  signup: publicProcedure
    .meta({
      countsAttempt: 'queued',
      rest: 'POST /api/auth/signup',
      status: 201,
      failures: [
        'usernameRequired',
        'usernameMin',
        'usernameMax',
        'usernameChars',
        'usernameTaken',
        ...emailFailures,
        ...passwordFailures,
      ],
      about:
        'Makes an account and mails a verification link. The answer is the same whether or not somebody has the address; a taken user name is told.',
    })
    .input(signupInput)
    .output(messageOutput(translations.en.auth.signup.success()))
    .mutation(async ({ ctx, input }) => {
      await refuseWeakPassword('password', input.password, input);
      if (await isNameTaken(ctx.services.db, input.username)) throw nameTaken();
      const passwordHash = await hashPassword(input.password);
      const userId = randomUUID();
      const { username, email, language: locale } = input;
      try {
        await ctx.services.outbox.transaction(async (transaction) => {
          const consentVersion = input.consent === true ? input.consentVersion : null;
          const account = { id: userId, username, email, passwordHash, locale, consentVersion };
          await addAccount(transaction, ctx.services.masterKeys, account);
          await recordEvent(transaction, userId, 'signup');
          await mailVerification(ctx.services, transaction, { id: userId, username, locale }, email, {
            replaces: false,
            isOwner: false,
          });
        });
      } catch (error) {
        // Two concurrent sign-ups with the same name: the unique index admitted the other.
        throw isPostgresError(error, '23505') ? nameTaken() : error;
      }
      return { message: translations[ctx.locale].auth.signup.success() };
    }),

  refresh: publicProcedure
    .meta({
      rest: 'POST /api/auth/refresh',
      failures: ['sessionMissing'],
      about:
        'A new access token, good for 15 minutes. A token that rotates is answered with the one that takes its place: the old one stays valid until the new one was used here once, and 30 seconds beyond; used later still, it ends the session.',
    })
    .input(refreshInput)
    .output(z.object({ shortToken: shortTokenField, refreshToken: refreshTokenField.optional() }))
    .mutation(async ({ ctx, input }) => {
      const refreshed = await ctx.services.sessions.refresh(input.refreshToken, {
        userAgent: ctx.userAgent,
        rotates: input.rotate === true,
        address: ctx.address,
      });
      if (!refreshed) throw new AppError('sessionMissing');
      return refreshed;
    }),

  logout: authenticProcedure
    .meta({
      rest: 'POST /api/auth/logout',
      about: 'Ends the session that the access token names, with every token of it. An expired token will do.',
    })
    .output(z.object({}))
    .mutation(async ({ ctx }) => {
      await ctx.services.sessions.end(ctx.sessionId);
      ctx.recordSecurityEvent('session_ended', { userId: ctx.userId, end: 'logout' });
      return {};
    }),

  ...linkProcedures,
});
