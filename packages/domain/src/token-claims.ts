import { isRecord } from './record.ts';

/** The claims of an access token, unverified: only the server verifies. Empty for a text that is none. */
export function tokenClaims(token: string): Readonly<Record<string, unknown>> {
  try {
    const part = token.split('.')[1] ?? '';
    const claims: unknown = JSON.parse(atob(part.replaceAll('-', '+').replaceAll('_', '/')));
    return isRecord(claims) ? claims : {};
  } catch {
    return {};
  }
}
