import { AppError } from '@nuances/domain/errors';
import { callTRPCProcedure } from '@trpc/server';
import type { FastifyReply } from 'fastify';
import { finished, Readable } from 'node:stream';
import type { Context } from '../context.ts';
import { appRouter } from '../router.ts';
import { WrittenJson } from '../written-json.ts';
import type { ProcedureContract } from './procedures.ts';

/** Timeout for a client that reads an answer in buffers, milliseconds: others wait for its memory. */
const sendTimeoutMs = 60_000;

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The procedure that the route calls, for logs and metrics. */
    readonly procedure?: string;
    /** It reads the session in a statement of its own. */
    readonly readsSession?: boolean;
  }
}

/** What the hooks of a request know of its route. */
export const configOf = ({ name, readsSession }: Pick<ProcedureContract, 'name' | 'readsSession'>) => ({
  procedure: name,
  readsSession,
});

/** Ends when the answer is sent, or its caller has left. */
function signalOf(reply: FastifyReply): AbortSignal {
  const ending = new AbortController();
  reply.raw.once('close', () => ending.abort(new AppError('unavailable', { retryAfterS: 1 })));
  return ending.signal;
}

/** Sends buffers, with their length. */
function sendBuffers(reply: FastifyReply, pieces: readonly Buffer[]): FastifyReply {
  const timer = setTimeout(() => reply.raw.destroy(), sendTimeoutMs).unref();
  finished(reply.raw, () => clearTimeout(timer));
  const bytes = pieces.reduce((sum, piece) => sum + piece.length, 0);
  return reply.header('content-length', bytes).send(Readable.from(pieces));
}

const isText = (piece: string | Buffer): piece is string => typeof piece === 'string';

/**
 * Calls a procedure for a request, as tRPC's own adapters do: the whole chain of its middlewares, input, output. Sends its
 * answer as JSON.
 * @param readInput gives the input as it was sent; called at most once, when access is decided
 * @param wrap text before and after the JSON
 * @throws TRPCError
 */
export async function answerCall(
  { name: path, type, isWritten }: Pick<ProcedureContract, 'name' | 'type' | 'isWritten'>,
  context: Context,
  reply: FastifyReply,
  readInput: () => unknown,
  wrap: readonly [string, string] = ['', ''],
): Promise<FastifyReply> {
  let reading: Promise<unknown> | undefined;
  const read = async () => readInput();
  const answer: unknown = await callTRPCProcedure({
    router: appRouter,
    path,
    type,
    ctx: context,
    getRawInput: () => (reading ??= read()),
    // Only a long answer waits for memory; a signal of its own costs each call more than its input.
    signal: isWritten ? signalOf(reply) : undefined,
    batchIndex: 0,
  });
  const [before, after] = wrap;
  if (!(answer instanceof WrittenJson)) return reply.send(`${before}${JSON.stringify(answer)}${after}`);
  // Nothing was read for a HEAD: without a payload no length is said.
  if (answer.pieces.length === 0) return reply.send();
  const pieces = [before, ...answer.pieces, after];
  return pieces.every(isText)
    ? reply.send(pieces.join(''))
    : sendBuffers(
        reply,
        pieces.map((piece) => Buffer.from(piece)),
      );
}
