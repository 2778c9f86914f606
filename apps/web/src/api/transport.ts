import type { AppRouter } from '@nuances/api/router';
import type { HTTPLinkOptions } from '@trpc/client';
import { currentI18n } from '../i18n/locale-store.ts';
import { noteSilence } from '../offline/connection.ts';

/** Where the API's procedures are. */
export const url = '/trpc';
/** A call without an answer for this long counts as a network failure. */
const answerTimeoutMs = 20_000;
/** Calls for which the server itself may take longer: half a minute for the end of an aggregation. */
const longTimeoutsMs = new Map<unknown, number>([[`${url}/admin.aggregate`, 45_000]]);

/** Statuses by which a proxy, or a server without its database, says that it cannot answer. */
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

/** Passes an answer on; tells when the server, or what stands before it, cannot give one. */
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

/** As `fetchWithToken`; rejects with a TimeoutError when the whole answer takes too long. */
export function fetchInTime(input: Input, init?: Init, token?: string): Promise<Response> {
  const timeout = AbortSignal.timeout(longTimeoutsMs.get(input) ?? answerTimeoutMs);
  const signal = init?.signal ? AbortSignal.any([timeout, init.signal]) : timeout;
  return fetchWithToken(input, { ...init, signal }, token);
}
