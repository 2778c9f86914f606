import type { Transaction } from '@nuances/db/client';
import { notes, scans } from '@nuances/db/schema';
import { and, eq, inArray, sql } from 'drizzle-orm';
import { removeMoods } from '../moods/queries.ts';
import { recordDeletions } from '../notes/queries.ts';

/** Deletes scans, then notes, in the order of locks of single deletions. @returns the ids that were there */
export async function removeRows(
  transaction: Transaction,
  userId: string,
  ids: { readonly notes: readonly string[]; readonly scans: readonly string[]; readonly moods: readonly string[] },
): Promise<{ notes: string[]; scans: string[] }> {
  const removed: { notes: string[]; scans: string[] } = { notes: [], scans: [] };
  await removeMoods(transaction, userId, ids.moods);
  if (ids.scans.length > 0) {
    const own = and(eq(scans.userId, userId), inArray(scans.id, [...ids.scans]));
    await transaction.select({ id: scans.id }).from(scans).where(own).orderBy(scans.id).for('update');
    await transaction
      .update(notes)
      .set({ scanResultId: null, revision: sql`${notes.revision} + 1` })
      .where(and(eq(notes.userId, userId), inArray(notes.scanResultId, [...ids.scans])));
    const gone = await transaction.delete(scans).where(own).returning({ id: scans.id });
    removed.scans = gone.map(({ id }) => id);
  }
  if (ids.notes.length > 0) {
    const own = and(eq(notes.userId, userId), inArray(notes.id, [...ids.notes]));
    await transaction.select({ id: notes.id }).from(notes).where(own).orderBy(notes.id).for('update');
    const gone = await transaction
      .delete(notes)
      .where(own)
      .returning({ id: notes.id, revision: notes.revision, receivedAt: notes.receivedAt });
    if (gone.length > 0) await recordDeletions(transaction, userId, gone);
    removed.notes = gone.map(({ id }) => id);
  }
  return removed;
}
