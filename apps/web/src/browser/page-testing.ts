import { vi } from 'vitest';

/** An access token as the page reads it: unsigned, valid for 15 minutes. */
export function tokenOf(userId: string): string {
  const claims = JSON.stringify({ sub: userId, role: 'user', exp: Date.now() / 1_000 + 900 });
  return `x.${Buffer.from(claims).toString('base64url')}.x`;
}

/** Gives the page a local storage whose content is the returned map, and a browser without locks and without a worker. */
export function stubBrowser(kept: Map<string, string> = new Map()): Map<string, string> {
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  });
  vi.stubGlobal('navigator', {});
  return kept;
}

/** The same, with the tokens of an account that is logged in. */
export function stubLogin(userId: string): Map<string, string> {
  return stubBrowser(
    new Map([
      ['token', tokenOf(userId)],
      ['refreshToken', 'r'],
    ]),
  );
}
