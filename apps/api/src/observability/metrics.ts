/**
 * Metrics of the product in Prometheus' text format. Labels are method, route pattern, procedure and status, never user input
 * or personal data.
 */
import type { FastifyInstance } from 'fastify';
import { createHash, timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import { type SecurityEventName, securityEventNames } from './security-events.ts';
import type { Disk } from './disk-space.ts';
import { instanceId } from './instance-id.ts';
import { version } from './version.ts';

/**
 * Buckets of the histogram of answer times, seconds. They have the bounds of our aims: 50 ms for a read, 150 ms for any call
 * beside a flood of logins, 1 s for an erasure, 5 s for a statement.
 */
const durationBounds = [0.005, 0.01, 0.02, 0.05, 0.1, 0.15, 0.3, 0.5, 1, 2, 5, 10];

/** Numbers of running and of waiting tasks. */
interface Load {
  readonly running: number;
  readonly waiting: number;
  /** Since the start. */
  readonly refused: number;
}

export interface MetricSources {
  /** Asks the database; while it fails, only the metric of the database shows it. */
  stored(): Promise<{
    readonly mails: { readonly waiting: number; readonly oldestS: number; readonly givenUp: number };
    readonly erasures: { readonly waiting: number; readonly oldestS: number };
    /** Since the last complete aggregation, seconds; null when there was none. */
    readonly aggregationAgeS: number | null;
  }>;
  /** Of the newest scheduled backup, seconds; null where none are scheduled. */
  backupAgeS(): Promise<number | null>;
  /** Of the newest archived segment of the log, seconds; null where none are archived. */
  archiveAgeS(): Promise<number | null>;
  /** Of the folders that the product writes to. */
  disks(): readonly Disk[];
  /** Replicas of the database; null where there are none. */
  replicas(): { readonly used: number; readonly unused: number } | null;
  /** Transactions on the pool of this instance. */
  transactions(): Load;
  /** Passwords that this instance hashes. */
  hashing(): Load;
}

export interface Metrics {
  readonly contentType: string;
  /** Counts an answer. `route` is a pattern, never an address. */
  observe(answer: {
    readonly method: string;
    readonly route: string;
    /** Of the API, such as `notes.create`; `none` for anything else. */
    readonly procedure: string;
    readonly status: number;
    readonly ms: number;
  }): void;
  /** Counts a security event. */
  countSecurityEvent(event: SecurityEventName): void;
  /** All metrics as text. */
  text(): Promise<string>;
}

/** A gauge of an age, which has no value while the age is not known. */
function setAge(metric: Gauge, ageS: number | null): void {
  if (ageS === null) metric.remove();
  else metric.set(ageS);
}

type Gauges = ReturnType<typeof gaugesOf>;

const gaugesOf = (registers: Registry[]) => ({
  gauge: (name: string, help: string) => new Gauge({ name, help, registers }),
  byState: (name: string, help: string) => new Gauge({ name, help, labelNames: ['state'], registers }),
});

/** Metrics of what the database stores. @returns reads them again */
function createStoredMetrics({ gauge, byState }: Gauges, read: MetricSources['stored']): () => Promise<void> {
  const database = gauge('nuances_database_up', 'Whether the database answers');
  const oldestMail = gauge('nuances_oldest_mail_seconds', 'How long the oldest waiting mail has waited; 0 for none');
  const erasures = gauge('nuances_erasures_waiting', 'Erased accounts whose rows are not all removed yet');
  const oldestErasure = gauge('nuances_oldest_erasure_seconds', 'Since the oldest of these erasures; 0 for none');
  const aggregationAge = gauge('nuances_aggregation_age_seconds', 'Since the last complete aggregation');
  const mails = byState('nuances_mails', 'Mails that wait to be sent, and mails that were given up within 30 days');
  return async () => {
    try {
      const stored = await read();
      database.set(1);
      mails.set({ state: 'waiting' }, stored.mails.waiting);
      mails.set({ state: 'given_up' }, stored.mails.givenUp);
      oldestMail.set(stored.mails.oldestS);
      erasures.set(stored.erasures.waiting);
      oldestErasure.set(stored.erasures.oldestS);
      setAge(aggregationAge, stored.aggregationAgeS);
    } catch {
      database.set(0);
      // Values of an earlier answer would look like those of now.
      for (const metric of [oldestMail, erasures, oldestErasure, aggregationAge]) metric.remove();
      mails.reset();
    }
  };
}

/** Metrics of bounded work: what runs, what waits, and what was refused. @returns sets those of one kind of work */
function createLoadMetrics({ byState }: Gauges, registers: Registry[]) {
  const transactions = byState(
    'nuances_transactions',
    'Transactions of this instance that run or wait for a connection',
  );
  const hashes = byState('nuances_password_hashes', 'Passwords that this instance hashes, or that wait for it');
  const refused = new Counter({
    name: 'nuances_refused_total',
    help: 'Transactions and password hashes that were refused, because too many waited',
    labelNames: ['what'],
    registers,
  });
  const gauges = { transaction: transactions, password_hash: hashes };
  return (what: keyof typeof gauges, load: Load) => {
    gauges[what].set({ state: 'running' }, load.running);
    gauges[what].set({ state: 'waiting' }, load.waiting);
    refused.remove({ what });
    refused.inc({ what }, load.refused);
  };
}

/** The metrics of this process; values of other parts are read at each scrape. */
export function createMetrics(sources: MetricSources): Metrics {
  const register = new Registry();
  const registers = [register];
  collectDefaultMetrics({ register });
  new Gauge({
    name: 'nuances_info',
    help: 'The version that runs, and the instance, whose log lines have the same id; always 1',
    labelNames: ['version', 'instance_id'],
    registers,
  }).set({ version, instance_id: instanceId }, 1);
  const answers = new Histogram({
    name: 'nuances_http_request_duration_seconds',
    help: 'Time from the arrival of a request to the end of its answer',
    labelNames: ['method', 'route', 'procedure', 'status'],
    buckets: durationBounds,
    registers,
  });
  const gauges = gaugesOf(registers);
  const readStored = createStoredMetrics(gauges, () => sources.stored());
  const setLoad = createLoadMetrics(gauges, registers);
  const backupAge = gauges.gauge('nuances_backup_age_seconds', 'Since the newest scheduled backup');
  const archiveAge = gauges.gauge('nuances_archive_age_seconds', 'Since the newest archived segment of the log');
  const disks = new Gauge({
    name: 'nuances_disk_bytes',
    help: 'Free space and size of the disk of a folder, named by its variable',
    labelNames: ['folder', 'state'],
    registers,
  });
  const replicas = gauges.byState('nuances_replicas', 'Replicas that this instance uses, and those it does not');
  const securityEvents = new Counter({
    name: 'nuances_security_events_total',
    help: 'Security events, by name (docs/security.md)',
    labelNames: ['event'],
    registers,
  });
  // From the start, so that the first event is seen as an increase.
  for (const event of securityEventNames) securityEvents.inc({ event }, 0);

  return {
    contentType: register.contentType,
    observe({ method, route, procedure, status, ms }) {
      answers.observe({ method, route, procedure, status }, ms / 1_000);
    },
    countSecurityEvent(event) {
      securityEvents.inc({ event });
    },
    async text() {
      const counts = sources.replicas();
      if (counts) for (const state of ['used', 'unused'] as const) replicas.set({ state }, counts[state]);
      setLoad('transaction', sources.transactions());
      setLoad('password_hash', sources.hashing());
      setAge(backupAge, await sources.backupAgeS().catch(() => null));
      setAge(archiveAge, await sources.archiveAgeS().catch(() => null));
      disks.reset();
      for (const { folder, freeBytes, sizeBytes } of sources.disks()) {
        disks.set({ folder, state: 'free' }, freeBytes);
        disks.set({ folder, state: 'size' }, sizeBytes);
      }
      await readStored();
      return register.metrics();
    },
  };
}

const digest = (text: string) => createHash('sha256').update(text).digest();

/** Serves the metrics on the product's port, to requests with the token. */
export function registerMetrics(app: FastifyInstance, metrics: Metrics, token: string): void {
  const wanted = digest(`Bearer ${token}`);
  app.get('/metrics', async (request, reply) => {
    // Compared as digests, in constant time.
    if (!timingSafeEqual(digest(request.headers.authorization ?? ''), wanted))
      return reply.code(401).header('www-authenticate', 'Bearer').type('text/plain').send('A token is needed.\n');
    return reply.type(metrics.contentType).send(await metrics.text());
  });
}

/**
 * Serves the metrics on a separate loopback port.
 * @throws the system's error, for example when the port is in use
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
