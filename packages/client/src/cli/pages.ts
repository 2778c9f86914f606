import { limits } from '@nuances/domain/limits';
import { pagesOf } from '@nuances/domain/pages';
import type { Api } from '../api.ts';
import type { NuancesClient } from '../client.ts';

/** All scans of the account, page by page. */
export const scanPages = ({ api }: NuancesClient) => pagesOf((part) => api.results.own.query(part));

/** The own note with an id; null for none. One of a moment ago is among the newest, which are asked for first; another costs the whole list. */
export async function noteWithId({ notes }: { readonly notes: Pick<Api['notes'], 'all'> }, id: string) {
  const find = (listed: Awaited<ReturnType<typeof notes.all.query>>) => listed.notes.find(({ _id }) => _id === id);
  const newest = await notes.all.query({ limit: limits.pageMax });
  const found = find(newest);
  if (found || newest.notes.length < limits.pageMax) return found ?? null;
  return find(await notes.all.query()) ?? null;
}
