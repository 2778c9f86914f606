import { pagesOf } from '@nuances/domain/pages';
import type { Api } from '../api.ts';
import type { NuancesClient } from '../client.ts';

/** All scans of the account, page by page. */
export const scanPages = ({ api }: NuancesClient) => pagesOf((part) => api.results.own.query(part));

/** The own note with an id; null for none. One of a moment ago is in the first page; none costs the whole list. */
export async function noteWithId({ notes }: { readonly notes: Pick<Api['notes'], 'all'> }, id: string) {
  for await (const page of pagesOf(async (part) => (await notes.all.query(part)).notes)) {
    const found = page.find(({ _id }) => _id === id);
    if (found) return found;
  }
  return null;
}
