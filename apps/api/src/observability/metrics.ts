/**
 * What a monitoring program may know of a running product, in Prometheus' text form. Labels hold the
 * method, the pattern of the route and the status, nothing that a person has typed or is.
 */
import type { FastifyInstance } from 'fastify';
import { createHash, timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import { type SecurityEventName, securityEventNames } from './security-events.ts';
import { version } from './version.ts';

/** Bounds of the counts of answer times, seconds. */
const durationBounds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** Mails by what has become of them. */
export interface MailCounts {
  readonly waiting: number;
  readonly givenUp: number;
}

/** Counters of this process, in the form of Prometheus. */
export interface Metrics {
  readonly contentType: string;
  /** Counts an answer. `route` is a pattern, never an address. */
  observe(answer: {
    readonly method: string;
    readonly route: string;
    readonly status: number;
    readonly ms: number;
  }): void;
  /** Counts a security event. */
  countSecurityEvent(event: SecurityEventName): void;
  /** Everything that is known now. */
  text(): Promise<string>;
}

/** @param countMails asks the database; while it fails, only the metric that says so knows of it */
export function createMetrics(countMails: () => Promise<MailCounts>): Metrics {
  const register = new Registry();
  const registers = [register];
  collectDefaultMetrics({ register });
  new Gauge({ name: 'nuances_info', help: 'The version that runs; always 1', labelNames: ['version'], registers }).set(
    { version },
    1,
  );
  const answers = new Histogram({
    name: 'nuances_http_request_duration_seconds',
    help: 'Time from the arrival of a request to the end of its answer',
    labelNames: ['method', 'route', 'status'],
    buckets: durationBounds,
    registers,
  });
  const database = new Gauge({ name: 'nuances_database_up', help: 'Whether the database answers', registers });
  const mails = new Gauge({
    name: 'nuances_mails',
    help: 'Mails that wait to be sent, and mails that were given up within 30 days',
    labelNames: ['state'],
    registers,
  });

  const securityEvents = new Counter({
    name: 'nuances_security_events_total',
    help: 'Security events, by name (docs/security.md)',
    labelNames: ['event'],
    registers,
  });
  // From the start, so that the first one is seen as a rise.
  for (const event of securityEventNames) securityEvents.inc({ event }, 0);

  async function askDatabase(): Promise<void> {
    try {
      const { waiting, givenUp } = await countMails();
      database.set(1);
      mails.set({ state: 'waiting' }, waiting);
      mails.set({ state: 'given_up' }, givenUp);
    } catch {
      database.set(0);
      mails.reset();
    }
  }

  return {
    contentType: register.contentType,
    observe({ method, route, status, ms }) {
      answers.observe({ method, route, status }, ms / 1_000);
    },
    countSecurityEvent(event) {
      securityEvents.inc({ event });
    },
    async text() {
      await askDatabase();
      return register.metrics();
    },
  };
}

const digest = (text: string) => createHash('sha256').update(text).digest();

/** Serves the metrics beside the product, to whoever brings the token. */
export function registerMetrics(app: FastifyInstance, metrics: Metrics, token: string): void {
  const wanted = digest(`Bearer ${token}`);
  app.get('/metrics', async (request, reply) => {
    // As digests, so that the time of the comparison tells nothing.
    if (!timingSafeEqual(digest(request.headers.authorization ?? ''), wanted))
      return reply.code(401).header('www-authenticate', 'Bearer').type('text/plain').send('A token is needed.\n');
    return reply.type(metrics.contentType).send(await metrics.text());
  });
}

/**
 * Serves the metrics on a port of their own that only this machine reaches.
 * @throws the error of a port that cannot be had
 */
export async function serveMetrics(metrics: Metrics, port: number): Promise<Server> {
  const server = createServer((request, response) => {
    if (request.method !== 'GET' || request.url !== '/metrics') {
      response.writeHead(404).end();
      return;
    }
    metrics.text().then(
      (text) => response.writeHead(200, { 'content-type': metrics.contentType }).end(text),
      () => response.writeHead(500).end(),
    );
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return server;
}
