import { AppError } from '@nuances/domain/errors';
import { type Page, pageOf, pageSchema } from '@nuances/domain/paging';
import { signalWithin } from '@nuances/domain/timeout-signal';
import type { FastifyReply } from 'fastify';
import { finished, Readable } from 'node:stream';
import * as z from 'zod';
import { bytesOfExport, type ExportCaller, exportPieces } from '../account/export.ts';
import type { Context } from '../context.ts';
import { allNotesPieces, bytesOfNotes } from '../notes/note-pages.ts';
import { readFromReplica } from '../database/replicas.ts';
import { withTimeout } from '../timeout.ts';
import type { Database } from '@nuances/db/client';
import { rejectUnsafeInput } from './input-guard.ts';
import { parseInput } from './run-procedure.ts';

/** Timeout of all statements together, milliseconds; each has the database's own timeout, too. */
const readTimeoutMs = 20_000;
/** Timeout for a client that reads such an answer, milliseconds: others wait for its memory. */
const sendTimeoutMs = 60_000;

/** How the answer to a read of a whole account is created outside of the heap. */
interface AccountDocument {
  /** Whether a part of it can be asked for; otherwise there is no input. */
  readonly hasPages: boolean;
  /** Read where lists are read; anything else on the primary. */
  readonly isList: boolean;
  /** Its estimated size, bytes. */
  bytes(db: Database, userId: string, page: Page | null): Promise<number>;
  /** The procedure's answer as chunks of JSON; null when the account is gone. */
  pieces(db: Database, caller: ExportCaller, signal: AbortSignal, page: Page | null): Promise<readonly Buffer[] | null>;
}

/** The calls that read a whole account, by procedure. All are of signed-in people. */
export const accountDocuments: ReadonlyMap<string, AccountDocument> = new Map([
  ['notes.all', { hasPages: true, isList: true, bytes: bytesOfNotes, pieces: allNotesPieces }],
  ['profile.exportData', { hasPages: false, isList: false, bytes: bytesOfExport, pieces: exportPieces }],
]);

/** Aborted once the caller has left, or has been refused because it took too long. */
function signalOf(reply: FastifyReply): AbortSignal {
  const left = new AbortController();
  reply.raw.once('close', () => left.abort(new AppError('unavailable', { retryAfterS: 1 })));
  return signalWithin(readTimeoutMs, left.signal);
}

/** Reads it, and then the session again: the account may have been erased since the request began. */
async function read(
  document: AccountDocument,
  page: Page | null,
  context: Context,
  caller: ExportCaller,
  signal: AbortSignal,
) {
  const readFrom = (db: Database) =>
    readPieces(document, page, { db, accountReads: context.accountReads }, caller, signal);
  const found = await (document.isList ? readFromReplica(context, caller.userId, readFrom) : readFrom(context.db));
  const session = await context.sessionNow().catch((error: unknown) => {
    found.release();
    throw error;
  });
  if (session) return found;
  found.release();
  throw new AppError('sessionMissing');
}

async function readPieces(
  document: AccountDocument,
  page: Page | null,
  { db, accountReads }: Pick<Context, 'db' | 'accountReads'>,
  caller: ExportCaller,
  signal: AbortSignal,
) {
  const bytes = await document.bytes(db, caller.userId, page);
  const release = await accountReads.acquire(caller.userId, bytes, { signal });
  try {
    const pieces = await document.pieces(db, caller, signal, page);
    if (!pieces) throw new AppError('sessionMissing');
    return { pieces, release };
  } catch (error) {
    release();
    throw error;
  }
}

/**
 * Answers with all items of one kind of the caller's account. They are read page by page into buffers outside of the
 * heap before the answer is sent, so that a slow client holds no connection to the database.
 * @param readInput gives the input as it was sent, once access is decided
 * @param wrap text before and after the JSON
 * @throws AppError
 */
export async function sendAccountDocument(
  document: AccountDocument,
  context: Context,
  reply: FastifyReply,
  readInput: () => unknown,
  wrap: readonly [string, string] = ['', ''],
): Promise<FastifyReply> {
  const user = await context.session();
  if (!user) throw new AppError('sessionMissing');
  const sent = readInput();
  rejectUnsafeInput(sent);
  const page = document.hasPages ? pageOf(parseInput(z.optional(pageSchema), sent)) : null;
  const reading = read(document, page, context, user, signalOf(reply));
  // After this refusal the read releases its bytes as soon as it ends.
  const { pieces, release } = await withTimeout(readTimeoutMs, reading).catch((error: unknown) => {
    reading.then(({ release: giveBack }) => giveBack()).catch(() => undefined);
    throw error;
  });
  const timer = setTimeout(() => reply.raw.destroy(), sendTimeoutMs).unref();
  finished(reply.raw, () => {
    clearTimeout(timer);
    release();
  });
  const all = [Buffer.from(wrap[0]), ...pieces, Buffer.from(wrap[1])];
  return reply
    .type('application/json; charset=utf-8')
    .header(
      'content-length',
      all.reduce((sum, piece) => sum + piece.length, 0),
    )
    .send(Readable.from(all));
}
