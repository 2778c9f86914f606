import { wholeLines, type WholeMoodLine } from '@nuances/domain/moods/mood-lines';
import { limits } from '@nuances/domain/limits';
import { useMemo } from 'react';
import { queriesOf, trpc } from '../api/queries.tsx';
import type { RouterOutputs } from '../api/router-types.ts';
import { hasVault } from '../keys/vault-mark.ts';

type ListedMoods = RouterOutputs['moods']['own'][number];
type OpenMoods = Extract<ListedMoods, { readonly entries: unknown }>;

export const isOpenPart = (part: ListedMoods): part is OpenMoods => 'entries' in part;

/** The lines of moods of the person, and the query that fetches them; `closed` counts parts that a vault does not open. */
export function useMoodLines() {
  const query = trpc.moods.own.useQuery();
  const { data } = query;
  const lines = useMemo((): { readonly lines: readonly WholeMoodLine[]; readonly closed: number } => {
    const open = data?.filter(isOpenPart) ?? [];
    return { lines: wholeLines(open), closed: (data?.length ?? 0) - open.length };
  }, [data]);
  return { query, ...lines };
}

/** Removes parts; answers how many were there. In a vault, what is left is signed before. Rejects as the calls do. */
export async function removeMoods(owner: string, ids: readonly string[]): Promise<number> {
  if (ids.length === 0) return 0;
  const { api } = await import('../api/client.ts');
  const manifests = hasVault(owner) ? await import('../vault/manifest-store.ts') : null;
  let removed = 0;
  for (let at = 0; at < ids.length; at += limits.vault.items) {
    const some = ids.slice(at, at + limits.vault.items);
    if (manifests) await manifests.removeSealed(owner, { moods: some });
    removed += manifests ? some.length : (await api.moods.remove.mutate({ ids: some })).ids.length;
  }
  await queriesOf(owner).utils.moods.own.invalidate();
  return removed;
}
