import type { AppRouter } from '@nuances/api/router';
import { createTRPCClient, httpLink, type TRPCLink } from '@trpc/client';
import { authenticatedFetch } from './authenticated-fetch.ts';
import { fetchInTime, fetchWithToken, headers, url, type LinkFetch } from './transport.ts';

const fetchWithSession: LinkFetch = (input, init) => authenticatedFetch((token) => fetchInTime(input, init, token));

/** The links of every client of this page. Each call is one request, so that each answer has its own status. */
export const links: TRPCLink<AppRouter>[] = [httpLink({ url, headers, fetch: fetchWithSession })];

/** Client with the session's token, for code outside of React. */
export const api = createTRPCClient<AppRouter>({ links });

/**
 * Client with the session's token whose answers are read by `read` instead of `Response.json`. It has no timeout: pass
 * a signal to cancel.
 */
export function clientReading(read: (response: Response) => Promise<unknown>) {
  const fetchAndRead: LinkFetch = async (input, init) => {
    const response = await authenticatedFetch((token) => fetchWithToken(input, init, token));
    return { ok: response.ok, json: () => read(response) };
  };
  return createTRPCClient<AppRouter>({ links: [httpLink({ url, headers, fetch: fetchAndRead })] });
}
