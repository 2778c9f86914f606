/** Parts of moods that are sealed anew, or go back to the server: they never change otherwise. */
import type { Transaction } from '@nuances/db/client';
import { moods } from '@nuances/db/schema';
import { and, eq, inArray } from 'drizzle-orm';
import { emptyMoods } from '../moods/mood-answers.ts';
import type { Storing } from './put.ts';
import type { ClearMoods, MoodsOutcome, PutMoods } from './vault-fields.ts';

/** Stores rows in place of those of a former key; one that has the current key stays. The account's row is held. */
async function replace<Part extends { readonly _id: string }>(
  transaction: Transaction,
  { userId, keyVersion }: Storing,
  list: readonly Part[],
  columnsOf: (part: Part) => Partial<typeof moods.$inferInsert>,
): Promise<MoodsOutcome[]> {
  if (list.length === 0) return [];
  const ids = list.map(({ _id }) => _id);
  const stored = await transaction
    .select({ id: moods.id, keyVersion: moods.keyVersion })
    .from(moods)
    .where(and(eq(moods.userId, userId), inArray(moods.id, ids)))
    .orderBy(moods.id)
    .for('update');
  const versions = new Map(stored.map((row) => [row.id, row.keyVersion]));
  for (const part of list)
    if (versions.has(part._id) && versions.get(part._id) !== keyVersion)
      await transaction
        .update(moods)
        .set({ ...columnsOf(part), keyVersion })
        .where(and(eq(moods.userId, userId), eq(moods.id, part._id)));
  return ids.map((_id) =>
    versions.has(_id) ? { _id, outcome: 'saved' } : { _id, outcome: 'refused', code: 'notFound' },
  );
}

/** Seals parts with the vault's key. */
export function putMoods(
  transaction: Transaction,
  storing: Storing,
  list: readonly PutMoods[],
): Promise<MoodsOutcome[]> {
  return replace(transaction, storing, list, ({ sealed }) => ({ ...emptyMoods, sealed }));
}

/** Stores parts readable. */
export function putClearMoods(
  transaction: Transaction,
  storing: Storing,
  list: readonly ClearMoods[],
): Promise<MoodsOutcome[]> {
  return replace(transaction, storing, list, ({ _id: _same, ...content }) => ({ ...content, sealed: null }));
}
