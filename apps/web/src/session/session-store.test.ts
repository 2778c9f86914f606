import { beforeEach, describe, expect, it, vi } from 'vitest';
import { stubBrowser } from '../browser/page-testing.ts';

const stored = new Map<string, string>();
const hour = 3_600;

function token(claims: object): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  return `${part({ alg: 'HS256' })}.${part(claims)}.signature`;
}

const now = () => Math.floor(Date.now() / 1_000);
const fresh = (sub = 'u1') => token({ sub, role: 'user', exp: now() + hour });
const stale = () => token({ sub: 'u1', role: 'user', exp: now() - hour });

/** A new page: the module is loaded again. */
async function openPage() {
  vi.resetModules();
  return import('./session-store.ts');
}

beforeEach(() => {
  stored.clear();
  stubBrowser(stored);
});

describe('reading the tokens', () => {
  it('is unknown before, then says who is logged in', async () => {
    const page = await openPage();
    expect(page.currentSession()).toEqual({ status: 'unknown' });
    expect(page.checkSession()).toEqual({ status: 'out' });
    stored.set('token', fresh('u7'));
    expect(page.checkSession()).toEqual({ status: 'in', userId: 'u7', role: 'user' });
  });

  it('counts an expired token as a session only with a refresh token', async () => {
    const page = await openPage();
    stored.set('token', stale());
    expect(page.checkSession().status).toBe('out');
    stored.set('refreshToken', 'r');
    expect(page.checkSession().status).toBe('in');
    expect(page.storedToken()).toEqual({ token: stored.get('token'), fresh: false });
  });

  it.each(['', 'x', 'a.b.c', `a.${Buffer.from('{"sub":1}').toString('base64url')}.c`])(
    'reads no token from %j',
    async (text) => {
      const page = await openPage();
      stored.set('token', text);
      stored.set('refreshToken', 'r');
      expect(page.checkSession().status).toBe('out');
    },
  );
});

describe('refreshing', () => {
  it('gives no call of one account the token of another', async () => {
    const page = await openPage();
    const before = stale();
    stored.set('token', before);
    stored.set('refreshToken', 'r');
    stored.set('token', fresh('u2'));
    const ask = vi.fn<() => Promise<'refused'>>(async () => 'refused');
    await expect(page.refreshSession(before, ask)).rejects.toThrow(TypeError);
    expect(ask).not.toHaveBeenCalled();
    expect(page.storedToken()?.fresh).toBe(true);
  });

  it('sends one request for many callers', async () => {
    const page = await openPage();
    const old = stale();
    stored.set('token', old);
    stored.set('refreshToken', 'r');
    const renewed = fresh();
    const ask = vi.fn(() => Promise.resolve({ token: renewed }));
    const answers = await Promise.all(Array.from({ length: 50 }, () => page.refreshSession(old, ask)));
    expect(ask).toHaveBeenCalledTimes(1);
    expect(new Set(answers)).toEqual(new Set([renewed]));
    expect(stored.get('token')).toBe(renewed);
  });

  it('stores no answer of another account', async () => {
    const page = await openPage();
    const old = stale();
    stored.set('token', old);
    stored.set('refreshToken', 'r');
    page.checkSession();
    const foreign = () => Promise.resolve({ token: fresh('u2'), refreshToken: 'r2' });
    await expect(page.refreshSession(old, foreign)).rejects.toThrow(TypeError);
    expect(Object.fromEntries(stored)).toEqual({ token: old, refreshToken: 'r' });
    expect(page.currentUserId()).toBe('u1');
  });

  /** What another tab stores while the server is asked. */
  const during =
    (others: Readonly<Record<string, string>>, answer: { readonly token: string } | 'refused') => async () => {
      stored.clear();
      for (const [key, value] of Object.entries(others)) stored.set(key, value);
      return answer;
    };

  it('leaves a login alone that began meanwhile, whatever the server answers', async () => {
    for (const answer of [{ token: fresh(), refreshToken: 'r2' }, 'refused'] as const) {
      const page = await openPage();
      const old = stale();
      stored.set('token', old);
      stored.set('refreshToken', 'r');
      const theirs = { token: fresh('u2'), refreshToken: 'theirs' };
      await expect(page.refreshSession(old, during(theirs, answer))).rejects.toThrow(TypeError);
      expect(Object.fromEntries(stored)).toEqual(theirs);
      const again = { token: fresh(), refreshToken: 'again' };
      stored.set('token', old);
      stored.set('refreshToken', 'r');
      expect(await page.refreshSession(old, during(again, answer))).toBe(again.token);
      expect(Object.fromEntries(stored)).toEqual(again);
    }
  });

  it('does not undo a logout that came meanwhile', async () => {
    const page = await openPage();
    const old = stale();
    stored.set('token', old);
    stored.set('refreshToken', 'r');
    page.checkSession();
    expect(await page.refreshSession(old, during({}, { token: fresh() }))).toBeNull();
    expect([...stored.keys()]).toEqual([]);
    expect(page.currentSession().status).toBe('out');
  });

  it('uses the token that another tab has fetched meanwhile', async () => {
    const page = await openPage();
    const old = stale();
    stored.set('refreshToken', 'r');
    const byOtherTab = fresh();
    stored.set('token', byOtherTab);
    const ask = vi.fn(() => Promise.resolve('refused' as const));
    expect(await page.refreshSession(old, ask)).toBe(byOtherTab);
    expect(ask).not.toHaveBeenCalled();
  });

  it('deletes the tokens when the server refuses', async () => {
    const page = await openPage();
    stored.set('token', stale());
    stored.set('refreshToken', 'r');
    expect(await page.refreshSession(stored.get('token') ?? null, () => Promise.resolve('refused'))).toBeNull();
    expect([...stored.keys()]).toEqual([]);
    expect(page.currentSession().status).toBe('out');
  });

  it('keeps the person logged in when the server does not answer', async () => {
    const page = await openPage();
    stored.set('token', stale());
    stored.set('refreshToken', 'r');
    page.checkSession();
    await expect(page.refreshSession(stored.get('token') ?? null, () => Promise.resolve('silent'))).rejects.toThrow(
      TypeError,
    );
    expect([...stored.keys()].sort()).toEqual(['refreshToken', 'token']);
    expect(page.currentSession().status).toBe('in');
  });
});

describe('a chosen logout', () => {
  it('is known to another tab, although the storage that said so is deleted', async () => {
    const tab = new EventTarget();
    vi.stubGlobal('window', tab);
    const page = await openPage();
    page.followOtherTabs();
    stored.set('token', fresh());
    stored.set('refreshToken', 'r');
    page.checkSession();
    expect(page.hasJustLoggedOut()).toBe(false);
    const said = Object.assign(new Event('storage'), { key: page.chosenLogoutKey, newValue: String(Date.now()) });
    tab.dispatchEvent(said);
    stored.clear();
    tab.dispatchEvent(Object.assign(new Event('storage'), { key: null, newValue: null }));
    expect(page.currentSession().status).toBe('out');
    expect(page.hasJustLoggedOut()).toBe(true);
  });
});
