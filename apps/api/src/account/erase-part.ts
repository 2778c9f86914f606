/** The erasure of all scans or all notes of an account, in steps of one short transaction each. */
import type { Database, Transaction } from '@nuances/db/client';
import { notes, scans } from '@nuances/db/schema';
import type { ErasablePart } from '@nuances/domain/erasure';
import { itemAt } from '@nuances/domain/item-at';
import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import { deleteNotes, lockNoteDependencies, unlinkNotes } from '../notes/queries.ts';
import { ledgerMoment, recordDecision } from './ledger-entries.ts';

/** Rows that one step removes: a note may take 400 KB, and an index entry more for each scan. */
export const eraseBatchSize = 500;

/** What there is to erase, and the moment up to which it is counted. */
export interface Erasable {
  readonly scans: number;
  readonly notes: number;
  /** The time of the database, in microseconds: a Date would leave out what came in the same millisecond. */
  readonly at: string;
}

/** When a note came to the server; older versions did not record it. */
const noteReceivedAt = sql`coalesce(${notes.receivedAt}, ${notes.createdAt})`;

const ownScans = (userId: string, before: string) =>
  and(eq(scans.userId, userId), sql`${scans.receivedAt} <= ${before}::timestamptz`);
const ownNotes = (userId: string, before: string) =>
  and(eq(notes.userId, userId), sql`${noteReceivedAt} <= ${before}::timestamptz`);

/** Counts the scans and notes of an account. */
export async function countErasable(db: Database, userId: string): Promise<Erasable> {
  const countOf = (table: typeof scans | typeof notes) =>
    sql<number>`(select count(*) from ${table} where ${table.userId} = ${userId})::int`;
  const rows = await db
    .select({
      scans: countOf(scans),
      notes: countOf(notes),
      at: ledgerMoment(sql`now()`),
    })
    .from(sql`(select 1) as one`);
  return itemAt(rows, 0);
}

/** Deletes some scans, in the order of locks of a single deletion: scans, then the notes that are linked to them. */
async function eraseScans(transaction: Transaction, userId: string, before: string): Promise<number> {
  const some = await transaction
    .select({ id: scans.id })
    .from(scans)
    .where(ownScans(userId, before))
    .orderBy(asc(scans.id))
    .limit(eraseBatchSize)
    .for('update');
  if (some.length === 0) return 0;
  const ids = some.map(({ id }) => id);
  await unlinkNotes(transaction, userId, ids);
  await transaction.delete(scans).where(and(eq(scans.userId, userId), inArray(scans.id, ids)));
  return ids.length;
}

/** Deletes some notes and records their ids for a while, as a single deletion does. */
async function eraseNotes(transaction: Transaction, userId: string, before: string): Promise<number> {
  await lockNoteDependencies(transaction, userId, null);
  const some = await transaction
    .select({ id: notes.id })
    .from(notes)
    .where(ownNotes(userId, before))
    .orderBy(asc(notes.id))
    .limit(eraseBatchSize)
    .for('update');
  const ids = some.map(({ id }) => id);
  return (await deleteNotes(transaction, userId, ids)).length;
}

/**
 * Erases some of what the server had received at a moment; what came later, from another device, stays. Call it again while
 * it answers {@link eraseBatchSize}.
 * @returns how many were erased
 */
export async function erasePart(
  transaction: Transaction,
  userId: string,
  part: ErasablePart,
  before: string,
): Promise<number> {
  const erased = await (part === 'scans' ? eraseScans : eraseNotes)(transaction, userId, before);
  if (erased > 0) await recordDecision(transaction, { userId, subject: part, value: ledgerMoment(before) });
  return erased;
}
