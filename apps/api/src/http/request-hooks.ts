import rateLimit from '@fastify/rate-limit';
import { AppError } from '@nuances/domain/errors';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Context } from '../context.ts';
import type { Metrics } from '../observability/metrics.ts';
import { addDataHeaders } from './send-failure.ts';
import { callerAddress } from './request-context.ts';
import { isHealthCheck } from './health-checks.ts';
import { isBelowApi } from './method-not-allowed.ts';

const minuteMs = 60_000;

/** Whether an answer is the API's, unknown addresses below it included. */
function isApi({ routeOptions, url }: FastifyRequest): boolean {
  return isBelowApi(routeOptions.url ?? url);
}

/** Whether a request names its host exactly once (RFC 9112, 3.2); except in HTTP/1.0. */
function hasOneHost({ raw }: FastifyRequest): boolean {
  const { rawHeaders } = raw;
  let count = 0;
  for (let at = 0; at < rawHeaders.length; at += 2)
    if (rawHeaders[at]?.length === 4 && rawHeaders[at]?.toLowerCase() === 'host') count += 1;
  return count === 1 || (count === 0 && raw.httpVersion === '1.0');
}

/** Warns once of a forwarded address that is ignored: the peer is no trusted proxy, or it is no address. */
function createProxyWarning(): (request: FastifyRequest) => void {
  let hasWarned = false;
  return (request) => {
    const { headers, ip, socket, log } = request;
    if (hasWarned || headers['x-forwarded-for'] === undefined) return;
    if (ip === socket.remoteAddress)
      log.warn('A forwarded address came from a peer that TRUST_PROXY does not name; it is ignored');
    else if (callerAddress(request) !== ip)
      log.warn('A trusted proxy forwarded a text that is no address: its callers share the limits of the proxy');
    else return;
    hasWarned = true;
  };
}

/** Counts API calls by address. @throws AppError `rateLimited` */
async function createRateLimit(app: FastifyInstance, callsPerMinute: number) {
  await app.register(rateLimit, { global: false });
  const count = app.createRateLimit({ max: callsPerMinute, timeWindow: minuteMs, keyGenerator: callerAddress });
  return async (request: FastifyRequest): Promise<void> => {
    const result = await count(request);
    if (!result.isAllowed && result.isExceeded)
      throw new AppError('rateLimited', { retryAfterS: Math.max(1, result.ttlInSeconds) });
  };
}

interface HookOptions {
  /** API calls a minute for one address. */
  readonly rateLimit: number;
  readonly contextOf: (request: FastifyRequest) => Context;
  readonly metrics: Metrics | null;
}

/** Hooks of every request: headers, limits, language, log, metrics. */
export async function addRequestHooks(app: FastifyInstance, options: HookOptions): Promise<void> {
  const { contextOf, metrics } = options;
  const limit = await createRateLimit(app, options.rateLimit);
  const warnOfProxy = createProxyWarning();

  app.addHook('onRequest', async (request, reply) => {
    addDataHeaders(reply, request);
    if (!hasOneHost(request)) throw new AppError('badRequest');
    warnOfProxy(request);
    // Not for the health checks: a load balancer would remove a healthy instance after a 429.
    if (!isApi(request) || isHealthCheck(request.routeOptions.url)) return;
    await limit(request);
    // Errors and public calls use the account's language, too. A procedure that reads the session itself needs the
    // language only if it fails.
    if (request.routeOptions.config.readsSession === true) return;
    await contextOf(request).resolveLocale();
  });

  app.addHook('onResponse', (request, reply, done) => {
    // The route pattern, not the URL: paths and queries contain tokens. A malformed URL has no pattern.
    const route = request.is404 ? 'none' : (request.routeOptions.url ?? 'none');
    const { method } = request;
    const { statusCode: status, elapsedTime } = reply;
    const { procedure = 'none' } = request.routeOptions.config;
    request.log.info({ method, route, procedure, status, ms: Math.round(elapsedTime) }, 'request');
    metrics?.observe({ method, route, procedure, status, ms: elapsedTime });
    done();
  });
}
