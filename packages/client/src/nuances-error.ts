import { toApiError } from '@nuances/domain/api-error';
import type { ErrorCode } from '@nuances/domain/errors';
import { isRecord } from '@nuances/domain/record';
import { TRPCClientError } from '@trpc/client';

/**
 * Why a call failed: a code of the product, `network` without any answer, `foreign` for an answer that the product did
 * not send (such as the page of a proxy). A newer product may have further codes.
 */
export type FailureCode = ErrorCode | 'network' | 'foreign' | (string & {});

/** What is known of a failure besides its code. */
export interface FailureDetails {
  readonly status?: number | undefined;
  readonly fields?: Readonly<Record<string, string>> | undefined;
  readonly retryAfterS?: number | undefined;
  readonly requestId?: string | undefined;
  readonly cause?: unknown;
}

/** A call that failed. `message` is the product's sentence, in the language of the client. */
export class NuancesError extends Error {
  override readonly name: string = 'NuancesError';
  /** Stable, for programs. */
  readonly code: FailureCode;
  /** HTTP status; undefined without an answer. */
  readonly status: number | undefined;
  /** Sentences by the name of the field that is wrong. */
  readonly fields: Readonly<Record<string, string>>;
  /** Seconds after which a retry may succeed, if the product named a time. */
  readonly retryAfterS: number | undefined;
  /** Identifies the request in the operator's log. */
  readonly requestId: string | undefined;

  constructor(code: FailureCode, message: string, details: FailureDetails = {}) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause });
    this.code = code;
    this.status = details.status;
    this.fields = details.fields ?? {};
    this.retryAfterS = details.retryAfterS;
    this.requestId = details.requestId;
  }
}

/** An answer that is no JSON: a page of a proxy, or nothing at all. */
export class ForeignAnswer extends Error {
  override readonly name = 'ForeignAnswer';
  readonly response: Response;

  constructor(response: Response) {
    super('No JSON was answered');
    this.response = response;
  }
}

/** Code and sentence of a refusal, also one whose code is younger than this client. */
function refusalIn(data: unknown): { code: string; message: string } | null {
  const app = isRecord(data) ? data['app'] : undefined;
  if (!isRecord(app)) return null;
  const { code, message } = app;
  return typeof code === 'string' && typeof message === 'string' ? { code, message } : null;
}

/** What the tRPC client threw, as a {@link NuancesError}; anything else as it is. */
export function toNuancesError(error: unknown, url: string): unknown {
  if (!(error instanceof TRPCClientError)) return error;
  const given: unknown = error.cause instanceof ForeignAnswer ? error.cause.response : error.meta?.['response'];
  const response = given instanceof Response ? given : undefined;
  const { fields } = toApiError(error);
  const refusal = refusalIn(error.data);
  const retryAfter = Number(response?.headers.get('retry-after') ?? Number.NaN);
  const details: FailureDetails = {
    status: response?.status,
    fields,
    retryAfterS: Number.isFinite(retryAfter) ? retryAfter : undefined,
    requestId: response?.headers.get('x-request-id') ?? undefined,
    cause: error,
  };
  if (refusal) return new NuancesError(refusal.code, refusal.message, details);
  // Of JSON that ends too early no response is known: it was cut on its way.
  return response
    ? new NuancesError('foreign', `The answer of ${url} is not one of Nuances`, details)
    : new NuancesError('network', `No answer from ${url}`, details);
}
