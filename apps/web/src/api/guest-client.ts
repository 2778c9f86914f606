import type { AppRouter } from '@nuances/api/router';
import { createTRPCClient, httpLink } from '@trpc/client';
import { fetchInTime, headers, url } from './transport.ts';

/** Client that never sends a token: for login, sign-up, mailed links and refresh. */
export const guestApi = createTRPCClient<AppRouter>({
  links: [httpLink({ url, headers, fetch: (input, init) => fetchInTime(input, init) })],
});
