import { authenticatedFetch } from './authenticated-fetch.ts';

/** What the server is told and the page never waits for. */
type ReportPath = '/api/public/visit' | '/api/results/startScan';

/**
 * Fire and forget over REST, so that the first page needs no tRPC client for it. Who is logged in is counted as such, also
 * when they come back after their access token has expired.
 */
export async function sendBeacon(path: ReportPath, body: Readonly<Record<string, unknown>> = {}): Promise<void> {
  try {
    const response = await authenticatedFetch((token) => {
      const headers = new Headers({ 'content-type': 'application/json' });
      if (token !== undefined) headers.set('authorization', `Bearer ${token}`);
      return fetch(path, { method: 'POST', headers, body: JSON.stringify(body) });
    });
    // Read to its end, or the browser keeps the connection open for it.
    await response.text();
    if (!response.ok) console.warn('report refused', path, response.status);
  } catch (error) {
    console.warn('report not sent', path, error instanceof Error ? error.name : 'unknown');
  }
}
