import fastify, { type FastifyInstance, type FastifyRequest, LogController } from 'fastify';
import { standardError } from '../observability/log-destination.ts';
import { instanceId } from '../observability/instance-id.ts';
import type { Tracing } from '../observability/tracing.ts';
import { randomUUID } from 'node:crypto';
import { handleClientError } from './client-error.ts';
import { addDataHeaders, type SendFailure } from './send-failure.ts';
import { parseJson, textOfBody } from './json-parser.ts';
import { defaultMaxBodyBytes } from './procedures.ts';

/** Largest headers of a request, bytes. */
const maxHeaderBytes = 16 * 1024;

/** The schemas of procedures validate and serialise; without this, Fastify loads its own compilers at the start. */
const unusedCompiler = () => () => {
  throw new Error('No route has a schema of Fastify');
};

interface ServerOptions {
  readonly trustProxy: readonly string[];
  readonly logLevel: string;
  /** Standard error by default, so that standard output stays readable. */
  readonly logTo: { write(line: string): void } | undefined;
  readonly fail: SendFailure;
  /** Gives log lines the ids of their trace. */
  readonly tracing: Tracing | null;
}

/** A Fastify that reads JSON strictly, bounds time and size of requests, and has no route yet. */
export function createHttpServer({ trustProxy, logLevel, logTo, fail, tracing }: ServerOptions): FastifyInstance {
  const app: FastifyInstance = fastify({
    bodyLimit: defaultMaxBodyBytes,
    trustProxy: trustProxy.length > 0 ? [...trustProxy] : false,
    logger: {
      level: logLevel,
      stream: logTo ?? standardError(),
      base: { instance: instanceId },
      ...(tracing && { mixin: () => tracing.ids() }),
    },
    schemaController: { compilersFactory: { buildValidator: unusedCompiler, buildSerializer: unusedCompiler } },
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    requestTimeout: 10_000,
    // Closes a connection without traffic in either direction during an answer.
    connectionTimeout: 60_000,
    keepAliveTimeout: 65_000,
    http: {
      headersTimeout: 5_000,
      // Often: thousands of slow clients are then closed in small groups, and no other client waits for a large one.
      connectionsCheckingInterval: 100,
      maxHeaderSize: maxHeaderBytes,
      // Node's own refusal would lack our headers.
      requireHostHeader: false,
    },
    // Requests that arrive on an open connection while we close are answered, not refused.
    return503OnClosing: false,
    // A path parameter may be as long as all headers: its schema refuses it.
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: maxHeaderBytes },
    clientErrorHandler: handleClientError,
    frameworkErrors: (error, request, reply) => {
      addDataHeaders(reply, request);
      fail(error, request, reply);
    },
  });

  // Unknown `Expect` values are ignored; Node would answer 417 without our headers.
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response));

  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request: FastifyRequest, body: Buffer, done) => {
    const text = textOfBody(request, body);
    done(null, text === '' ? undefined : parseJson(text));
  });
  app.setErrorHandler(fail);
  return app;
}
