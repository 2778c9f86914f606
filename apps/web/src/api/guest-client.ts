import type { AppRouter } from '@nuances/api/router';
import { createTRPCClient, httpLink } from '@trpc/client';
import { fetchInTime, headers, url } from './transport.ts';

/** Calls without a token, whatever is stored: login, sign-up, mailed links, refresh. */
export const guestApi = createTRPCClient<AppRouter>({
  links: [httpLink({ url, headers, fetch: (input, init) => fetchInTime(input, init) })],
});
