import rateLimit from '@fastify/rate-limit';
import type { MasterKeys } from '@nuances/crypto/master-key';
import type { Database } from '@nuances/db/client';
import { AppError } from '@nuances/domain/errors';
import fastify, { type FastifyReply, type FastifyRequest, LogController } from 'fastify';
import { randomUUID } from 'node:crypto';
import { writeResetMail } from './auth/link-procedures.ts';
import { createActivityBuffer } from './usage/activity-buffer.ts';
import { createAggregation } from './admin/aggregation.ts';
import { createLoginAttempts } from './auth/login-attempts.ts';
import { createSessions } from './auth/sessions.ts';
import { handleClientError } from './http/client-error.ts';
import { type Context, createContext, type Services } from './context.ts';
import { toAppError, localizeError, statusOf } from './errors.ts';
import { logError } from './observability/error-logging.ts';
import { parseJson, textOfBody } from './http/json-parser.ts';
import { createOutbox, type Transport } from './mail/outbox.ts';
import { createMetrics, registerMetrics } from './observability/metrics.ts';
import { createNoteKeys } from './notes/note-keys.ts';
import { addHttpMethods } from './http/method-not-allowed.ts';
import { defaultMaxBodyBytes } from './http/rest.ts';
import { registerRest } from './http/rest-plugin.ts';
import { dataPolicy, securityHeaders } from './http/security-headers.ts';
import { registerTrpc } from './http/trpc-plugin.ts';
import { findFonts } from './web/fonts.ts';
import { registerWeb } from './web/server.ts';

const minuteMs = 60_000;
/** Largest head of a request, bytes. */
const maxHeaderSize = 16 * 1024;

/** What the environment decides about the app. */
export interface AppConfig {
  /** API calls a minute for one address. */
  readonly rateLimit: number;
  /** Logins, sign-ups and mailed links a minute for one address; failed logins a minute for one account. */
  readonly authRateLimit: number;
  /** Addresses and networks of proxies whose forwarded addresses count. */
  readonly trustProxy: readonly string[];
  readonly logLevel: string;
  /** Serves metrics at `/metrics` to whoever brings it. */
  readonly metricsToken?: string | undefined;
  /** Metrics are kept for a port of their own. */
  readonly metricsPort?: number | undefined;
}

/** What the app is made of; tests give their own. */
export interface AppParts {
  readonly db: Database;
  readonly masterKeys: MasterKeys;
  readonly config: AppConfig;
  readonly transport: Transport;
  /** Asked at each use, because a free port is only known once the server listens. */
  appUrl(): string;
  /** Folder of the web build; without one only the API is served. */
  readonly webRoot?: string | undefined;
  /** Where log lines go; standard error by default, so that standard output stays readable. */
  readonly logTo?: { write(line: string): void };
  /** Milliseconds since 1970, for access tokens; tests move it. */
  readonly now?: () => number;
}

/** Whether an answer is the API's, unknown addresses below it included. */
function isApi(request: FastifyRequest): boolean {
  return /^\/(?:api|trpc)(?:\/|$)/.test(request.routeOptions.url ?? '');
}

/** A request names its host exactly once (RFC 9112, 3.2); only HTTP/1.0 did without. */
function namesHost({ raw }: FastifyRequest): boolean {
  const count = raw.rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === 'host').length;
  return count === 1 || (count === 0 && raw.httpVersion === '1.0');
}

const hasLeft = ({ raw }: FastifyRequest) => raw.destroyed && !raw.complete;

/** The whole product behind one port: tRPC, REST, the web. Nothing listens yet. */
export async function buildApp(parts: AppParts) {
  const { config } = parts;

  const app = fastify({
    bodyLimit: defaultMaxBodyBytes,
    trustProxy: config.trustProxy.length > 0 ? [...config.trustProxy] : false,
    logger: { level: config.logLevel, stream: parts.logTo ?? process.stderr, base: null },
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    requestTimeout: 10_000,
    // Whoever neither sends nor takes anything for so long while we answer is let go.
    connectionTimeout: 60_000,
    keepAliveTimeout: 65_000,
    http: {
      headersTimeout: 5_000,
      // Often: thousands of slow clients are then let go in small groups, and nobody waits for a large one.
      connectionsCheckingInterval: 100,
      maxHeaderSize,
      // Node would refuse it by itself, without any of our headers.
      requireHostHeader: false,
    },
    // Requests that arrive on an open connection while we close are answered, not refused.
    return503OnClosing: false,
    // A part of a path may be as long as all headers: its schema refuses it.
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: maxHeaderSize },
    clientErrorHandler: handleClientError,
    frameworkErrors: (error, request, reply) => {
      protect(reply, request);
      fail(error, request, reply);
    },
  });

  const outbox = createOutbox({
    db: parts.db,
    keys: parts.masterKeys,
    transport: parts.transport,
    writers: { reset: writeResetMail(() => parts.appUrl()) },
    log: app.log,
  });
  const services: Services = {
    db: parts.db,
    masterKeys: parts.masterKeys,
    noteKeys: createNoteKeys(parts.masterKeys, app.log),
    sessions: createSessions(parts.db, parts.masterKeys, { log: app.log, now: parts.now }),
    loginAttempts: createLoginAttempts(parts.db, parts.masterKeys, config.authRateLimit),
    outbox,
    activity: createActivityBuffer(parts.db),
    aggregation: createAggregation({ db: parts.db, log: app.log }),
    appUrl: () => parts.appUrl(),
  };

  const { metricsToken, metricsPort } = config;
  const metrics = metricsToken === undefined && metricsPort === undefined ? null : createMetrics(() => outbox.count());

  await app.register(rateLimit, { global: false });
  const countCall = app.createRateLimit({ max: config.rateLimit, timeWindow: minuteMs });

  /** @throws AppError `rateLimited` */
  async function limit(request: FastifyRequest): Promise<void> {
    const result = await countCall(request);
    if (!result.isAllowed && result.isExceeded)
      throw new AppError('rateLimited', { retryAfterS: Math.max(1, result.ttlInSeconds) });
  }

  const contexts = new WeakMap<FastifyRequest, Context>();
  /** One context a request, made when first needed, the same for hooks, handlers and errors. */
  function contextOf(request: FastifyRequest): Context {
    const known = contexts.get(request);
    if (known) return known;
    const context = createContext(services, {
      acceptLanguage: request.headers['accept-language'],
      authorization: request.headers.authorization,
      userAgent: request.headers['user-agent'],
      address: request.ip,
      isHead: request.method === 'HEAD',
    });
    contexts.set(request, context);
    return context;
  }

  function protect(reply: FastifyReply, request: FastifyRequest): void {
    reply.header('x-request-id', request.id);
    reply.headers(securityHeaders);
    reply.header('content-security-policy', dataPolicy);
    reply.header('cache-control', 'no-store');
  }

  function fail(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
    // Whoever left in the middle of a request reads no answer, and nothing of ours is at fault.
    const failure = hasLeft(request) ? new AppError('badRequest') : toAppError(error);
    const text = localizeError(failure, contextOf(request).locale);
    logError(request.log, failure, error);
    if (failure.retryAfterS !== undefined) reply.header('retry-after', Math.ceil(failure.retryAfterS));
    protect(reply, request);
    const { message, code, fields } = text;
    const errors = fields && Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, field.message]));
    return reply
      .code(statusOf(failure))
      .type('application/json; charset=utf-8')
      .send({ error: message, message, code, ...(errors ? { errors } : {}) });
  }

  let hasWarnedOfProxy = false;
  app.addHook('onRequest', async (request, reply) => {
    protect(reply, request);
    if (!namesHost(request)) throw new AppError('badRequest');
    if (
      !hasWarnedOfProxy &&
      request.headers['x-forwarded-for'] !== undefined &&
      request.ip === request.socket.remoteAddress
    ) {
      hasWarnedOfProxy = true;
      request.log.warn('A forwarded address came from a peer that TRUST_PROXY does not name; it is ignored');
    }
    // The health check stays out: a balancer that is told 429 would take a sound instance away.
    if (!isApi(request) || request.routeOptions.url === '/api/health') return;
    await limit(request);
    // Refusals, and calls that everybody may make, speak a signed-in person's language as well.
    await contextOf(request).resolveLocale();
  });

  app.addHook('onResponse', async (request, reply) => {
    // The pattern, not the address: paths and queries carry tokens.
    const route = request.is404 ? 'none' : (request.routeOptions.url ?? 'none');
    const answer = { method: request.method, route, status: reply.statusCode, ms: Math.round(reply.elapsedTime) };
    request.log.info(answer, 'request');
    metrics?.observe({ ...answer, ms: reply.elapsedTime });
  });

  addHttpMethods(app);
  // What a client expects of us beyond an answer is ignored; Node would say 417 without our headers.
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response));

  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, async (request: FastifyRequest, body: Buffer) => {
    const text = textOfBody(request, body);
    return text === '' ? undefined : parseJson(text);
  });
  app.setErrorHandler((error, request, reply) => fail(error, request, reply));
  app.setNotFoundHandler((request, reply) => fail(new AppError('notFound'), request, reply));

  const { webRoot } = parts;
  registerRest(app, contextOf, webRoot === undefined ? null : await findFonts(webRoot));
  await app.register(async (scope) => registerTrpc(scope, contextOf));
  if (metrics && metricsToken !== undefined) registerMetrics(app, metrics, metricsToken);
  if (webRoot !== undefined) await registerWeb(app, { root: webRoot, appUrl: () => parts.appUrl() });

  return { app, outbox, services, metrics };
}
