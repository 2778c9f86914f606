const yearS = 365 * 86_400;

/** Cookies hold only the choices that the server needs for the first byte of a page: language and theme. */
export type CookieName = 'locale' | 'theme';

/** The value of a cookie; undefined when there is none. */
export function readCookie(name: CookieName): string | undefined {
  if (typeof document === 'undefined') return undefined;
  const pair = document.cookie.split('; ').find((entry) => entry.startsWith(`${name}=`));
  return pair?.slice(name.length + 1);
}

/** Stores a cookie for a year, for every path. */
export function writeCookie(name: CookieName, value: string): void {
  const secure = location.protocol === 'https:' ? '; Secure' : '';
  document.cookie = `${name}=${value}; Path=/; Max-Age=${yearS}; SameSite=Lax${secure}`;
}
