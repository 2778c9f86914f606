import type { api } from './client.ts';

/**
 * Reports something that usage statistics count; never rejects, and the page does not wait for it. The client is fetched
 * for it, so that the first page does without.
 */
export async function report(send: (client: typeof api) => Promise<unknown>): Promise<void> {
  try {
    const { api: client } = await import('./client.ts');
    await send(client);
  } catch (error) {
    console.warn('report not sent', error instanceof Error ? error.name : 'unknown');
  }
}
