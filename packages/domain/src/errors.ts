/**
 * Every failure that the product can report, by its stable code. The catalogues have its message under `error.{code}`,
 * the API's single map its HTTP status (SPEC.md ERROR-1).
 */
export const errorCodes = [
  'emailRequired',
  'emailInvalid',
  'emailForm',
  'passwordRequired',
  'passwordMin',
  'passwordClasses',
  'passwordMax',
  'passwordCommon',
  'passwordMismatch',
  'passphraseMin',
  'passphraseMismatch',
  'usernameRequired',
  'usernameMin',
  'usernameChars',
  'usernameMax',
  'usernameTaken',
  'consentRequired',
  'consentWithdrawn',
  'currentPassword',
  'linkInvalid',
  'firstNameRequired',
  'lastNameRequired',
  'nameLength',
  'nameChars',
  'dateOfBirthRequired',
  'dateOfBirthInvalid',
  'dateOfBirthFuture',
  'countryRequired',
  'countryLength',
  'tooLong',
  'timeInvalid',
  'loginFailed',
  'secondFactorRequired',
  'secondFactorWrong',
  'secondFactorUsed',
  'proofRequired',
  'codeWrong',
  'codeUsed',
  'passkeyUnknown',
  'passkeyRefused',
  'passkeyNameRequired',
  'passkeysFull',
  'sessionMissing',
  'sessionExpired',
  'tokenScope',
  'tokenNameRequired',
  'tokensFull',
  'answersInvalid',
  'scanExists',
  'tagsNotSealed',
  'noteNotSealed',
  'noteTitleTooLong',
  'noteTextTooLong',
  'noteChanged',
  'vaultSealed',
  'vaultChanged',
  'vaultSlotLast',
  'notFound',
  'forbidden',
  'badRequest',
  'tooLarge',
  'quotaReached',
  'method',
  'mediaType',
  'rateLimited',
  'unavailable',
  'server',
] as const;

/** A failure, with the same code in every language and on every transport. */
export type ErrorCode = (typeof errorCodes)[number];

/** Whether a value is an error code. */
export function isErrorCode(value: unknown): value is ErrorCode {
  return errorCodes.some((code) => code === value);
}

/** Error codes by the name of the field they belong to. */
export type FieldErrors = Readonly<Record<string, ErrorCode>>;

/** A failure that may be shown to a person. Anything else that is thrown is a defect and becomes `server`. */
export class AppError extends Error {
  override readonly name = 'AppError';
  readonly code: ErrorCode;
  readonly fields: FieldErrors | undefined;
  /** Seconds after which a retry may succeed, for `rateLimited` and `unavailable`. */
  readonly retryAfterS: number | undefined;

  constructor(code: ErrorCode, details: { fields?: FieldErrors; retryAfterS?: number; cause?: unknown } = {}) {
    super(code, details.cause === undefined ? undefined : { cause: details.cause });
    this.code = code;
    this.fields = details.fields;
    this.retryAfterS = details.retryAfterS;
  }
}
