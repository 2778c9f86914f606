import { isRecord } from '@nuances/domain/record';
import { isErrorCode, type ErrorCode } from '@nuances/domain/errors';

/** Why a call failed: the server refused it, did not answer, or something else answered in its place. */
export interface ApiError {
  /** `network`: no answer. `foreign`: an answer that is not our server's, such as the page of a proxy. */
  readonly code: ErrorCode | 'network' | 'foreign';
  /** The server's sentence, in the language of the page. */
  readonly message: string | null;
  /** Sentences by the field they belong to. */
  readonly fields: Readonly<Record<string, string>>;
  /** Codes by the field they belong to, for messages that are shown later, perhaps in the other language. */
  readonly fieldCodes: Readonly<Record<string, ErrorCode>>;
}

/** Names of what `fetch` rejects with; everything else that the tRPC client throws is about an answer. */
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
 * The failure of a rejected call. It looks at the shape of the error instead of its class, so that the tRPC client stays out
 * of the first page.
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

/** Whether our server said nothing about the call, so that the same call may succeed later. */
export function isSilent({ code }: ApiError): boolean {
  return code === 'network' || code === 'foreign';
}

/** Whether the call was refused because the session is over. */
export function isSessionOver(failure: ApiError): boolean {
  return failure.code === 'sessionMissing' || failure.code === 'sessionExpired';
}
