import { storedToken } from '../session/session-store.ts';
import type { RouterInputs } from './router-types.ts';
import { fetchInTime, headers, url } from './transport.ts';

/** Mutations that only count usage, with their inputs. */
interface Reports {
  readonly 'public.visit': RouterInputs['public']['visit'];
  readonly 'results.startScan': RouterInputs['results']['startScan'];
  readonly 'usage.opened': RouterInputs['usage']['opened'];
}

/**
 * Reports an event for the usage statistics. Never rejects, and the page does not wait for it. It does not use the tRPC
 * client, because a first visit would load it for this call only. Without a session there is no token to refresh
 * either.
 */
export async function report<Name extends keyof Reports>(name: Name, input: Reports[Name]): Promise<void> {
  const send = (token?: string) =>
    fetchInTime(
      `${url}/${name}`,
      {
        method: 'POST',
        headers: { ...headers(), 'content-type': 'application/json' },
        ...(input === undefined ? {} : { body: JSON.stringify(input) }),
      },
      token,
    );
  try {
    const answer = storedToken() === null ? await send() : await (await import('./client.ts')).authenticatedFetch(send);
    await answer.text(); // an unread answer keeps its request open
  } catch (error) {
    console.warn('report not sent', error instanceof Error ? error.name : 'unknown');
  }
}
