import { type FastifyHandlerOptions, fastifyRequestHandler } from '@trpc/server/adapters/fastify';
import { TRPC_ERROR_CODES_BY_KEY } from '@trpc/server/rpc';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Context } from '../context.ts';
import { authorize } from '../trpc.ts';
import { toAppError, errorChain, localizeError, statusOf, trpcCodes } from '../errors.ts';
import { appRouter, type AppRouter } from '../router.ts';
import { logError } from '../observability/error-logging.ts';
import { AppError } from '@nuances/domain/errors';
import { accountDocuments, sendAccountDocument } from './account-documents.ts';
import { addRetryAfter } from './fail.ts';
import { rejectUnsafeInput } from './input-guard.ts';
import { parseJson, textOfBody } from './json-parser.ts';
import { rejectOtherMethods } from './method-not-allowed.ts';
import { defaultMaxBodyBytes, restRoutes } from './rest.ts';

type ContextOf = (request: FastifyRequest) => Context;

/**
 * Rejects duplicate keys. All other validation is left to tRPC, which parses only after access is decided.
 * @throws AppError `badRequest`
 */
function rejectRepeatedKeys(text: unknown): void {
  if (typeof text !== 'string') return;
  try {
    parseJson(text);
  } catch (error) {
    if (errorChain(error).some((cause) => cause instanceof SyntaxError)) return;
    throw error;
  }
}

const inputOf = ({ query }: FastifyRequest): unknown =>
  typeof query === 'object' && query !== null && 'input' in query ? query.input : undefined;

/**
 * Rejects an unsafe input of a procedure without input, which tRPC would not read.
 * @throws AppError `badRequest`
 */
function rejectInput(text: unknown): void {
  if (text === undefined) return;
  if (typeof text !== 'string') throw new AppError('badRequest');
  rejectUnsafeInput(parseJson(text));
}

/** Formats errors from before tRPC (limits, sizes, types) in tRPC's shape, so that its client can read them. */
function setTrpcErrorHandler(app: FastifyInstance, contextOf: ContextOf): void {
  app.setErrorHandler((error, request, reply) => {
    const failure = toAppError(error);
    const text = localizeError(failure, contextOf(request).locale);
    const status = statusOf(failure);
    logError(request.log, failure, error);
    addRetryAfter(reply, failure);
    if (failure.code === 'method' && !reply.hasHeader('allow')) reply.header('allow', 'GET, POST');
    return reply.code(status).send({
      error: {
        message: text.message,
        code: TRPC_ERROR_CODES_BY_KEY[trpcCodes[failure.code]],
        data: { code: trpcCodes[failure.code], httpStatus: status, app: text },
      },
    });
  });
}

const callOptions = (contextOf: ContextOf): FastifyHandlerOptions<AppRouter, FastifyRequest, FastifyReply> => ({
  router: appRouter,
  createContext: ({ req }) => contextOf(req),
  allowBatching: false,
  allowMethodOverride: false,
  onError({ error, ctx, req }) {
    // A request that is no call, such as a batch: tRPC has no context yet and would answer in English.
    if (ctx === undefined) throw error;
    logError(req.log, toAppError(error), error);
  },
  responseMeta({ errors, type }) {
    const [failure] = errors.map((error) => toAppError(error));
    return {
      headers: {
        ...(failure?.retryAfterS === undefined ? {} : { 'retry-after': String(Math.ceil(failure.retryAfterS)) }),
        ...(failure?.code === 'method' ? { allow: type === 'query' ? 'GET' : 'POST' } : {}),
      },
    };
  },
});

/**
 * Serves the router at `/trpc`. Not by tRPC's own plugin, which accepts other content types and bypasses our
 * error handler.
 */
export function registerTrpc(app: FastifyInstance, contextOf: ContextOf): void {
  app.removeAllContentTypeParsers();
  // tRPC parses the text itself; here only what it does not check. A call without input has no body,
  // which tRPC's reader would take for broken JSON.
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, async (request: FastifyRequest, body: Buffer) => {
    const text = textOfBody(request, body);
    rejectRepeatedKeys(text);
    return text === '' ? 'null' : text;
  });
  setTrpcErrorHandler(app, contextOf);

  const options = callOptions(contextOf);
  const answer = (req: FastifyRequest, res: FastifyReply, path: string) => {
    rejectRepeatedKeys(inputOf(req));
    // tRPC decodes the path again.
    return fastifyRequestHandler({ ...options, req, res, path: encodeURIComponent(path) });
  };

  app.route<{ Params: { path: string } }>({
    method: ['GET', 'POST'],
    url: '/trpc/:path',
    bodyLimit: defaultMaxBodyBytes,
    // The length of the answer to a HEAD is unknown; no tRPC client sends one.
    exposeHeadRoute: false,
    handler: (request, reply) => answer(request, reply, request.params.path),
  });
  for (const [name, document] of accountDocuments)
    app.get(`/trpc/${name}`, { exposeHeadRoute: false }, async (request, reply) => {
      await authorize('user', contextOf(request));
      rejectInput(inputOf(request));
      return sendAccountDocument(document, contextOf(request), reply, ['{"result":{"data":', '}}']);
    });
  for (const { name, maxBodyBytes } of restRoutes)
    if (maxBodyBytes !== defaultMaxBodyBytes)
      app.post(`/trpc/${name}`, { bodyLimit: maxBodyBytes }, (request, reply) => answer(request, reply, name));
  rejectOtherMethods(app, '/trpc/:path', ['GET', 'POST']);
}
