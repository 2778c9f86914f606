import { AppError } from '@nuances/domain/errors';
import type { FastifyReply } from 'fastify';
import { finished, Readable } from 'node:stream';
import { bytesOfExport, exportPieces } from '../account/export.ts';
import type { Context } from '../context.ts';
import { allNotesPieces, bytesOfNotes } from '../notes/note-pages.ts';
import { withTimeout } from '../timeout.ts';
import type { Database } from '@nuances/db/client';

/** Reading takes many small statements; each is bounded by the database's own timeout, all of them by this. */
const readTimeoutMs = 20_000;
/** Whoever takes longer to read an answer of a whole account is cut off, for others wait for its memory. */
const sendTimeoutMs = 60_000;

/** How the answer to a call that reads a whole account is made without holding it in the heap. */
interface AccountDocument {
  /** Roughly what it will hold, bytes. */
  bytes(db: Database, userId: string): Promise<number>;
  /** The JSON of what the procedure answers, in pieces; null when the account is gone. */
  pieces(db: Database, userId: string, signal: AbortSignal): Promise<readonly Buffer[] | null>;
}

/** The calls that read a whole account, by procedure. All are of signed-in people and take no input. */
export const accountDocuments: ReadonlyMap<string, AccountDocument> = new Map([
  ['notes.all', { bytes: bytesOfNotes, pieces: allNotesPieces }],
  ['profile.exportData', { bytes: bytesOfExport, pieces: exportPieces }],
]);

/** Aborted once the caller has left, or has been refused because it took too long. */
function signalOf(reply: FastifyReply): AbortSignal {
  const left = new AbortController();
  reply.raw.once('close', () => left.abort(new AppError('unavailable', { retryAfterS: 1 })));
  return AbortSignal.any([left.signal, AbortSignal.timeout(readTimeoutMs)]);
}

async function read(document: AccountDocument, { db, accountReads }: Context, userId: string, signal: AbortSignal) {
  const bytes = await document.bytes(db, userId);
  const release = await accountReads.acquire(userId, bytes, signal);
  try {
    const pieces = await document.pieces(db, userId, signal);
    if (!pieces) throw new AppError('sessionMissing');
    return { pieces, release };
  } catch (error) {
    release();
    throw error;
  }
}

/**
 * Answers with everything of one kind of the caller's account. It is read page by page into bytes outside of the heap, and
 * not while the caller takes it, so that a slow one holds no connection to the database.
 * @param wrap what stands before and after the JSON
 * @throws AppError
 */
export async function sendAccountDocument(
  document: AccountDocument,
  context: Context,
  reply: FastifyReply,
  wrap: readonly [string, string] = ['', ''],
): Promise<FastifyReply> {
  const user = await context.session();
  if (!user) throw new AppError('sessionMissing');
  const reading = read(document, context, user.userId, signalOf(reply));
  // Refused here, it gives its bytes back as soon as it ends.
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
