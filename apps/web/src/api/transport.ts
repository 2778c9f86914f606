import type { AppRouter } from '@nuances/api/router';
import type { HTTPLinkOptions } from '@trpc/client';
import { currentI18n } from '../i18n/locale-store.ts';
import { noteSilence } from '../offline/connection.ts';

/** Address of the API's procedures. */
export const url = '/trpc';
/** A call without an answer for this long counts as a network failure. */
const answerTimeoutMs = 20_000;
/** Calls with a longer timeout on the server: stopping an aggregation takes up to half a minute. */
const longTimeoutsMs = new Map<unknown, number>([[`${url}/admin.aggregate`, 45_000]]);

/** Statuses of a proxy, or of a server without its database, that cannot answer. */
const unreachable: readonly number[] = [502, 503, 504];

/** The `fetch` that a link of the tRPC client takes. */
export type LinkFetch = NonNullable<HTTPLinkOptions<AppRouter['_def']['_config']['$types']>['fetch']>;
type Input = Parameters<LinkFetch>[0];
type Init = Parameters<LinkFetch>[1];

/** Headers of every call. */
export function headers(): Record<string, string> {
  return { 'accept-language': currentI18n().locale };
}

/** Fetches with an access token, if there is one. */
export function fetchWithToken(input: Input, init: Init, token: string | undefined): Promise<Response> {
  const sent = new Headers(init?.headers);
  if (token !== undefined) sent.set('authorization', `Bearer ${token}`);
  return answered(fetch(input, { ...init, headers: sent, signal: init?.signal ?? null }));
}

/** Returns the answer; reports to `connection` when the server, or a proxy before it, cannot give one. */
async function answered(asking: Promise<Response>): Promise<Response> {
  try {
    const response = await asking;
    if (unreachable.includes(response.status)) noteSilence();
    return response;
  } catch (error) {
    if (!(error instanceof DOMException && error.name === 'AbortError')) noteSilence();
    throw error;
  }
}

/** Like `fetchWithToken`; rejects with a TimeoutError when the whole answer takes too long. */
export function fetchInTime(input: Input, init?: Init, token?: string): Promise<Response> {
  const timeout = AbortSignal.timeout(longTimeoutsMs.get(input) ?? answerTimeoutMs);
  const signal = init?.signal ? AbortSignal.any([timeout, init.signal]) : timeout;
  return fetchWithToken(input, { ...init, signal }, token);
}
