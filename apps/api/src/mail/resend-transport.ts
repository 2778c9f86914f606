import { Resend } from 'resend';
import { MailFailed, type Transport } from './mail.ts';

/** A provider that has not answered by then is tried again later, milliseconds. */
const defaultTimeoutMs = 10_000;

export interface ResendAccount {
  readonly apiKey: string;
  readonly from: string;
  /** Another place that speaks Resend's language; Resend itself by default. */
  readonly baseUrl?: string | undefined;
}

/** Seconds until the provider wants to be asked again: `Retry-After` as a number or as a date. */
function askedPauseS(headers: Readonly<Record<string, string>> | null, now: number): number {
  const value = headers?.['retry-after'];
  if (value === undefined) return 0;
  const seconds = /^\d+$/.test(value) ? Number(value) : (Date.parse(value) - now) / 1_000;
  return Number.isFinite(seconds) ? Math.max(0, seconds) : 0;
}

/** A key that is wrong or was changed, a limit, a request that ran into another: nothing is wrong with the mail. */
const passing = [401, 403, 408, 425, 429];

/**
 * What an answer of the provider means. Refusals of the mail itself are final; those that the operator can end, limits,
 * faults and answers that name no status are not, and neither is our own earlier attempt that still runs.
 */
function isPermanent(status: number | null | undefined, name: string): boolean {
  if (status == null || status < 400 || status >= 500) return false;
  return !passing.includes(status) && name !== 'concurrent_idempotent_requests';
}

/**
 * Sends through Resend. The mail's id is the idempotency key: an attempt whose answer was lost and
 * its repetition deliver one mail. Resend's client tells failures instead of throwing them.
 */
export function createResendTransport(
  { apiKey, from, baseUrl }: ResendAccount,
  timeoutMs = defaultTimeoutMs,
): Transport {
  const resend = new Resend(apiKey, baseUrl === undefined ? {} : { baseUrl });
  return async (id, { to, subject, text, html }, signal) => {
    const { data, error, headers } = await resend.emails.send(
      { from, to, subject, text, html },
      { idempotencyKey: id, signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]) },
    );
    if (data && !error) return;
    const status = error?.statusCode;
    const name = error?.name ?? 'unknown';
    // Only what the provider's list of names can hold; its message may repeat an address.
    const reason = /^\w{1,60}$/.test(name) ? name : 'unknown';
    throw new MailFailed(`Resend ${status ?? 'no answer'} ${reason}`, {
      isPermanent: isPermanent(status, name),
      retryAfterS: askedPauseS(headers, Date.now()),
    });
  };
}
