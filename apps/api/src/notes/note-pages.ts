import type { Database, Transaction } from '@nuances/db/client';
import { notes } from '@nuances/db/schema';
import { itemAt } from '@nuances/domain/item-at';
import type { Page } from '@nuances/domain/paging';
import { pageCondition, newestFirst } from '../database/list-page.ts';
import { readSnapshot } from '../database/read-snapshot.ts';
import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import { notesHash } from './queries.ts';
import { listedNote, type ListedNote, noteColumns } from './sealed-note.ts';

/** Maximum size of a page, in bytes and in notes. */
const pageBytes = 1024 * 1024;
const pageNotes = 500;
/** Size of a note in an answer without its envelopes, bytes. */
const noteOverheadBytes = 300;

const sealedBytes = sql<number>`octet_length(${notes.titleSealed}) + octet_length(${notes.textSealed}) + coalesce(octet_length(${notes.sealed}), 0)`;
const orders = {
  newest: newestFirst(notes),
  oldest: [asc(notes.createdAt), asc(notes.id)],
} as const;
type NoteOrder = keyof typeof orders;

/** The ids and sizes of an account's notes, or of those in a part of the list. */
function sizesOf(db: Database | Transaction, userId: string, order: NoteOrder, page: Page | null) {
  const listed = db
    .select({ id: notes.id, bytes: sealedBytes.as('bytes') })
    .from(notes)
    .where(and(eq(notes.userId, userId), pageCondition(notes, page)))
    .orderBy(...orders[order])
    .$dynamic();
  return page?.limit == null ? listed : listed.limit(page.limit);
}

/** Estimated size of the answer with the notes of an account, bytes. Reads lengths only. */
export async function bytesOfNotes(db: Database, userId: string, page: Page | null): Promise<number> {
  const whole = db
    .select({ bytes: sealedBytes.as('bytes') })
    .from(notes)
    .where(eq(notes.userId, userId));
  // All of them are summed up in no order.
  const listed = page ? sizesOf(db, userId, 'newest', page).as('listed') : whole.as('listed');
  const rows = await db
    .select({ bytes: sql<number>`coalesce(sum(${listed.bytes}), 0)::float8`, count: sql<number>`count(*)::int` })
    .from(listed);
  const { bytes, count } = itemAt(rows, 0);
  return bytes + count * noteOverheadBytes;
}

/** The ids of an account's notes, by page. */
async function pagesOf(
  transaction: Transaction,
  userId: string,
  order: NoteOrder,
  page: Page | null,
): Promise<string[][]> {
  const rows = await sizesOf(transaction, userId, order, page);
  const pages: string[][] = [];
  let ids: string[] = [];
  let bytes = 0;
  for (const row of rows) {
    if (ids.length === 0) pages.push(ids);
    ids.push(row.id);
    bytes += row.bytes;
    if (bytes < pageBytes && ids.length < pageNotes) continue;
    ids = [];
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
  {
    order,
    signal,
    page = null,
  }: { readonly order: NoteOrder; readonly signal?: AbortSignal | undefined; readonly page?: Page | null },
): AsyncGenerator<ListedNote[]> {
  for (const ids of await pagesOf(transaction, userId, order, page)) {
    signal?.throwIfAborted();
    const rows = await transaction
      .select(noteColumns)
      .from(notes)
      .where(and(eq(notes.userId, userId), inArray(notes.id, ids)))
      .orderBy(...orders[order]);
    yield rows.map(listedNote);
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

/** The answer of `notes.all` as chunks of JSON: the notes, and the hash of all notes of the same moment. */
export async function allNotesPieces(
  db: Database,
  userId: string,
  signal: AbortSignal | undefined,
  page: Page | null,
): Promise<readonly Buffer[]> {
  return readSnapshot(db, signal, async (transaction) => {
    const [row] = await transaction.select({ hash: notesHash }).from(notes).where(eq(notes.userId, userId));
    const list = await listPieces(notePages(transaction, userId, { order: 'newest', signal, page }));
    return [Buffer.from('{"notes":'), ...list, Buffer.from(`,"hash":${JSON.stringify(row?.hash)}}`)];
  });
}
