import * as z from 'zod/mini';
import { axisCount } from './axes.ts';
import type { ErrorCode } from './errors.ts';
import { isErrorCode } from './errors.ts';
import { code, field } from './field.ts';
import { limits } from './limits.ts';
import { fallbackLocale, locales } from './locales.ts';
import { answerMax, answerMin } from './scan/scoring.ts';

const usernamePattern = /^[A-Za-z0-9_]+$/;
const emailPattern = /^[A-Za-z0-9._-]+@[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)*\.[A-Za-z]{2,6}$/;
/** Valid addresses that are refused here: with a plus sign, or with an ending of more than six letters. */
const refusedFormPattern = /^[A-Za-z0-9._+-]+@[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)*\.[A-Za-z]{2,63}$/;
const passwordClasses = [/[a-z]/, /[A-Z]/, /\d/, /[@$!%*?&]/] as const;

const shortEmail = (value: string) => value.length <= limits.email.max;

/** User name at sign-up (SPEC.md USER-1). */
export const usernameSchema = field(
  'usernameRequired',
  ['usernameMin', (value) => value.length >= limits.username.min],
  ['usernameMax', (value) => value.length <= limits.username.max],
  ['usernameChars', (value) => usernamePattern.test(value)],
);

/** E-mail address (SPEC.md MAIL-1). The length is checked first, so no pattern runs on a long text. */
export const emailSchema = field(
  'emailRequired',
  ['emailInvalid', shortEmail],
  ['emailForm', (value) => emailPattern.test(value) || !refusedFormPattern.test(value)],
  ['emailInvalid', (value) => emailPattern.test(value)],
);

/** A new password, at sign-up and at reset (SPEC.md PASS-1). */
export const newPasswordSchema = field(
  'passwordRequired',
  ['passwordMin', (value) => value.length >= limits.password.min],
  ['passwordMax', (value) => value.length <= limits.password.max],
  ['passwordClasses', (value) => passwordClasses.every((pattern) => pattern.test(value))],
);

/** User name or e-mail at login: only required and at least 3 characters (SPEC.md LOGIN-1). */
const loginNameSchema = field(
  'usernameRequired',
  ['usernameMin', (value) => value.length >= limits.username.min],
  ['loginFailed', shortEmail],
);

/** The password at login is only required; one that is longer than any stored password fails like any wrong one. */
const isPossiblePassword = (value: string) => value.length <= limits.password.max;
const loginPasswordSchema = field('passwordRequired', ['loginFailed', isPossiblePassword]);
/** The present password of who is logged in, likewise. */
const presentPasswordSchema = field('passwordRequired', ['currentPassword', isPossiblePassword]);

/** A supported language. */
export const localeSchema = z.enum(locales);

/** Our client asks for refresh tokens that rotate; other clients of the contract do not. */
const rotateSchema = z.nullish(z.boolean());

/** Tokens that earlier logins gave this device; an empty list asks for a first one. */
export const deviceTokensSchema = z.nullish(
  z.array(z.string().check(z.maxLength(limits.deviceTokens.lengthMax))).check(z.maxLength(limits.deviceTokens.max)),
);

/** A login by user name or e-mail; the matching accounts are looked up later. */
export const loginSchema = z.object({
  username: loginNameSchema,
  password: loginPasswordSchema,
  rotate: rotateSchema,
  deviceTokens: deviceTokensSchema,
});

/** An unsupported language never refuses a sign-up (SPEC.md LOCALE-2). */
export const signupSchema = z.object({
  username: usernameSchema,
  email: emailSchema,
  password: newPasswordSchema,
  language: z.catch(z._default(localeSchema, fallbackLocale), fallbackLocale),
});

/**
 * Any text but the empty one is looked up: an unknown token is refused as a token, not as malformed input (SPEC.md
 * TOKEN-1).
 */
export const refreshSchema = z.object({ refreshToken: z.string().check(z.minLength(1)), rotate: rotateSchema });

/** Request of a reset link, and of a new verification link. */
export const emailOnlySchema = z.object({ email: emailSchema });

/** A new password through a reset link. */
export const resetSchema = z.object({ newPassword: newPasswordSchema, deviceTokens: deviceTokensSchema });

/** The reset form: the confirmation must equal the new password (SPEC.md PASS-2). */
export const resetFormSchema = z.object({ newPassword: newPasswordSchema, confirmPassword: z.string() }).check(
  z.refine(({ newPassword, confirmPassword }) => newPassword === confirmPassword, {
    path: ['confirmPassword'],
    error: code('passwordMismatch'),
    when: () => true,
  }),
);

/** Changing the password while logged in: the old one is only required (SPEC.md PASS-3). */
export const changePasswordSchema = z.object({
  currentPassword: presentPasswordSchema,
  newPassword: newPasswordSchema,
});

/** The password as a proof of identity, for actions that cannot be undone. */
export const passwordProofSchema = z.object({ password: presentPasswordSchema });

/** Changing the e-mail address from our own client: the password is only required. */
export const changeEmailSchema = z.object({ email: emailSchema, password: presentPasswordSchema });

/** The passphrase that seals an export, typed twice (SPEC.md PASS-4). */
export const passphraseFormSchema = z
  .object({
    passphrase: field(
      'passphraseMin',
      ['passphraseMin', (value) => value.length >= limits.passphrase.min],
      ['passwordMax', (value) => value.length <= limits.passphrase.max],
    ),
    again: z.string(),
  })
  .check(
    z.refine(({ passphrase, again }) => passphrase === again, {
      path: ['again'],
      error: code('passphraseMismatch'),
      when: () => true,
    }),
  );

/** The new language of an account. */
export const languageSchema = z.object({ language: localeSchema });

/** Exactly seven whole numbers from 1 to 10, in data order (SPEC.md SCAN-1). */
export const answersSchema = z
  .array(
    z
      .int({ error: code('answersInvalid') })
      .check(z.gte(answerMin, code('answersInvalid')), z.lte(answerMax, code('answersInvalid'))),
    {
      error: code('answersInvalid'),
    },
  )
  .check(z.length(axisCount, code('answersInvalid')));

/** The answers in an unchecked value; null when they are not seven whole numbers from 1 to 10. */
export function answersOf(value: unknown): readonly number[] | null {
  return z.safeParse(answersSchema, value).data ?? null;
}

/** A UUID made by the client, in lower case, so that sending it twice stores it once (SPEC.md SCAN-4). */
export const idSchema = z.pipe(
  z.guid(),
  z.transform((value: string) => value.toLowerCase()),
);

/** A moment with its zone, not before 2000 (SPEC.md TIME-2). */
export const instantSchema = z.iso
  .datetime({ offset: true })
  .check(z.refine((value) => Date.parse(value) >= Date.parse(limits.createdAtMin)));

/** A visit of Home; the server ignores what the client says about itself. */
export const visitSchema = z.object({ isUserAuthenticated: z.optional(z.unknown()) });

/**
 * Error codes by field of a failed parse: the first broken rule of each field; a broken rule without an error code
 * becomes `badRequest`. Empty when the value is valid (SPEC.md FIELD-2).
 */
export function fieldErrorsOf(
  issues: readonly { path: readonly PropertyKey[]; message: string }[],
): Record<string, ErrorCode> {
  const fields = new Map<string, ErrorCode>();
  for (const issue of issues) {
    // A rule about the whole value belongs to no field.
    const name = String(issue.path[0] ?? '');
    if (!fields.has(name)) fields.set(name, isErrorCode(issue.message) ? issue.message : 'badRequest');
  }
  return Object.fromEntries(fields);
}

/** Error codes by field for the value of a form; null when it is valid. */
export function checkForm(schema: z.ZodMiniType, value: unknown): Record<string, ErrorCode> | null {
  const parsed = z.safeParse(schema, value);
  return parsed.success ? null : fieldErrorsOf(parsed.error.issues);
}
