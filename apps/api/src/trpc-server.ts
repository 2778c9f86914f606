import { fastifyRequestHandler } from '@trpc/server/adapters/fastify';
import { TRPC_ERROR_CODES_BY_KEY } from '@trpc/server/rpc';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { isUtf8 } from 'node:buffer';
import { AppError } from '@nuances/domain/errors';
import type { Context } from './context.ts';
import { asAppError, describe, statusOf, trpcCodes } from './errors.ts';
import { logFailure } from './fault-log.ts';
import { appRouter } from './router.ts';

/** Calls in one batch. */
const maxBatchSize = 100;

/** How many calls a batch path names; anything over the limit is refused as a whole. */
export function callsIn(path: string): number {
  return Math.min(path.split(/,|%2c/i).length, maxBatchSize);
}

/**
 * Serves the router at `/trpc`. Not tRPC's own plugin: that one takes every content type it can and
 * hides the request from our hooks' error shape.
 */
export function serveTrpc(app: FastifyInstance, contextOf: (request: FastifyRequest) => Context): void {
  app.removeAllContentTypeParsers();
  // tRPC parses the text itself; here only what it could not tell. A call without input has no body,
  // which tRPC's reader would take for broken JSON.
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) => {
    if (body.length === 0) done(null, 'null');
    else if (typeof body === 'string' || isUtf8(body)) done(null, body.toString());
    else done(new AppError('badRequest'));
  });

  // Refusals from before tRPC (limits, sizes, types), in tRPC's shape so that its client can read them.
  app.setErrorHandler((error, request, reply) => {
    const failure = asAppError(error);
    const text = describe(failure, contextOf(request).locale);
    const status = statusOf(failure);
    logFailure(request.log, failure, error);
    if (failure.retryAfterS !== undefined) reply.header('retry-after', Math.ceil(failure.retryAfterS));
    return reply.code(status).send({
      error: {
        message: text.message,
        code: TRPC_ERROR_CODES_BY_KEY[trpcCodes[failure.code]],
        data: { code: trpcCodes[failure.code], httpStatus: status, app: text },
      },
    });
  });

  app.route<{ Params: { path: string } }>({
    method: ['GET', 'POST'],
    url: '/trpc/:path',
    // An answer without its body could not be measured for a HEAD; no client of tRPC asks for one.
    exposeHeadRoute: false,
    handler: (request, reply) =>
      fastifyRequestHandler({
        router: appRouter,
        req: request,
        res: reply,
        path: request.params.path,
        createContext: () => contextOf(request),
        maxBatchSize,
        allowMethodOverride: false,
        onError: ({ error }) => logFailure(request.log, asAppError(error), error),
        responseMeta({ errors }) {
          const waits = errors.map((error) => asAppError(error).retryAfterS ?? 0);
          const longest = Math.max(0, ...waits);
          return longest > 0 ? { headers: { 'retry-after': String(Math.ceil(longest)) } } : {};
        },
      }),
  });
}
