import type { Database, Transaction } from '@nuances/db/client';
import { moods } from '@nuances/db/schema';
import { and, asc, eq, inArray, type SQLWrapper, sql } from 'drizzle-orm';
import { type ListedMoods, listedMoods, moodColumns } from './mood-answers.ts';

/** All parts of an account, the oldest first. */
export async function listMoods(db: Database | Transaction, userId: string): Promise<ListedMoods[]> {
  const stored = await db
    .select(moodColumns)
    .from(moods)
    .where(eq(moods.userId, userId))
    .orderBy(asc(moods.receivedAt), asc(moods.id));
  return stored.map(listedMoods);
}

/** Roughly what the parts of an account take as they are answered, bytes. */
export const moodBytes = (userId: string | SQLWrapper) =>
  sql<number>`(select coalesce(sum(octet_length(coalesce(${moods.sealed}, ${moods.entries}::text)) + 200), 0)::float8 from ${moods} where ${moods.userId} = ${userId})`;

/** Deletes parts. @returns the ids that were there */
export async function removeMoods(
  db: Database | Transaction,
  userId: string,
  ids: readonly string[],
): Promise<string[]> {
  if (ids.length === 0) return [];
  const gone = await db
    .delete(moods)
    .where(and(eq(moods.userId, userId), inArray(moods.id, [...ids])))
    .returning({ id: moods.id });
  return gone.map(({ id }) => id);
}
