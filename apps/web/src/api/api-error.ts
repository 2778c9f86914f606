import { isRecord } from '@nuances/domain/record';
import { isErrorCode, type ErrorCode } from '@nuances/domain/errors';

/** Why a call did not work: the server said so, or nothing came back. */
export interface ApiError {
  readonly code: ErrorCode | 'network';
  /** The server's sentence, in the language of the page. */
  readonly message: string | null;
  /** Sentences by the field they belong to. */
  readonly fields: Readonly<Record<string, string>>;
  /** Codes by the field they belong to, for whatever is told later and perhaps in the other language. */
  readonly fieldCodes: Readonly<Record<string, ErrorCode>>;
}

const silence: ApiError = { code: 'network', message: null, fields: {}, fieldCodes: {} };

function fieldsOf(fields: unknown): Record<string, string> {
  if (!isRecord(fields)) return {};
  const told = Object.entries(fields).flatMap(([name, field]) =>
    isRecord(field) && typeof field['message'] === 'string' ? [[name, field['message']] as const] : [],
  );
  return Object.fromEntries(told);
}

function fieldCodesOf(fields: unknown): Record<string, ErrorCode> {
  if (!isRecord(fields)) return {};
  const told = Object.entries(fields).flatMap(([name, field]) =>
    isRecord(field) && isErrorCode(field['code']) ? [[name, field['code']] as const] : [],
  );
  return Object.fromEntries(told);
}

/**
 * Reads what a rejected call says; everything that is no answer of ours is a network failure. Looks
 * at the shape of the error, so that the tRPC client stays out of the first page.
 */
export function toApiError(error: unknown): ApiError {
  const data = isRecord(error) ? error['data'] : undefined;
  const told = isRecord(data) ? data['app'] : undefined;
  if (!isRecord(told) || !isErrorCode(told['code'])) return silence;
  return {
    code: told['code'],
    message: typeof told['message'] === 'string' ? told['message'] : null,
    fields: fieldsOf(told['fields']),
    fieldCodes: fieldCodesOf(told['fields']),
  };
}

/** Whether the session is over, as opposed to a call that failed on the way. */
export function isSessionOver(failure: ApiError): boolean {
  return failure.code === 'sessionMissing' || failure.code === 'sessionExpired';
}
