import type { MasterKeys } from '@nuances/crypto/master-key';
import { hashingLoad } from '@nuances/crypto/password';
import type { Database, DatabaseHandle } from '@nuances/db/client';
import { AppError } from '@nuances/domain/errors';
import { quotas } from '@nuances/domain/limits';
import type { FastifyBaseLogger } from 'fastify';
import { countErasures, createErasures } from './account/erasures.ts';
import { createAggregation } from './admin/aggregation.ts';
import { secondsSinceLastDone } from './admin/runs.ts';
import { writeResetMail } from './auth/link-procedures.ts';
import { createAccountReads } from './database/account-reads.ts';
import type { Replicas } from './database/replicas.ts';
import { createClock } from './database/clock.ts';
import { createQuotaMemory } from './database/quota-memory.ts';
import { createLinkMailLimit } from './auth/link-mail-limit.ts';
import { createLoginAttempts } from './auth/login-attempts.ts';
import { createSessions } from './auth/sessions.ts';
import { createScriptTokens } from './tokens/queries.ts';
import type { Services } from './context.ts';
import type { Env } from './env.ts';
import { createDrain } from './http/drain.ts';
import { isHealthCheck } from './http/health-checks.ts';
import { createSendFailure, type SendFailure } from './http/send-failure.ts';
import { createContextOf, decorateWithContext } from './http/request-context.ts';
import { addRequestHooks } from './http/request-hooks.ts';
import { refuseUnknownCalls } from './http/method-not-allowed.ts';
import { registerRest } from './http/rest-plugin.ts';
import { createHttpServer } from './http/server.ts';
import { addTracingHooks } from './http/tracing-hooks.ts';
import { registerTrpc } from './http/trpc-plugin.ts';
import type { BackupSchedule } from './jobs/scheduled-backup.ts';
import type { Transport } from './mail/mail.ts';
import { createOutbox } from './mail/outbox.ts';
import { createNoteKeys } from './notes/note-keys.ts';
import { createDiskSpace } from './observability/disk-space.ts';
import type { MetricSources } from './observability/metrics.ts';
import type { Tracing } from './observability/tracing.ts';
import { createSecurityEvents, type SecurityEventName, type SecurityEvents } from './observability/security-events.ts';
import { createPushKeys } from './reminder/push-keys.ts';
import { createPushService } from './reminder/push-service.ts';
import { createReminderSender } from './reminder/sender.ts';
import { createActivityBuffer } from './usage/activity-buffer.ts';
import { createBuild } from './web/build.ts';
import { findFonts } from './web/fonts.ts';
import { registerSecurityTxt } from './web/security-txt.ts';
import { registerWeb } from './web/server.ts';

/** Settings of the app from the environment; tests give those that they need. */
export type AppConfig = Pick<Env, 'rateLimit' | 'authRateLimit' | 'trustProxy' | 'logLevel'> &
  Partial<Pick<Env, 'metricsToken' | 'metricsPort' | 'securityContact' | 'pushLoopback' | 'role'>> & {
    readonly backups?: Pick<BackupSchedule, 'keep'> | null;
  };

/** Dependencies of the app; tests replace some. */
export interface AppParts {
  readonly db: Database;
  /** Of the pool below `db`. */
  readonly transactions: DatabaseHandle['transactions'];
  /** Age of the newest scheduled backup, seconds; for the metrics. */
  readonly backupAgeS?: () => Promise<number>;
  readonly archiveAgeS?: () => Promise<number>;
  /** What the product writes to, by the variable that names it. */
  readonly folders?: Readonly<Record<string, string>>;
  readonly masterKeys: MasterKeys;
  readonly config: AppConfig;
  readonly transport: Transport;
  /** Called at each use, because a free port is only known once the server listens. */
  appUrl(): string;
  /** Folder of the web build; without one only the API is served. */
  readonly webRoot?: string | undefined;
  /** Destination of the log; standard error by default. */
  readonly logTo?: { write(line: string): void };
  /** Milliseconds since 1970 by the machine's clock; tests move it. */
  readonly now?: () => number;
  /** Traces; its observer follows the statements of `db`. */
  readonly tracing?: Tracing | null;
  /** Of the database of `db`. */
  readonly replicas?: Replicas | null;
}

/** Where a push service reaches the operator (RFC 8292, 2.1). The fallback does not exist; some services require an address. */
function contactOf(securityContact: string | undefined, appUrl: string): string {
  const known = [securityContact, appUrl].find((uri) => uri !== undefined && /^(?:mailto|https):/.test(uri));
  return known ?? 'mailto:operator@nuances.invalid';
}

function createServices(parts: AppParts, log: FastifyBaseLogger, securityEvents: SecurityEvents): Services {
  const { db, masterKeys } = parts;
  const appUrl = () => parts.appUrl();
  const linkMailLimit = createLinkMailLimit(masterKeys);
  const push = createPushService(createPushKeys(db, masterKeys), {
    contact: () => contactOf(parts.config.securityContact, appUrl()),
    allowsLoopback: parts.config.pushLoopback === true,
  });
  const clock = createClock(db, { now: parts.now, log });
  return {
    db,
    replicas: parts.replicas ?? null,
    masterKeys,
    push,
    reminderSender: createReminderSender({ db, keys: masterKeys, push, log }),
    noteKeys: createNoteKeys(masterKeys, log),
    securityEvents,
    accountReads: createAccountReads(),
    // A scan with tags always counts its bytes.
    scanQuota: createQuotaMemory({ count: quotas.scans, bytes: quotas.sealedBytes }),
    noteQuota: createQuotaMemory({ count: quotas.notes, bytes: quotas.sealedBytes }),
    clock,
    sessions: createSessions(db, masterKeys, { securityEvents, now: clock.now }),
    scriptTokens: createScriptTokens(db),
    loginAttempts: createLoginAttempts(db, masterKeys, parts.config.authRateLimit, (target) =>
      securityEvents.record(
        'account_locked',
        'userId' in target ? { userId: target.userId } : { unknownName: target.name },
      ),
    ),
    linkMailLimit,
    outbox: createOutbox({
      db,
      keys: masterKeys,
      transport: parts.transport,
      writers: { reset: writeResetMail({ linkMailLimit, appUrl }) },
      log,
    }),
    activity: createActivityBuffer(db),
    aggregation: createAggregation({ db, log }),
    erasures: createErasures({ db, log }),
    drain: createDrain(),
    disk: createDiskSpace(parts.folders ?? {}, { log }),
    backupsKept: parts.config.backups?.keep ?? null,
    build: createBuild(parts.webRoot),
    appUrl,
  };
}

/** What the metrics read, once there are services. */
function metricSources(
  { db, transactions, backupAgeS, archiveAgeS, replicas }: AppParts,
  services: () => Services,
): MetricSources {
  return {
    replicas: () => replicas?.counts() ?? null,
    stored: async () => ({
      mails: await services().outbox.count(),
      erasures: await countErasures(db),
      aggregationAgeS: await secondsSinceLastDone(db),
    }),
    backupAgeS: async () => (backupAgeS ? backupAgeS() : null),
    archiveAgeS: async () => (archiveAgeS ? archiveAgeS() : null),
    disks: () => services().disk.disks(),
    transactions,
    hashing() {
      const hashes = hashingLoad();
      // Those that will hash once they are admitted.
      const { waiting, refused } = services().loginAttempts.admissions();
      return { ...hashes, waiting: hashes.waiting + waiting, refused: hashes.refused + refused };
    },
  };
}

/** The whole product behind one port: tRPC, REST, the web. Nothing listens yet. */
export async function buildApp(parts: AppParts) {
  const { config, webRoot } = parts;
  const { trustProxy, logLevel, metricsToken, metricsPort } = config;

  // The services need the server's logger, and the server needs the services for its error handler.
  const fail: SendFailure = (error, request, reply) => failInContext(error, request, reply);
  const tracing = parts.tracing ?? null;
  const app = createHttpServer({ trustProxy, logLevel, logTo: parts.logTo, fail, tracing });
  // Loaded only where it is asked for.
  const collecting =
    metricsToken === undefined && metricsPort === undefined ? null : await import('./observability/metrics.ts');
  const metrics = collecting?.createMetrics(metricSources(parts, () => services)) ?? null;
  const countEvent = (event: SecurityEventName) => metrics?.countSecurityEvent(event);
  const services = createServices(parts, app.log, createSecurityEvents(parts.masterKeys.current, app.log, countEvent));
  decorateWithContext(app);
  const contextOf = createContextOf(services);
  const failInContext = createSendFailure(contextOf);
  const { outbox } = services;

  if (tracing) addTracingHooks(app, tracing);
  if (config.role === 'worker')
    app.addHook('onRequest', async ({ routeOptions: { url } }) => {
      if (!isHealthCheck(url) && url !== '/metrics') throw new AppError('unavailable', { retryAfterS: 1 });
    });
  await addRequestHooks(app, { rateLimit: config.rateLimit, contextOf, metrics });
  refuseUnknownCalls(app);
  app.setNotFoundHandler((request, reply) => fail(new AppError('notFound'), request, reply));
  registerRest(app, { contextOf, fail, fonts: webRoot === undefined ? null : await findFonts(webRoot) });
  await app.register(async (scope) => registerTrpc(scope, contextOf, fail));
  if (metrics && metricsToken !== undefined) collecting?.registerMetrics(app, metrics, metricsToken);
  if (config.securityContact !== undefined)
    registerSecurityTxt(app, { contact: config.securityContact, appUrl: () => parts.appUrl() });
  if (webRoot !== undefined) await registerWeb(app, { root: webRoot, appUrl: () => parts.appUrl() });

  return { app, outbox, services, metrics };
}
