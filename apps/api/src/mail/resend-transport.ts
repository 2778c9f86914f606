import { signalWithin } from '@nuances/domain/timeout-signal';
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
    const { data, error, headers } = await resend.emails.send(
      { from, to, subject, text, html },
      { idempotencyKey: id, signal: signalWithin(timeoutMs, signal) },
    );
    if (data && !error) return;
    const status = error?.statusCode;
    const name = error?.name ?? 'unknown';
    // Only the documented error name; the message may contain an address.
    const reason = /^\w{1,60}$/.test(name) ? name : 'unknown';
    throw new MailFailed(`Resend ${status ?? 'no answer'} ${reason}`, {
      isPermanent: isPermanent(status, name),
      retryAfterS: askedPauseS(headers, Date.now()),
    });
  };
}
