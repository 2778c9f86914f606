/**
 * PostgreSQL's COPY through postgres.js, kept from two of its faults (3.4.9). Reading: while much is
 * held back it stops listening, and forgets to go on when the last row is among that. Writing: an
 * error that arrives after the last row was sent is told to nobody, and the writer waits for ever.
 */
import { pipeline } from 'node:stream/promises';
import type { TransactionSql } from 'postgres';

/** Rows are handed on when this much has come together, bytes; the server gives them one by one. */
const pieceBytes = 64 * 1024;

/** A table, and which of its columns in which order. */
export interface CopiedColumns {
  readonly table: string;
  readonly columns: readonly string[];
}

/**
 * The rows of a table in COPY's text format, in pieces of whole lines. One table at a time.
 * @throws the driver's error
 */
export async function* copyOut(transaction: TransactionSql, { table, columns }: CopiedColumns): AsyncGenerator<Buffer> {
  const copied = await transaction`copy ${transaction(table)} (${transaction([...columns])}) to stdout`.readable();
  const rows: AsyncIterable<Buffer> = copied;
  let held: Buffer[] = [];
  let bytes = 0;
  for await (const row of rows) {
    held.push(row);
    bytes += row.length;
    if (bytes < pieceBytes) continue;
    yield Buffer.concat(held);
    held = [];
    bytes = 0;
  }
  copied._read(0);
  if (bytes > 0) yield Buffer.concat(held);
}

/**
 * Adds rows in COPY's text format to a table.
 * @param rows pieces of any size
 * @throws the driver's error, also for a row that the table refuses; the transaction is then over
 */
export async function copyIn(
  transaction: TransactionSql,
  { table, columns }: CopiedColumns,
  rows: AsyncIterable<Buffer>,
): Promise<void> {
  const query = transaction`copy ${transaction(table)} (${transaction([...columns])}) from stdin`;
  const refused = new AbortController();
  onRefusal(query, (error) => refused.abort(error));
  const copying = await query.writable();
  try {
    await pipeline(rows, copying, { signal: refused.signal });
  } catch (error) {
    throw refused.signal.aborted ? refused.signal.reason : error;
  }
}

/** Has the driver tell of an error also when the query has long given its stream. */
function onRefusal(query: object, tell: (error: unknown) => void): void {
  if (!('reject' in query) || typeof query.reject !== 'function')
    throw new Error('postgres.js is not the version copy.ts was written for');
  const { reject } = query;
  Object.assign(query, {
    reject(error: unknown) {
      tell(error);
      Reflect.apply(reject, query, [error]);
    },
  });
}
