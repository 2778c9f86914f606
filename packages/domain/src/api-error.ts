import { isErrorCode, type ErrorCode } from './errors.ts';
import { isRecord } from './record.ts';

/** Why a call failed: the server refused it, there was no answer, or the answer came from another server. */
export interface ApiError {
  /** `network`: no answer. `foreign`: an answer that our server did not send, such as the page of a proxy. */
  readonly code: ErrorCode | 'network' | 'foreign';
  /** The server's error message, in the language of the page. */
  readonly message: string | null;
  /** Error messages by field. */
  readonly fields: Readonly<Record<string, string>>;
  /** Error codes by field. A form keeps them to show messages later, perhaps in the other language. */
  readonly fieldCodes: Readonly<Record<string, ErrorCode>>;
}

/** Names of the errors that `fetch` rejects with. Any other error of the tRPC client comes from reading an answer. */
const unanswered: readonly unknown[] = ['TypeError', 'AbortError', 'TimeoutError'];

function withoutRefusal(error: unknown): ApiError {
  const isAnswer =
    isRecord(error) &&
    error['name'] === 'TRPCClientError' &&
    isRecord(error['cause']) &&
    !unanswered.includes(error['cause']['name']);
  return { code: isAnswer ? 'foreign' : 'network', message: null, fields: {}, fieldCodes: {} };
}

function fieldsOf(fields: unknown): Record<string, string> {
  if (!isRecord(fields)) return {};
  const entries = Object.entries(fields).flatMap(([name, field]) =>
    isRecord(field) && typeof field['message'] === 'string' ? [[name, field['message']] as const] : [],
  );
  return Object.fromEntries(entries);
}

function fieldCodesOf(fields: unknown): Record<string, ErrorCode> {
  if (!isRecord(fields)) return {};
  const entries = Object.entries(fields).flatMap(([name, field]) =>
    isRecord(field) && isErrorCode(field['code']) ? [[name, field['code']] as const] : [],
  );
  return Object.fromEntries(entries);
}

/**
 * Converts the error of a rejected call. It checks the shape of the error, not its class, so that the tRPC client is
 * not part of the first page.
 */
export function toApiError(error: unknown): ApiError {
  const data = isRecord(error) ? error['data'] : undefined;
  const app = isRecord(data) ? data['app'] : undefined;
  if (!isRecord(app) || !isErrorCode(app['code'])) return withoutRefusal(error);
  return {
    code: app['code'],
    message: typeof app['message'] === 'string' ? app['message'] : null,
    fields: fieldsOf(app['fields']),
    fieldCodes: fieldCodesOf(app['fields']),
  };
}

/** Whether the call failed without an answer of our server, so that the same call may succeed later. */
export function isUnanswered({ code }: Pick<ApiError, 'code'>): boolean {
  return code === 'network' || code === 'foreign';
}

/** Whether the call was refused because the session has ended. */
export function isSessionOver({ code }: Pick<ApiError, 'code'>): boolean {
  return code === 'sessionMissing' || code === 'sessionExpired';
}
