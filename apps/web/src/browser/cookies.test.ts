import { expect, test, vi } from 'vitest';
import { writeCookie } from './cookies.ts';

/** The cookie that the page writes at an address. */
function written(protocol: string): string {
  const document = { cookie: '' };
  vi.stubGlobal('document', document);
  vi.stubGlobal('location', { protocol });
  writeCookie('locale', 'fr');
  return document.cookie;
}

test('a cookie is valid for the whole site, and Secure on an https page', () => {
  expect(written('https:')).toBe('locale=fr; Path=/; Max-Age=31536000; SameSite=Lax; Secure');
  // Over plain http the browser would refuse a cookie with `Secure`.
  expect(written('http:')).toBe('locale=fr; Path=/; Max-Age=31536000; SameSite=Lax');
});
