import { PasswordQueueFull } from '@nuances/crypto/password';
import { isPostgresError, sqlState } from '@nuances/db/postgres/error-codes';
import { AcquireTimeout } from '@nuances/db/postgres/semaphore';
import { AppError, type ErrorCode } from '@nuances/domain/errors';
import type { Locale } from '@nuances/domain/locales';
import { fieldErrorsOf } from '@nuances/domain/validation';
import { errorText } from '@nuances/i18n/errors';
import { TRPCError } from '@trpc/server';
import { getHTTPStatusCodeFromError } from '@trpc/server/http';
import * as z from 'zod';
import { translations } from './translations.ts';

type TrpcCode = TRPCError['code'];

/** Maps our codes to tRPC's. The HTTP status follows from it, on both transports. */
const trpcCodes: Readonly<Record<ErrorCode, TrpcCode>> = {
  emailRequired: 'BAD_REQUEST',
  emailInvalid: 'BAD_REQUEST',
  emailForm: 'BAD_REQUEST',
  passwordRequired: 'BAD_REQUEST',
  passwordMin: 'BAD_REQUEST',
  passwordClasses: 'BAD_REQUEST',
  passwordMax: 'BAD_REQUEST',
  passwordCommon: 'BAD_REQUEST',
  passwordMismatch: 'BAD_REQUEST',
  passphraseMin: 'BAD_REQUEST',
  passphraseMismatch: 'BAD_REQUEST',
  usernameRequired: 'BAD_REQUEST',
  usernameMin: 'BAD_REQUEST',
  usernameChars: 'BAD_REQUEST',
  usernameMax: 'BAD_REQUEST',
  usernameTaken: 'CONFLICT',
  consentRequired: 'BAD_REQUEST',
  consentWithdrawn: 'CONFLICT',
  currentPassword: 'BAD_REQUEST',
  linkInvalid: 'BAD_REQUEST',
  firstNameRequired: 'BAD_REQUEST',
  lastNameRequired: 'BAD_REQUEST',
  nameLength: 'BAD_REQUEST',
  nameChars: 'BAD_REQUEST',
  dateOfBirthRequired: 'BAD_REQUEST',
  dateOfBirthInvalid: 'BAD_REQUEST',
  dateOfBirthFuture: 'BAD_REQUEST',
  countryRequired: 'BAD_REQUEST',
  countryLength: 'BAD_REQUEST',
  tooLong: 'BAD_REQUEST',
  timeInvalid: 'BAD_REQUEST',
  loginFailed: 'UNAUTHORIZED',
  secondFactorRequired: 'UNAUTHORIZED',
  secondFactorWrong: 'UNAUTHORIZED',
  secondFactorUsed: 'UNAUTHORIZED',
  proofRequired: 'FORBIDDEN',
  codeWrong: 'BAD_REQUEST',
  codeUsed: 'BAD_REQUEST',
  passkeyUnknown: 'UNAUTHORIZED',
  passkeyRefused: 'BAD_REQUEST',
  passkeyNameRequired: 'BAD_REQUEST',
  passkeysFull: 'CONFLICT',
  sessionMissing: 'UNAUTHORIZED',
  sessionExpired: 'UNAUTHORIZED',
  tokenScope: 'FORBIDDEN',
  tokenNameRequired: 'BAD_REQUEST',
  tokensFull: 'CONFLICT',
  answersInvalid: 'BAD_REQUEST',
  scanExists: 'CONFLICT',
  tagsNotSealed: 'BAD_REQUEST',
  noteNotSealed: 'BAD_REQUEST',
  noteTitleTooLong: 'BAD_REQUEST',
  noteTextTooLong: 'BAD_REQUEST',
  noteChanged: 'CONFLICT',
  vaultSealed: 'BAD_REQUEST',
  vaultChanged: 'CONFLICT',
  vaultSlotLast: 'CONFLICT',
  notFound: 'NOT_FOUND',
  forbidden: 'FORBIDDEN',
  badRequest: 'BAD_REQUEST',
  tooLarge: 'PAYLOAD_TOO_LARGE',
  quotaReached: 'CONFLICT',
  method: 'METHOD_NOT_SUPPORTED',
  mediaType: 'UNSUPPORTED_MEDIA_TYPE',
  rateLimited: 'TOO_MANY_REQUESTS',
  unavailable: 'SERVICE_UNAVAILABLE',
  server: 'INTERNAL_SERVER_ERROR',
};

/** HTTP status of a failure. */
export function statusOf(failure: AppError): number {
  return getHTTPStatusCodeFromError(toTrpcError(failure));
}

/** Wraps the failure for tRPC; `cause` keeps the original. */
export function toTrpcError(failure: AppError): TRPCError {
  return new TRPCError({ code: trpcCodes[failure.code], message: failure.code, cause: failure });
}

/** Errors that tRPC raises itself, before a procedure runs. */
const ownTrpcCodes: Partial<Record<TrpcCode, ErrorCode>> = {
  PARSE_ERROR: 'badRequest',
  BAD_REQUEST: 'badRequest',
  NOT_FOUND: 'notFound',
  METHOD_NOT_SUPPORTED: 'method',
  PAYLOAD_TOO_LARGE: 'tooLarge',
  UNSUPPORTED_MEDIA_TYPE: 'mediaType',
};

/** Errors that Fastify raises itself; its other 4xx become `badRequest`. */
const fastifyCodes: Readonly<Record<string, ErrorCode>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'tooLarge',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'mediaType',
  FST_ERR_NOT_FOUND: 'notFound',
};

/** Retry-After of `unavailable`: a database or a queue has usually recovered by then. */
const recoveryS = 2;

/**
 * SQLSTATEs and driver codes of a database that is unreachable, starting, stopping, full or too slow: a retry
 * may succeed. 57014 is a statement timeout, 55P03 a lock timeout, 40001 and 40P01 lost a race.
 */
const unavailableStates = /^(?:08...|53...|57P0.|57014|55P03|40001|40P01|25006)$/;
const unavailableCodes = new Set<string | undefined>([
  'CONNECTION_CLOSED',
  'CONNECTION_ENDED',
  'CONNECTION_DESTROYED',
  'CONNECT_TIMEOUT',
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'EHOSTDOWN',
  'ENETUNREACH',
  'ENETDOWN',
  'ENOTFOUND',
  'EAI_AGAIN',
]);

/**
 * Of what Citus reports without a code of its own (XX000, and 58030 while it sends rows): the connection to a worker has
 * ended in the middle of a statement, or the worker has cancelled it.
 */
const uncodedStates = /^(?:XX000|58030)$/;
const lostWorker =
  /^(?:SSL SYSCALL error|SSL connection has been closed|server closed the connection|could not (?:receive|send) data|connection (?:not open|to the remote node)|no connection to the server|failure on connection marked as essential|failed to (?:COPY to shard|complete COPY)|could not commit transaction|terminating connection|deadlock detected|canceling statement)/i;

/** Whether an error means that the database is temporarily unavailable. */
export function isDatabaseUnavailable(error: unknown): boolean {
  const state = sqlState(error);
  if (state !== null)
    return (
      unavailableStates.test(state) ||
      (uncodedStates.test(state) && errorChain(error).some(({ message }) => lostWorker.test(message)))
    );
  return errorChain(error).some((cause) => unavailableCodes.has(errorCode(cause)) || isMissingSocket(cause));
}

/** The embedded server is restarting: it removes its Unix socket and makes a new one. */
const isMissingSocket = (error: Error): boolean =>
  errorCode(error) === 'ENOENT' && 'syscall' in error && error.syscall === 'connect';

/** Whether a row could not be stored because its account was erased during the call. */
function isErased(error: unknown): boolean {
  return (
    isPostgresError(error, '23503') &&
    errorChain(error).some(
      (cause) => 'constraint_name' in cause && String(cause.constraint_name).endsWith('_users_id_fk'),
    )
  );
}

/** An error and its causes, outermost first. */
export function errorChain(error: unknown): Error[] {
  const chain: Error[] = [];
  for (let current = error; current instanceof Error && chain.length < 5; current = current.cause) chain.push(current);
  return chain;
}

/** The `code` that Node, Fastify and database drivers put on their errors. */
export function errorCode(error: Error): string | undefined {
  return 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}

/** The error of invalid input: code and message are those of the first invalid field. */
function invalidInput(issues: Parameters<typeof fieldErrorsOf>[0]): AppError {
  const { '': _whole, ...fields } = fieldErrorsOf(issues);
  const code = Object.values(fields)[0] ?? 'badRequest';
  // A malformed login name gets the same answer as a wrong password.
  if (code === 'loginFailed') return new AppError(code);
  return new AppError(code, Object.keys(fields).length > 0 ? { fields } : {});
}

/** Converts anything that was thrown into an AppError; `server` for unknown errors. */
export function toAppError(error: unknown): AppError {
  const chain = errorChain(error);
  for (const cause of chain) {
    if (cause instanceof AppError) return cause;
    if (cause instanceof PasswordQueueFull || cause instanceof AcquireTimeout)
      return new AppError('unavailable', { retryAfterS: recoveryS, cause });
  }
  if (error instanceof TRPCError) {
    // Only invalid *input* is the caller's fault; an output that fails its schema is ours.
    if (error.code === 'BAD_REQUEST' && error.cause instanceof z.core.$ZodError)
      return invalidInput(error.cause.issues);
    const own = ownTrpcCodes[error.code];
    if (own !== undefined) return new AppError(own, { cause: error });
  }
  if (isErased(error)) return new AppError('sessionMissing', { cause: error });
  if (isDatabaseUnavailable(error)) return new AppError('unavailable', { retryAfterS: recoveryS, cause: error });
  const outer = chain[0];
  if (outer && 'statusCode' in outer && typeof outer.statusCode === 'number') {
    const code = errorCode(outer);
    const known = code === undefined ? undefined : fastifyCodes[code];
    if (known !== undefined) return new AppError(known, { cause: error });
    if (outer.statusCode >= 400 && outer.statusCode < 500) return new AppError('badRequest', { cause: error });
  }
  return new AppError('server', { cause: error });
}

/** A failure with its messages: tRPC carries it in `data.app`, REST spreads it into its body. */
export interface LocalizedError {
  code: ErrorCode;
  message: string;
  fields?: Record<string, { code: ErrorCode; message: string }>;
  /** Seconds. */
  retryAfterS?: number;
}

/** Looks up the messages of a failure in a language. */
export function localizeError(failure: AppError, locale: Locale): LocalizedError {
  const messageOf = (code: ErrorCode) =>
    errorText(translations[locale].error, locale, code, { retryAfterS: failure.retryAfterS });
  const text: LocalizedError = { code: failure.code, message: messageOf(failure.code) };
  if (failure.fields)
    text.fields = Object.fromEntries(
      Object.entries(failure.fields).map(([name, code]) => [name, { code, message: messageOf(code) }]),
    );
  if (failure.retryAfterS !== undefined) text.retryAfterS = failure.retryAfterS;
  return text;
}
