import { TRPCClientError } from '@trpc/client';
import { refreshSession, storedToken, type RefreshAnswer } from '../session/session-store.ts';
import { guestApi } from './guest-client.ts';

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
