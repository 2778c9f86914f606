import { isRole } from '@nuances/domain/roles';
import type { Role } from '@nuances/domain/roles';
import { tokenClaims } from '@nuances/domain/token-claims';
import { storage } from '../browser/local-storage.ts';
import { noteViewKey } from '../browser/note-view-key.ts';
import { createStore, useStore } from '../browser/store.ts';
import { withWebLock } from '../browser/web-lock.ts';
import { forgetOpenConsents } from './open-consents.ts';

/** Who is logged in. `unknown` until the tokens in the browser have been read. */
export type Session =
  | { readonly status: 'unknown' }
  | { readonly status: 'out' }
  | { readonly status: 'in'; readonly userId: string; readonly role: Role };

/** Result of a refresh call: new tokens, a refusal, or `silent` for no answer (no network, a server fault). */
export type RefreshAnswer = { readonly token: string; readonly refreshToken?: string } | 'refused' | 'silent';

export const tokenKey = 'token';
export const refreshKey = 'refreshToken';
/** In local storage: tokens of this device (features/auth/log-in.ts), which outlast a logout. */
export const deviceTokensKey = 'nuances.devices';
const refreshLock = 'nuances-refresh';

const session = createStore<Session>({ status: 'unknown' });
/** The refresh under way, shared by all calls of this tab. */
const refreshing = createStore<Promise<string | null> | undefined>(undefined);

interface Claims {
  readonly userId: string;
  readonly role: Role;
  /** Seconds. */
  readonly exp: number;
}

/** Claims of an access token, unverified. Null when it cannot be decoded. */
function claimsOf(token: string | null): Claims | null {
  const { sub, role, exp } = tokenClaims(token ?? '');
  return typeof sub === 'string' && isRole(role) && typeof exp === 'number' ? { userId: sub, role, exp } : null;
}

/** The account of an access token, unverified. Null when it cannot be decoded. */
export function accountOf(token: string): string | null {
  return claimsOf(token)?.userId ?? null;
}

/** A token is valid while its `exp` is not in the past. */
function isFresh(claims: Claims): boolean {
  return claims.exp >= Date.now() / 1_000;
}

function publish(next: Session): void {
  const known = session.get();
  const same =
    next.status === known.status &&
    (next.status !== 'in' || (known.status === 'in' && next.userId === known.userId && next.role === known.role));
  if (!same) session.set(next);
}

/** Whether the last session of this tab was refused before its access token had expired. */
let endedElsewhere = false;

/** Whether the last session was ended from another device, as far as this tab can tell. */
export function hasEndedElsewhere(): boolean {
  return endedElsewhere;
}

/** Stores the tokens of a login. */
export function startSession(tokens: { token: string; refreshToken: string }): void {
  endedElsewhere = false;
  storage.set(tokenKey, tokens.token);
  storage.set(refreshKey, tokens.refreshToken);
  checkSession();
}

/** Deletes the tokens; the page is logged out. */
export function clearSession(): void {
  storage.remove(tokenKey);
  storage.remove(refreshKey);
  // Which feelings somebody looked at is nobody else's.
  storage.remove(noteViewKey);
  forgetOpenConsents();
  publish({ status: 'out' });
}

/** In local storage: when the person last logged out by choice, milliseconds since 1970. */
export const chosenLogoutKey = 'nuances.left';
/** How long another tab may take to notice a chosen logout, milliseconds. */
const logoutNoticeMs = 10_000;

/** The same, as another tab said it. Its word is kept here, because it deletes the storage after. */
let leftElsewhere = 0;

/** Tells all tabs that the person logs out by choice. Call it before anything that ends the session. */
export function announceLogout(): void {
  storage.set(chosenLogoutKey, String(Date.now()));
}

/** Like `clearSession`, by the person's choice: no tab treats it as a session that ended by itself. */
export function endSessionByChoice(): void {
  announceLogout();
  clearSession();
}

/** Whether the person has just logged out by choice, in this tab or another one. */
export function hasJustLoggedOut(): boolean {
  return Date.now() - Math.max(leftElsewhere, Number(storage.get(chosenLogoutKey))) < logoutNoticeMs;
}

/** Reads the tokens without asking the server: at the start, on every path change and when another tab writes them. */
export function checkSession(): Session {
  const claims = claimsOf(storage.get(tokenKey));
  const canRefresh = storage.get(refreshKey) !== null;
  if (claims && (isFresh(claims) || canRefresh)) publish({ status: 'in', userId: claims.userId, role: claims.role });
  else publish({ status: 'out' });
  return session.get();
}

/**
 * The browser may show another tab's writes only a moment after its lock is released. Waits for them, half a second at
 * most.
 */
async function waitForStoredToken(stale: string | null): Promise<void> {
  for (let tries = 0; tries < 25 && storage.get(tokenKey) === stale; tries += 1)
    await new Promise((resolve) => setTimeout(resolve, 20));
}

/** The token of a login that has taken the place of one that was being refreshed; null after a logout. */
function tokenOfLater(before: Claims | null): string | null {
  checkSession();
  const stored = storage.get(tokenKey);
  const claims = claimsOf(stored);
  if (claims && claims.userId !== before?.userId) throw new TypeError('another account has logged in');
  return claims && stored;
}

async function refreshUnderLock(
  stale: string | null,
  ask: (refreshToken: string) => Promise<RefreshAnswer>,
  waited: boolean,
): Promise<string | null> {
  if (waited) await waitForStoredToken(stale);
  const stored = storage.get(tokenKey);
  const claims = claimsOf(stored);
  // Another tab may have refreshed while this one waited for the lock.
  if (stored !== stale && claims && isFresh(claims)) {
    if (claimsOf(stale)?.userId === claims.userId) return stored;
    // A call of one account must not use the session of another.
    throw new TypeError('another account has logged in');
  }
  const refreshToken = storage.get(refreshKey);
  if (refreshToken === null) {
    clearSession();
    return null;
  }
  const answer = await ask(refreshToken);
  // Another login, or a logout: the answer is about none that this browser has.
  if (storage.get(refreshKey) !== refreshToken) return tokenOfLater(claims);
  if (answer === 'silent') throw new TypeError('the session could not be refreshed: no answer');
  if (answer === 'refused') {
    endedElsewhere = claims !== null && isFresh(claims);
    clearSession();
    return null;
  }
  if (claims && accountOf(answer.token) !== claims.userId) throw new TypeError('the answer is of another account');
  // The refresh token is written first: if the tab closes in between, the stored pair still works.
  if (answer.refreshToken !== undefined) storage.set(refreshKey, answer.refreshToken);
  storage.set(tokenKey, answer.token);
  checkSession();
  return answer.token;
}

/**
 * A new access token in place of `stale`; all calls and tabs share one request. Null when the server refused; the
 * tokens are then deleted. Throws a TypeError, like `fetch`, without an answer, because that must not log out, and when
 * the stored tokens, or those of the answer, belong to another account.
 */
export function refreshSession(
  stale: string | null,
  ask: (refreshToken: string) => Promise<RefreshAnswer>,
): Promise<string | null> {
  const shared = refreshing.get();
  if (shared) return shared;
  let waited = false;
  const started = withWebLock(
    refreshLock,
    () => refreshUnderLock(stale, ask, waited),
    () => (waited = true),
  ).finally(() => refreshing.set(undefined));
  refreshing.set(started);
  return started;
}

/** The stored access token, and whether it is still valid. */
export function storedToken(): { token: string; fresh: boolean } | null {
  const token = storage.get(tokenKey);
  const claims = claimsOf(token);
  return token !== null && claims ? { token, fresh: isFresh(claims) } : null;
}

/** Who is logged in, as last read; the tokens are not read again. */
export function currentSession(): Session {
  return session.get();
}

/** Id of the logged-in account; null without a session. */
export function currentUserId(): string | null {
  const known = session.get();
  return known.status === 'in' ? known.userId : null;
}

/** Whether an account is the one that is logged in; another tab may have changed it. */
export function isLoggedIn(userId: string | null): boolean {
  return userId !== null && currentUserId() === userId;
}

/** Whether an account is the one that is logged in, in this tab and the others. */
export function isLoggedInEverywhere(userId: string | null): boolean {
  checkSession();
  return isLoggedIn(userId);
}

/**
 * Asked before a call for an account: another one may have logged in since the call before, in any tab.
 * @throws TypeError, as `fetch` does without an answer: what is to be sent waits for its owner
 */
export function requireLoggedIn(userId: string | null): void {
  if (!isLoggedInEverywhere(userId)) throw new TypeError('another account is logged in');
}

/** Id of the logged-in account. @throws Error without a session */
export function requireUserId(): string {
  const userId = currentUserId();
  if (userId === null) throw new Error('nobody is logged in');
  return userId;
}

/** Calls back when the person logs in or out, in this tab or in another one. */
export const onSessionChange = session.subscribe;

/** Whether the server is being asked for a new access token. */
export function useSessionCheck(): boolean {
  return useStore(refreshing) !== undefined;
}

/** Who is logged in; renders again when it changes. */
export function useSession(): Session {
  return useStore(session);
}

/** Id of the logged-in account, null without a session; renders again when it changes. */
export function useUserId(): string | null {
  const known = useSession();
  return known.status === 'in' ? known.userId : null;
}

/** Checks the session when another tab writes the tokens. */
export function followOtherTabs(): void {
  window.addEventListener('storage', (event) => {
    if (event.key === chosenLogoutKey) leftElsewhere = Math.max(leftElsewhere, Number(event.newValue));
    if (event.key === null || event.key === tokenKey || event.key === refreshKey) checkSession();
  });
}
