import type { AppRouter } from '@nuances/api/router';
import { isRecord } from '@nuances/domain/record';
import { createTRPCClient, httpLink, type TRPCLink } from '@trpc/client';
import { currentUserId } from '../session/session-store.ts';
import { hasVault } from '../keys/vault-mark.ts';
import { loadAnswerOpening } from './answer-opening.ts';
import { authenticatedFetch } from './authenticated-fetch.ts';
import { fetchInTime, fetchWithToken, headers, url, type LinkFetch } from './transport.ts';
import { knownAnswer, setValidator } from './validators.ts';

/** Reads of the session that have no answer yet. */
const reads = new Set<AbortController>();

/**
 * Ends the reads under way, when their session is about to end: the server would refuse them, and nobody waits for them.
 * Calls that change something go on.
 */
export function cancelReads(): void {
  for (const read of reads) read.abort();
}

/** Sends a call with the token of the session; a read can be cancelled until its answer begins. */
const cancellable =
  (send: (...args: [...Parameters<LinkFetch>, string | undefined]) => Promise<Response>) =>
  async (...[input, init]: Parameters<LinkFetch>): Promise<Response> => {
    if (init?.method !== 'GET') return authenticatedFetch((token) => send(input, init, token));
    const control = new AbortController();
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
