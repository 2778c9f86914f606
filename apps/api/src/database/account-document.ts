import type { Database } from '@nuances/db/client';
import { AppError } from '@nuances/domain/errors';
import type { Context } from '../context.ts';
import { WrittenJson } from '../written-json.ts';
import { readFromReplica } from './replicas.ts';

/** Timeout of a call that reads a whole account, milliseconds; each of its statements has the database's own timeout, too. */
export const documentTimeoutMs = 20_000;

/** How an answer with all items of one kind of an account is read. */
interface AccountDocument {
  /** Read where lists are read; anything else on the primary. */
  readonly isList: boolean;
  /** Its estimated size, bytes. */
  bytes(db: Database): Promise<number>;
  /** The answer as chunks of JSON; null when the account is gone. */
  pieces(db: Database, signal: AbortSignal | undefined): Promise<readonly Buffer[] | null>;
}

/**
 * Reads all items of one kind of an account, page by page into buffers outside of the heap, before the answer is sent, so
 * that a slow client holds no connection to the database.
 * @param call.signal ends when the answer is sent: then its memory is there for others
 * @throws AppError
 */
export async function writeDocument(
  { ctx, signal }: { readonly ctx: Context; readonly signal: AbortSignal | undefined },
  userId: string,
  { isList, bytes, pieces }: AccountDocument,
): Promise<WrittenJson> {
  // A HEAD request reads nothing of the account.
  if (ctx.isHead) return new WrittenJson([]);
  const readFrom = async (db: Database) => {
    const release = await ctx.services.accountReads.acquire(userId, await bytes(db), { signal });
    try {
      const read = await pieces(db, signal);
      // It may have been erased since the request began.
      if (!read || !(await ctx.sessionNow())) throw new AppError('sessionMissing');
      return { read, release };
    } catch (error) {
      release();
      throw error;
    }
  };
  const { read, release } = await (isList
    ? readFromReplica(ctx.services, userId, readFrom)
    : readFrom(ctx.services.db));
  if (!signal || signal.aborted) release();
  else signal.addEventListener('abort', release, { once: true });
  return new WrittenJson(read);
}
