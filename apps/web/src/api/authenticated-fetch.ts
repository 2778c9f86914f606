import { isRecord } from '@nuances/domain/record';
import { refreshSession, storedToken, type RefreshAnswer } from '../session/session-store.ts';
import { currentI18n } from '../i18n/locale-store.ts';

/** A refresh without an answer for this long counts as a network failure, milliseconds. */
const answerWithin = 20_000;

/** The tokens of a refresh answer; a server that does not rotate sends no new refresh token. */
function renewalOf(answer: unknown): RefreshAnswer {
  if (!isRecord(answer) || typeof answer['shortToken'] !== 'string') return 'silent';
  const { shortToken: token, refreshToken } = answer;
  return typeof refreshToken === 'string' ? { token, refreshToken } : { token };
}

async function askRefresh(refreshToken: string): Promise<RefreshAnswer> {
  try {
    const response = await fetch('/api/auth/refresh', {
      method: 'POST',
      headers: { 'accept-language': currentI18n().locale, 'content-type': 'application/json' },
      body: JSON.stringify({ refreshToken, rotate: true }),
      signal: AbortSignal.timeout(answerWithin),
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

/** Asks the server whether the session still lives, and forgets the tokens when it says no. Silence changes nothing. */
export async function revalidateSession(): Promise<void> {
  const stored = storedToken();
  if (stored) await refreshSession(stored.token, askRefresh).catch(() => null);
}
