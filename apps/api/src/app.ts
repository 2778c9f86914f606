import rateLimit from '@fastify/rate-limit';
import type { MasterKeys } from '@nuances/crypto/master-key';
import type { Database } from '@nuances/db/client';
import { AppError } from '@nuances/domain/errors';
import { fallbackLocale } from '@nuances/domain/locales';
import fastify, { type FastifyReply, type FastifyRequest, LogController } from 'fastify';
import { isUtf8 } from 'node:buffer';
import { randomUUID } from 'node:crypto';
import type { Socket } from 'node:net';
import { writeResetMail } from './auth/link-procedures.ts';
import { createAttempts } from './auth/attempts.ts';
import { createSessions } from './auth/sessions.ts';
import { type Context, createContext, type Services } from './context.ts';
import { asAppError, describe, statusOf } from './errors.ts';
import { logFailure } from './fault-log.ts';
import { createOutbox, type Transport } from './mail/outbox.ts';
import { serveRest } from './rest-server.ts';
import { dataPolicy, securityHeaders } from './security-headers.ts';
import { callsIn, serveTrpc } from './trpc-server.ts';
import { serveWeb } from './web/server.ts';

/** Largest body, bytes. */
const bodyLimit = 64 * 1024;
const minuteMs = 60_000;

export interface AppConfig {
  /** API calls a minute for one address. */
  readonly rateLimit: number;
  /** Logins, sign-ups and mailed links a minute for one address; failed logins a minute for one account. */
  readonly authRateLimit: number;
  /** Addresses and networks of proxies whose forwarded addresses count. */
  readonly trustProxy: readonly string[];
  readonly logLevel: string;
}

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

function pathOf(request: FastifyRequest): string {
  return request.raw.url?.split('?', 1)[0] ?? '/';
}

/** Whether an answer is the API's; decided by the matched route, else by the raw path. */
function isApi(request: FastifyRequest): boolean {
  const path = request.is404 ? pathOf(request) : (request.routeOptions.url ?? '');
  return /^\/(?:api|trpc)(?:\/|$)/.test(path);
}

const brokenStatuses: Readonly<Record<string, string>> = {
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
};

/** For requests so broken that Node's parser gave up: there is no request to answer, only a socket. */
function answerBrokenRequest(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed || !socket.writable) return;
  const isTooLong = error.code === 'HPE_HEADER_OVERFLOW';
  const text = describe(new AppError(isTooLong ? 'tooLarge' : 'badRequest'), fallbackLocale);
  const body = JSON.stringify({ error: text.message, message: text.message, code: text.code });
  const status = brokenStatuses[error.code ?? ''] ?? '400 Bad Request';
  const headers = { ...securityHeaders, 'content-security-policy': dataPolicy, 'cache-control': 'no-store' };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(
    `HTTP/1.1 ${status}\r\n${lines.join('')}content-type: application/json; charset=utf-8\r\ncontent-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n${body}`,
  );
}

/** The whole product behind one port: tRPC, REST, the web. Nothing listens yet. */
export async function buildApp(parts: AppParts) {
  const { config } = parts;

  const app = fastify({
    bodyLimit,
    trustProxy: config.trustProxy.length > 0 ? [...config.trustProxy] : false,
    logger: { level: config.logLevel, stream: parts.logTo ?? process.stderr, base: null },
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    requestTimeout: 10_000,
    keepAliveTimeout: 65_000,
    http: { headersTimeout: 5_000, connectionsCheckingInterval: 1_000 },
    // Requests that arrive on an open connection while we close are answered, not refused.
    return503OnClosing: false,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 2_048 },
    clientErrorHandler: answerBrokenRequest,
    frameworkErrors: (error, request, reply) => {
      protect(reply);
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
    sessions: createSessions(parts.db, parts.masterKeys, { log: app.log, now: parts.now }),
    attempts: createAttempts(parts.db, parts.masterKeys, config.authRateLimit),
    outbox,
    appUrl: () => parts.appUrl(),
  };

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
    });
    contexts.set(request, context);
    return context;
  }

  function protect(reply: FastifyReply): void {
    reply.headers(securityHeaders);
    reply.header('content-security-policy', dataPolicy);
    reply.header('cache-control', 'no-store');
  }

  function fail(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
    const failure = asAppError(error);
    const text = describe(failure, contextOf(request).locale);
    logFailure(request.log, failure, error);
    if (failure.retryAfterS !== undefined) reply.header('retry-after', Math.ceil(failure.retryAfterS));
    protect(reply);
    const { message, code, fields } = text;
    const errors = fields && Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, field.message]));
    return reply
      .code(statusOf(failure))
      .type('application/json; charset=utf-8')
      .send({ error: message, message, code, ...(errors ? { errors } : {}) });
  }

  let hasWarnedOfProxy = false;
  app.addHook('onRequest', async (request, reply) => {
    protect(reply);
    reply.header('x-request-id', request.id);
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
    const calls = request.routeOptions.url === '/trpc/:path' ? callsIn(pathOf(request)) : 1;
    for (let call = 0; call < calls; call += 1) await limit(request);
  });

  app.addHook('onResponse', async (request, reply) => {
    // The pattern, not the address: paths and queries carry tokens.
    const route = request.is404 ? 'none' : request.routeOptions.url;
    const ms = Math.round(reply.elapsedTime);
    request.log.info({ method: request.method, route, status: reply.statusCode, ms }, 'request');
  });

  app.removeAllContentTypeParsers();
  const parseJson = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    if (body.length === 0) done(null, undefined);
    else if (typeof body === 'string' || !isUtf8(body)) done(new AppError('badRequest'));
    else void parseJson(request, body.toString('utf8'), done);
  });
  app.setErrorHandler((error, request, reply) => fail(error, request, reply));
  app.setNotFoundHandler((request, reply) => fail(new AppError('notFound'), request, reply));

  serveRest(app, contextOf);
  await app.register(async (scope) => serveTrpc(scope, contextOf));
  if (parts.webRoot !== undefined) await serveWeb(app, { root: parts.webRoot, appUrl: () => parts.appUrl() });

  return { app, outbox, services };
}
