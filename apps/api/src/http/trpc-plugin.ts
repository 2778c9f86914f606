import { type FastifyHandlerOptions, fastifyRequestHandler } from '@trpc/server/adapters/fastify';
import { getTRPCErrorShape } from '@trpc/server';
import { TRPC_ERROR_CODES_BY_KEY } from '@trpc/server/rpc';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Context } from '../context.ts';
import { authorize } from '../trpc.ts';
import { errorChain, localizeError, statusOf, toAppError, toTrpcError, trpcCodes } from '../errors.ts';
import { appRouter, type AppRouter } from '../router.ts';
import { logError } from '../observability/error-logging.ts';
import { AppError } from '@nuances/domain/errors';
import { accountDocuments, sendAccountDocument } from './account-documents.ts';
import { addRetryAfter } from './send-failure.ts';
import { parseJson, textOfBody } from './json-parser.ts';
import { rejectOtherMethods } from './method-not-allowed.ts';
import { type ProcedureContract, procedures } from './procedures.ts';
import { defaultMaxBodyBytes, restRoutes } from './rest.ts';
import { runProcedure } from './run-procedure.ts';

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
 * The input of a call that tRPC does not see.
 * @throws AppError `badRequest`
 */
function parseInputText(text: unknown): unknown {
  if (text === undefined) return undefined;
  if (typeof text !== 'string') throw new AppError('badRequest');
  return parseJson(text);
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

const namesIn = (query: unknown): string[] => (typeof query === 'object' && query !== null ? Object.keys(query) : []);

/** The text of a call's input; undefined when there is none. */
type InputText = string | undefined;

/**
 * The input of a call as every client of tRPC sends it: one procedure, by its own method, without batching, streaming or
 * parameters of a connection. Undefined for any other request.
 */
function plainInputOf(request: FastifyRequest, { type }: ProcedureContract): { readonly text: InputText } | undefined {
  const { method, headers, body, query } = request;
  if (headers['trpc-accept'] !== undefined || headers.accept?.includes('jsonl') === true) return undefined;
  if (type === 'query') {
    if (method !== 'GET' || headers['content-type'] !== undefined) return undefined;
    const input = inputOf(request);
    const isPlain = namesIn(query).every((name) => name === 'input');
    return isPlain && (input === undefined || typeof input === 'string') ? { text: input } : undefined;
  }
  const isPlain = type === 'mutation' && method === 'POST' && namesIn(query).length === 0;
  return isPlain && typeof body === 'string' ? { text: body } : undefined;
}

const vary = 'trpc-accept, accept';

/** Runs a plain call and answers as tRPC's own handler does. */
async function answerCall(
  procedure: ProcedureContract,
  { text }: { readonly text: InputText },
  context: Context,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  // An empty parameter is none.
  const readInput = () => (text === undefined || text === '' ? undefined : parseJson(text));
  reply.header('vary', vary).type('application/json');
  const fail = (thrown: unknown) => {
    const failure = toAppError(thrown);
    const error = toTrpcError(failure);
    logError(request.log, failure, error);
    addRetryAfter(reply, failure);
    const { name: path, type } = procedure;
    const config = appRouter._def._config;
    const shape = getTRPCErrorShape({ config, ctx: context, error, input: undefined, path, type });
    return reply.code(statusOf(failure)).send(JSON.stringify({ error: shape }));
  };
  return runProcedure(procedure, context, readInput).then((data) => reply.send(`{"result":{"data":${data}}}`), fail);
}

/**
 * Serves the router at `/trpc`. Not by tRPC's own plugin, which accepts other content types and bypasses our
 * error handler. What is no plain call (a batch, a stream, an unknown procedure, another method) goes to tRPC's handler,
 * which refuses it in its own words.
 */
export function registerTrpc(app: FastifyInstance, contextOf: ContextOf): void {
  app.removeAllContentTypeParsers();
  // The text is parsed once access is decided. A call without input has no body, which tRPC's reader would take for
  // broken JSON.
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request: FastifyRequest, body: Buffer, done) => {
    const text = textOfBody(request, body);
    done(null, text === '' ? 'null' : text);
  });
  setTrpcErrorHandler(app, contextOf);

  const options = callOptions(contextOf);
  const byName = new Map(procedures.map((procedure) => [procedure.name, procedure]));
  const answer = (req: FastifyRequest, res: FastifyReply, path: string) => {
    const procedure = byName.get(path);
    const input = procedure && plainInputOf(req, procedure);
    if (procedure && input) return answerCall(procedure, input, contextOf(req), req, res);
    rejectRepeatedKeys(inputOf(req));
    rejectRepeatedKeys(req.body);
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
  for (const { name, admission } of procedures) {
    const document = accountDocuments.get(name);
    if (!document) continue;
    app.get(`/trpc/${name}`, { exposeHeadRoute: false }, async (request, reply) => {
      await authorize(admission, contextOf(request));
      const readInput = () => parseInputText(inputOf(request));
      return sendAccountDocument(document, contextOf(request), reply, readInput, ['{"result":{"data":', '}}']);
    });
  }
  const bodyLimits = new Map(restRoutes.map(({ name, maxBodyBytes }) => [name, maxBodyBytes]));
  for (const { name, type, admission } of procedures) {
    const bodyLimit = bodyLimits.get(name) ?? defaultMaxBodyBytes;
    const { readsSession } = admission;
    if (bodyLimit === defaultMaxBodyBytes && !readsSession) continue;
    app.route({
      method: type === 'query' ? 'GET' : 'POST',
      url: `/trpc/${name}`,
      bodyLimit,
      config: { readsSession },
      exposeHeadRoute: false,
      handler: (request, reply) => answer(request, reply, name),
    });
  }
  rejectOtherMethods(app, '/trpc/:path', ['GET', 'POST']);
}
