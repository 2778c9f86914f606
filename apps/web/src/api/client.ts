import type { AppRouter } from '@nuances/api/router';
import { createTRPCClient, httpLink, type HTTPLinkOptions, type TRPCLink } from '@trpc/client';
import { authenticatedFetch } from './authenticated-fetch.ts';
import { currentI18n } from '../i18n/locale-store.ts';

const url = '/trpc';
/** A call without an answer for this long counts as a network failure, milliseconds. */
const answerWithin = 20_000;
/** Calls that the server itself lets wait for longer: half a minute for the end of an aggregation. */
const longerCalls = new Map<unknown, number>([[`${url}/admin.aggregate`, 45_000]]);

function headers(): Record<string, string> {
  return { 'accept-language': currentI18n().locale };
}

type FetchEsque = NonNullable<HTTPLinkOptions<AppRouter['_def']['_config']['$types']>['fetch']>;
type Init = Parameters<FetchEsque>[1];
type Input = Parameters<FetchEsque>[0];

function signed(sent: Headers, token: string | undefined): Headers {
  if (token !== undefined) sent.set('authorization', `Bearer ${token}`);
  return sent;
}

const timed = (input: Input, init: Init, token?: string): Promise<Response> => {
  const sent = signed(new Headers(init?.headers), token);
  const signals = [AbortSignal.timeout(longerCalls.get(input) ?? answerWithin), ...(init?.signal ? [init.signal] : [])];
  return fetch(input, { ...init, headers: sent, signal: AbortSignal.any(signals) });
};

const fetchWithSession = (input: Input, init?: Init): Promise<Response> =>
  authenticatedFetch((token) => timed(input, init, token));

/** The links of every client of this page: one request a call, so that each answer has its own status. */
export const links: TRPCLink<AppRouter>[] = [httpLink({ url, headers, fetch: fetchWithSession })];

/** The answer to a query without input, to be read while it arrives; how long that may take is the caller's to say. */
export function openQuery(path: string, signal: AbortSignal): Promise<Response> {
  return authenticatedFetch((token) =>
    fetch(`${url}/${path}`, { signal, headers: signed(new Headers(headers()), token) }),
  );
}

/** Calls without React: login, outbox, reports. */
export const api = createTRPCClient<AppRouter>({ links });

/** Login and sign-up carry no token, whatever is stored. */
export const guestApi = createTRPCClient<AppRouter>({
  links: [httpLink({ url, headers, fetch: (input, init) => timed(input, init) })],
});
