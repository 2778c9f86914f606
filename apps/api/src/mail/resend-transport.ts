import { isRecord } from '@nuances/domain/record';
import { signalWithin } from '@nuances/domain/timeout-signal';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { Resend } from 'resend';
import { MailFailed, type Transport } from './mail.ts';

/** Timeout of a call to the provider, milliseconds. */
const defaultTimeoutMs = 10_000;

export interface ResendAccount {
  readonly apiKey: string;
  readonly from: string;
  /** Base URL of a Resend-compatible API; Resend's own by default. */
  readonly baseUrl?: string | undefined;
}

/** Seconds until the provider wants to be asked again: `Retry-After` as a number or as a date. */
function askedPauseS(headers: Readonly<Record<string, string>> | null, now: number): number {
  const value = headers?.['retry-after'];
  if (value === undefined) return 0;
  const seconds = /^\d+$/.test(value) ? Number(value) : (Date.parse(value) - now) / 1_000;
  return Number.isFinite(seconds) ? Math.max(0, seconds) : 0;
}

/** Statuses that are not about the mail: wrong key, limit, concurrent request. */
const passing = [401, 403, 408, 425, 429];

/**
 * What an answer of the provider means. Refusals of the mail itself are permanent; a wrong key, limits, 5xx, network
 * errors and a conflict with our own earlier attempt are not.
 */
function isPermanent(status: number | null | undefined, name: string): boolean {
  if (status == null || status < 400 || status >= 500) return false;
  return !passing.includes(status) && name !== 'concurrent_idempotent_requests';
}

/** Listens to the faults of `fetch` on its way to a server while work is done: Resend's client says the same of all of them. */
async function withFaults<Result>(
  origin: string,
  work: (lastFault: () => string | undefined) => Promise<Result>,
): Promise<Result> {
  let last: string | undefined;
  const hear = (message: unknown) => {
    if (!isRecord(message) || !isRecord(message['request'])) return;
    const { request, error } = message;
    if (String(request['origin']) !== origin || !(error instanceof Error)) return;
    last = 'code' in error && typeof error.code === 'string' ? error.code : error.name;
  };
  subscribe('undici:request:error', hear);
  try {
    return await work(() => last);
  } finally {
    unsubscribe('undici:request:error', hear);
  }
}

/**
 * Sends through Resend. The mail's id is the idempotency key: an attempt whose answer was lost and
 * its repetition deliver one mail. Resend's client returns failures instead of throwing them.
 */
export function createResendTransport(
  { apiKey, from, baseUrl }: ResendAccount,
  timeoutMs = defaultTimeoutMs,
): Transport {
  const resend = new Resend(apiKey, baseUrl === undefined ? {} : { baseUrl });
  return async (id, { to, subject, text, html }, signal) => {
    const ended = signalWithin(timeoutMs, signal);
    const { answer, fault } = await withFaults(new URL(resend.baseUrl).origin, async (lastFault) => ({
      answer: await resend.emails.send({ from, to, subject, text, html }, { idempotencyKey: id, signal: ended }),
      fault: lastFault(),
    }));
    const { data, error, headers } = answer;
    if (data && !error) return;
    const status = error?.statusCode;
    const unanswered = ended.aborted ? 'timeout' : fault;
    const name = (status == null ? unanswered : undefined) ?? error?.name ?? 'unknown';
    // Only the documented error name; the message may contain an address.
    const reason = /^\w{1,60}$/.test(name) ? name : 'unknown';
    throw new MailFailed(`Resend ${status ?? 'no answer'} ${reason}`, {
      isPermanent: isPermanent(status, name),
      retryAfterS: askedPauseS(headers, Date.now()),
    });
  };
}
