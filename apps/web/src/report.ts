import { storedToken } from './session.ts';

/** What the server is told and the page never waits for. */
type ReportPath = '/api/public/visit' | '/api/results/startScan';

/**
 * Fire and forget over REST, so that the first page needs no tRPC client for it. A token that is not
 * fresh is left out: the server then counts a visitor, and no refresh is spent on a report.
 */
export async function report(path: ReportPath, body: Readonly<Record<string, unknown>> = {}): Promise<void> {
  const stored = storedToken();
  const headers = new Headers({ 'content-type': 'application/json' });
  if (stored?.fresh) headers.set('authorization', `Bearer ${stored.token}`);
  try {
    const response = await fetch(path, { method: 'POST', headers, body: JSON.stringify(body) });
    // Read to its end, or the browser keeps the connection open for it.
    await response.text();
    if (!response.ok) console.warn('report refused', path, response.status);
  } catch (error) {
    console.warn('report not sent', path, error instanceof Error ? error.name : 'unknown');
  }
}
