import type { AppRouter } from '@nuances/api/router';
import { isRecord } from '@nuances/domain/record';
import { createTRPCClient, httpLink, TRPCClientError, type TRPCLink } from '@trpc/client';
import { currentUserId, type RefreshAnswer, refreshSession, storedToken } from '../session/session-store.ts';
import { hasVault } from '../keys/vault-mark.ts';
import { loadAnswerOpening } from './answer-opening.ts';
import { fetchInTime, fetchWithToken, headers, url, type LinkFetch } from './transport.ts';
import { knownAnswer, setValidator } from './validators.ts';

/** Client that never sends a token: for login, sign-up, mailed links and refresh. */
export const guestApi = createTRPCClient<AppRouter>({
  links: [httpLink({ url, headers, fetch: (input, init) => fetchInTime(input, init) })],
});

/** Statuses that end the session. After any other failure the person stays logged in. */
const refusals: readonly number[] = [400, 401, 403];

/** The HTTP status of a refused call; undefined without an answer. */
function statusOf(error: unknown): number | undefined {
  if (!(error instanceof TRPCClientError)) return undefined;
  const response = error.meta?.['response'];
  return response instanceof Response ? response.status : undefined;
}

async function askRefresh(refreshToken: string): Promise<RefreshAnswer> {
  try {
    const { shortToken, refreshToken: next } = await guestApi.auth.refresh.mutate({ refreshToken, rotate: true });
    return next === undefined ? { token: shortToken } : { token: shortToken, refreshToken: next };
  } catch (error) {
    const status = statusOf(error);
    return status !== undefined && refusals.includes(status) ? 'refused' : 'silent';
  }
}

/** The access token to send, refreshed when it has expired; null when nobody is logged in. */
async function tokenToSend(): Promise<string | null> {
  const stored = storedToken();
  if (!stored) return null;
  return stored.fresh ? stored.token : refreshSession(stored.token, askRefresh);
}

/**
 * Sends the token when there is one; on 401 refreshes once and tries once more (specification section 7).
 * @throws TypeError without an answer, as `fetch` does
 */
export async function authenticatedFetch(send: (token?: string) => Promise<Response>): Promise<Response> {
  const token = await tokenToSend();
  if (token === null) return send();
  const response = await send(token);
  if (response.status !== 401) return response;
  const renewed = await refreshSession(token, askRefresh);
  if (renewed === null) return response;
  return send(renewed);
}

/**
 * Asks the server whether the session is still valid, and deletes the tokens when it is not. Without an answer nothing
 * changes.
 */
export async function revalidateSession(): Promise<void> {
  const stored = storedToken();
  if (stored) await refreshSession(stored.token, askRefresh).catch(() => null);
}

/** Reads of the session that have no answer yet. */
const reads = new Set<AbortController>();
/** Access token of the session that is about to end. */
let ending: string | undefined;

/**
 * Ends the reads of a session that is about to end, also those that would begin: the server would refuse them, and nobody
 * waits for them. Calls that change something go on.
 */
export function cancelReads(): void {
  ending = storedToken()?.token;
  for (const read of reads) read.abort();
}

/** Sends a call with the token of the session; a read can be cancelled until its answer begins. */
const cancellable =
  (send: (...args: [...Parameters<LinkFetch>, string | undefined]) => Promise<Response>) =>
  async (...[input, init]: Parameters<LinkFetch>): Promise<Response> => {
    if (init?.method !== 'GET') return authenticatedFetch((token) => send(input, init, token));
    const control = new AbortController();
    if (ending !== undefined && storedToken()?.token === ending) control.abort();
    const signal = init.signal ? AbortSignal.any([init.signal, control.signal]) : control.signal;
    reads.add(control);
    try {
      return await authenticatedFetch((token) => send(input, { ...init, signal }, token));
    } finally {
      reads.delete(control);
    }
  };

const fetchWithSession = cancellable(fetchInTime);
const fetchForReading = cancellable(fetchWithToken);

/** The path of a call below {@link url}. */
function procedureOf(input: Parameters<LinkFetch>[0]): string {
  const address = typeof input === 'object' && 'url' in input ? input.url : input;
  // Its origin does not matter.
  return new URL(address, 'https://nuances.invalid').pathname.slice(url.length + 1);
}

/** What seals and opens the content of an account with a vault is loaded for such an account only. */
async function readAnswer(owner: string | null, procedure: string, response: Response): Promise<unknown> {
  const opening = owner !== null && hasVault(owner) ? await loadAnswerOpening() : null;
  return owner !== null && opening?.answersSealed(procedure) === true
    ? opening.readOpened(owner, procedure, response)
    : response.json();
}

/** A list that the server says is still the one that this page has is not sent again. */
const fetchChanged: LinkFetch = async (input, init) => {
  const owner = currentUserId();
  const procedure = procedureOf(input);
  const known = init?.method === 'GET' ? knownAnswer(procedure) : null;
  const asking = known && { ...Object.fromEntries(new Headers(init?.headers)), 'if-none-match': known.validator };
  const response = await fetchWithSession(input, asking ? { ...init, headers: asking } : init);
  if (known && response.status === 304) return { ok: true, json: async () => ({ result: { data: known.data } }) };
  if (!response.ok) return response;
  return {
    ok: true,
    json: async () => {
      const answer = await readAnswer(owner, procedure, response);
      const result = isRecord(answer) ? answer['result'] : undefined;
      if (isRecord(result)) setValidator(result['data'], response.headers.get('etag') ?? undefined);
      return answer;
    },
  };
};

/** The links of every client of this page. Each call is one request, so that each answer has its own status. */
export const links: TRPCLink<AppRouter>[] = [httpLink({ url, headers, fetch: fetchChanged })];

/** Client with the session's token, for code outside of React. */
export const api = createTRPCClient<AppRouter>({ links });

/**
 * Client with the session's token whose answers are read by `read` instead of `Response.json`. It has no timeout: pass
 * a signal to cancel.
 */
export function clientReading(read: (response: Response) => Promise<unknown>) {
  const fetchAndRead: LinkFetch = async (input, init) => {
    const response = await fetchForReading(input, init);
    return { ok: response.ok, json: () => read(response) };
  };
  return createTRPCClient<AppRouter>({ links: [httpLink({ url, headers, fetch: fetchAndRead })] });
}
