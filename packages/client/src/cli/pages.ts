import { limits } from '@nuances/domain/limits';
import type { NuancesClient } from '../client.ts';

type Scans = Awaited<ReturnType<NuancesClient['api']['results']['own']['query']>>;

/** All scans of the account, page by page, the newest first (SPEC.md PAGE-2). */
export async function* scanPages({ api }: NuancesClient): AsyncGenerator<Scans> {
  let before: { readonly before?: string } = {};
  for (;;) {
    const page = await api.results.own.query({ limit: limits.pageMax, ...before });
    yield page;
    const last = page.at(-1);
    if (!last || page.length < limits.pageMax) return;
    before = { before: `${last.createdAt},${last._id}` };
  }
}
