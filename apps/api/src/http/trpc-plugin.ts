import { AppError } from '@nuances/domain/errors';
import { getTRPCErrorShape } from '@trpc/server';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Context } from '../context.ts';
import { statusOf, toAppError, toTrpcError } from '../errors.ts';
import { logError } from '../observability/error-logging.ts';
import { appRouter } from '../router.ts';
import { answerCall, configOf } from './call-procedure.ts';
import { parseJson, textOfBody } from './json-parser.ts';
import { type ProcedureContract, procedures } from './procedures.ts';
import { addRetryAfter } from './send-failure.ts';
import { sendList } from './send-list.ts';

type ContextOf = (request: FastifyRequest) => Context;

/** Sends failures in tRPC's shape, so that its client can read them. */
function setTrpcErrorHandler(app: FastifyInstance, contextOf: ContextOf): void {
  const config = appRouter._def._config;
  app.setErrorHandler((thrown, request, reply) => {
    const failure = toAppError(thrown);
    const error = toTrpcError(failure);
    logError(request.log, failure, thrown);
    addRetryAfter(reply, failure);
    if (failure.code === 'method' && !reply.hasHeader('allow')) reply.header('allow', 'GET, POST');
    const { procedure: path } = request.routeOptions.config;
    const ctx = contextOf(request);
    const shape = getTRPCErrorShape({ config, ctx, error, input: undefined, path, type: 'unknown' });
    return reply.code(statusOf(failure)).type('application/json').send({ error: shape });
  });
}

const methodOf = ({ type }: ProcedureContract) => (type === 'query' ? 'GET' : 'POST');

/**
 * A request is one call with one input.
 * @throws AppError `badRequest` for batches, streams and parameters of a connection
 */
function refuseOtherForms({ method, headers, query }: FastifyRequest): void {
  const names = typeof query === 'object' && query !== null ? Object.keys(query) : [];
  const isPlain = headers['trpc-accept'] === undefined && names.every((name) => name === 'input' && method === 'GET');
  if (!isPlain) throw new AppError('badRequest');
}

/**
 * The input of a call, undefined when there is none.
 * @throws AppError `badRequest`
 */
function inputOf({ method, body, query }: FastifyRequest): unknown {
  const inQuery = typeof query === 'object' && query !== null && 'input' in query ? query.input : undefined;
  const text = method === 'GET' ? inQuery : body;
  if (text === undefined || text === '') return undefined;
  if (typeof text !== 'string') throw new AppError('badRequest');
  return parseJson(text);
}

/**
 * Serves the procedures at `/trpc`. Not by tRPC's own plugin, which accepts other content types, bypasses our error handler
 * and turns each request into a Web request.
 */
export function registerTrpc(app: FastifyInstance, contextOf: ContextOf): void {
  app.removeAllContentTypeParsers();
  // The text is parsed once access is decided.
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request: FastifyRequest, body: Buffer, done) =>
    done(null, textOfBody(request, body)),
  );
  setTrpcErrorHandler(app, contextOf);

  for (const procedure of procedures)
    app.route({
      method: methodOf(procedure),
      url: `/trpc/${procedure.name}`,
      bodyLimit: procedure.maxBodyBytes,
      config: configOf(procedure),
      // No tRPC client sends a HEAD.
      exposeHeadRoute: false,
      ...(procedure.isWritten && { onSend: sendList }),
      handler: async (request, reply) => {
        refuseOtherForms(request);
        reply.type('application/json');
        return answerCall(procedure, contextOf(request), reply, () => inputOf(request), ['{"result":{"data":', '}}']);
      },
    });

  const methods = new Map(procedures.map((procedure) => [procedure.name, methodOf(procedure)]));
  app.route<{ Params: { path: string } }>({
    method: ['GET', 'POST'],
    url: '/trpc/:path',
    exposeHeadRoute: false,
    handler: (request, reply) => {
      refuseOtherForms(request);
      const method = methods.get(request.params.path);
      if (method === undefined) throw new AppError('notFound');
      reply.header('allow', method);
      throw new AppError('method');
    },
  });
}
