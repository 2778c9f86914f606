import type { Database, Transaction } from '@nuances/db/client';
import { notes } from '@nuances/db/schema';
import { readSnapshot } from '../database/read-snapshot.ts';
import { and, asc, desc, eq, inArray, sql } from 'drizzle-orm';
import { notesHash } from './queries.ts';
import { type SealedNote, sealedNoteColumns } from './sealed-note.ts';

/** Maximum size of a page, in bytes and in notes. */
const pageBytes = 1024 * 1024;
const pageNotes = 500;
/** Size of a note in an answer without its envelopes, bytes. */
const noteOverheadBytes = 300;

const sealedBytes = sql<number>`octet_length(${notes.titleSealed}) + octet_length(${notes.textSealed})`;
/** Sort orders of notes. */
const orders = {
  newest: [desc(notes.createdAt), asc(notes.id)],
  oldest: [asc(notes.createdAt), asc(notes.id)],
} as const;
type NoteOrder = keyof typeof orders;

/** Estimated size of the answer with all notes of an account, bytes. Reads lengths only. */
export async function bytesOfNotes(db: Database, userId: string): Promise<number> {
  const [row] = await db
    .select({ bytes: sql<number>`coalesce(sum(${sealedBytes}), 0)::float8`, count: sql<number>`count(*)::int` })
    .from(notes)
    .where(eq(notes.userId, userId));
  return (row?.bytes ?? 0) + (row?.count ?? 0) * noteOverheadBytes;
}

/** The ids of an account's notes, by page. */
async function pagesOf(transaction: Transaction, userId: string, order: NoteOrder): Promise<string[][]> {
  const rows = await transaction
    .select({ id: notes.id, bytes: sealedBytes })
    .from(notes)
    .where(eq(notes.userId, userId))
    .orderBy(...orders[order]);
  const pages: string[][] = [];
  let page: string[] = [];
  let bytes = 0;
  for (const row of rows) {
    if (page.length === 0) pages.push(page);
    page.push(row.id);
    bytes += row.bytes;
    if (bytes < pageBytes && page.length < pageNotes) continue;
    page = [];
    bytes = 0;
  }
  return pages;
}

/**
 * An account's notes, page by page. Only one page of them needs to be in the heap at a time.
 * @param signal ends the reading between two pages, once the caller has left or been refused; `readSnapshot` ends the
 *   statement that runs then
 * @throws the signal's reason
 */
export async function* notePages(
  transaction: Transaction,
  userId: string,
  { order, signal }: { readonly order: NoteOrder; readonly signal?: AbortSignal | undefined },
): AsyncGenerator<SealedNote[]> {
  for (const ids of await pagesOf(transaction, userId, order)) {
    signal?.throwIfAborted();
    yield await transaction
      .select(sealedNoteColumns)
      .from(notes)
      .where(and(eq(notes.userId, userId), inArray(notes.id, ids)))
      .orderBy(...orders[order]);
  }
}

/** Pages as the JSON of one list, in pieces. */
export async function listPieces(pages: AsyncIterable<readonly object[]>): Promise<Buffer[]> {
  const pieces = [Buffer.from('[')];
  for await (const page of pages) {
    const json = JSON.stringify(page).slice(1, -1);
    pieces.push(Buffer.from(pieces.length === 1 || json === '' ? json : `,${json}`));
  }
  pieces.push(Buffer.from(']'));
  return pieces;
}

/** The answer of `notes.all` as chunks of JSON: all notes and the hash of exactly these. */
export async function allNotesPieces(db: Database, userId: string, signal: AbortSignal): Promise<readonly Buffer[]> {
  return readSnapshot(db, signal, async (transaction) => {
    const [row] = await transaction.select({ hash: notesHash }).from(notes).where(eq(notes.userId, userId));
    const list = await listPieces(notePages(transaction, userId, { order: 'newest', signal }));
    return [Buffer.from('{"notes":'), ...list, Buffer.from(`,"hash":${JSON.stringify(row?.hash)}}`)];
  });
}
