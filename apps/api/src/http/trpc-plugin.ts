import { AppError } from '@nuances/domain/errors';
import { getTRPCErrorShape } from '@trpc/server';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { createHash } from 'node:crypto';
import type { Context } from '../context.ts';
import { statusOf, toAppError, toTrpcError } from '../errors.ts';
import { logError } from '../observability/error-logging.ts';
import { appRouter } from '../router.ts';
import { answerCall, configOf } from './call-procedure.ts';
import { encodeInParts, encodingOf } from './encoding.ts';
import { parseJson, textOfBody } from './json-parser.ts';
import { type ProcedureContract, procedures } from './procedures.ts';
import { addRetryAfter, type SendFailure } from './send-failure.ts';

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

/** A shorter list fits into the first packets as it is, bytes. */
const encodedFrom = 4_096;
/** The quickest that compresses well: a third of a list of scans is left, in 3 ms for each megabyte. */
const quality = 1;

/**
 * A hook before a list is sent, unless it is sent in buffers. What the caller has already is not sent again (`If-None-Match`,
 * RFC 9110), and a long list is compressed: no attacker makes a browser ask for one, because nothing but a token admits a call.
 */
async function sendList(request: FastifyRequest, reply: FastifyReply, payload: unknown): Promise<unknown> {
  if (typeof payload !== 'string' || reply.statusCode !== 200) return payload;
  const body = Buffer.from(payload);
  const validator = `"${createHash('sha256').update(body).digest('base64url')}"`;
  // Weak: it is the same for each encoding.
  reply.headers({ etag: `W/${validator}`, vary: 'Accept-Encoding' });
  if (request.headers['if-none-match']?.replace('W/', '') === validator) {
    reply.code(304);
    return null;
  }
  const encoding = body.length < encodedFrom ? 'identity' : encodingOf(request);
  if (encoding === 'identity') return body;
  reply.header('content-encoding', encoding);
  return encodeInParts(body, encoding, quality);
}

/**
 * Serves the procedures at `/trpc`. Not by tRPC's own plugin, which accepts other content types, bypasses our error handler
 * and turns each request into a Web request.
 */
export function registerTrpc(app: FastifyInstance, contextOf: ContextOf, fail: SendFailure): void {
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
      // Not in tRPC's shape: to a newer client, during an update, `notFound` would say that a row is gone.
      if (method === undefined) return fail(new AppError('notFound'), request, reply);
      reply.header('allow', method);
      throw new AppError('method');
    },
  });
}
