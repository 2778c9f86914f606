import type { AppRouter } from '@nuances/api/router';
import { createTRPCClient, httpLink, type HTTPLinkOptions, type TRPCLink } from '@trpc/client';
import { clearSession, refreshSession, storedToken, type RefreshAnswer } from './session.ts';
import { wordsNow } from './words.ts';

const url = '/trpc';
/** A call without an answer for this long counts as a network failure, milliseconds. */
const answerWithin = 20_000;
/** Calls that the server itself lets wait for longer: half a minute for the end of an aggregation. */
const longerCalls = new Map<unknown, number>([[`${url}/admin.aggregate`, 45_000]]);

function headers(): Record<string, string> {
  return { 'accept-language': wordsNow().locale };
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

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

/** The tokens of a refresh answer; a server that does not rotate sends no new refresh token. */
function renewalOf(answer: unknown): RefreshAnswer {
  if (!isRecord(answer) || typeof answer['shortToken'] !== 'string') return 'silent';
  const { shortToken: token, refreshToken } = answer;
  return typeof refreshToken === 'string' ? { token, refreshToken } : { token };
}

async function askRefresh(refreshToken: string): Promise<RefreshAnswer> {
  try {
    const response = await timed('/api/auth/refresh', {
      method: 'POST',
      headers: { ...headers(), 'content-type': 'application/json' },
      body: JSON.stringify({ refreshToken, rotate: true }),
    });
    if ([400, 401, 403].includes(response.status)) return 'refused';
    if (!response.ok) return 'silent';
    const answer: unknown = await response.json();
    return renewalOf(answer);
  } catch {
    return 'silent';
  }
}

/** The access token to send, refreshed when it has expired; null when nobody is logged in. */
async function tokenToSend(): Promise<string | null> {
  const stored = storedToken();
  if (!stored) return null;
  return stored.fresh ? stored.token : refreshSession(stored.token, askRefresh);
}

/** Sends the token when there is one; on 401 refreshes once and tries once more (specification section 7). */
async function withSession(send: (token?: string) => Promise<Response>): Promise<Response> {
  const token = await tokenToSend();
  if (token === null) return send();
  const response = await send(token);
  if (response.status !== 401) return response;
  const renewed = await refreshSession(token, askRefresh);
  if (renewed === null) return response;
  const second = await send(renewed);
  if (second.status === 401) clearSession();
  return second;
}

const fetchWithSession = (input: Input, init?: Init): Promise<Response> =>
  withSession((token) => timed(input, init, token));

/** The links of every client of this page: one request a call, so that each answer has its own status. */
export const links: TRPCLink<AppRouter>[] = [httpLink({ url, headers, fetch: fetchWithSession })];

/** The answer to a query without input, to be read while it arrives; how long that may take is the caller's to say. */
export function openQuery(path: string, signal: AbortSignal): Promise<Response> {
  return withSession((token) => fetch(`${url}/${path}`, { signal, headers: signed(new Headers(headers()), token) }));
}

/** Calls without React: login, outbox, reports. */
export const api = createTRPCClient<AppRouter>({ links });

/** Login and sign-up carry no token, whatever is stored. */
export const guestApi = createTRPCClient<AppRouter>({
  links: [httpLink({ url, headers, fetch: (input, init) => timed(input, init) })],
});
