import { expect, test, vi } from 'vitest';
import { writeCookie } from './cookies.ts';

/** What the page wrote, at an address. */
function written(protocol: string): string {
  const document = { cookie: '' };
  vi.stubGlobal('document', document);
  vi.stubGlobal('location', { protocol });
  writeCookie('locale', 'fr');
  return document.cookie;
}

test('a choice is kept for the whole site, and travels encrypted where the page did', () => {
  expect(written('https:')).toBe('locale=fr; Path=/; Max-Age=31536000; SameSite=Lax; Secure');
  // Over plain http a cookie with `Secure` would be refused, and the choice forgotten.
  expect(written('http:')).toBe('locale=fr; Path=/; Max-Age=31536000; SameSite=Lax');
});
