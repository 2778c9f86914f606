/**
 * COPY through postgres.js 3.4.9, with a patch for each direction. Reading: under back-pressure the driver pauses its
 * socket and does not resume it when the last row is among the buffered ones; the stream never ends. Writing: an error
 * that arrives after the last row was sent is not reported; the writer waits for ever.
 */
import { pipeline } from 'node:stream/promises';
import type { TransactionSql } from 'postgres';
import { readQuery } from './driver-internals.ts';

/** Rows are yielded in pieces of at least this size, because the server sends them one by one. */
const pieceBytes = 64 * 1024;

/** A table with its columns in the order of the copied values. */
export interface CopiedColumns {
  readonly table: string;
  readonly columns: readonly string[];
}

/**
 * The rows of a table in COPY's text format, in pieces of whole lines. One table at a time. Whoever ends early ends the connection.
 * @throws the driver's error
 */
export async function* copyOut(transaction: TransactionSql, { table, columns }: CopiedColumns): AsyncGenerator<Buffer> {
  // Not `copy table to`: that refuses a partitioned table.
  const copied =
    await transaction`copy (select ${transaction([...columns])} from ${transaction(table)}) to stdout`.readable();
  const rows: AsyncIterable<Buffer> = copied;
  let buffered: Buffer[] = [];
  let bufferedBytes = 0;
  for await (const row of rows) {
    buffered.push(row);
    bufferedBytes += row.length;
    if (bufferedBytes < pieceBytes) continue;
    yield Buffer.concat(buffered);
    buffered = [];
    bufferedBytes = 0;
  }
  copied._read(0); // Resumes the socket.
  if (bufferedBytes > 0) yield Buffer.concat(buffered);
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
  const rejection = new AbortController();
  onReject(query, (error) => rejection.abort(error));
  const copying = await query.writable();
  try {
    await pipeline(rows, copying, { signal: rejection.signal });
  } catch (error) {
    throw rejection.signal.aborted ? rejection.signal.reason : error;
  }
}

/** Reports an error of the query also after its promise has resolved with the stream. */
function onReject(value: unknown, report: (error: unknown) => void): void {
  const query = readQuery(value);
  const { reject } = query;
  query.reject = (error) => {
    report(error);
    reject(error);
  };
}
