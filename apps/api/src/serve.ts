import { loadPasswordHashing } from '@nuances/crypto/password';
import type { EmbeddedLog } from '@nuances/db/embedded/log';
import { existsSync } from 'node:fs';
import type { Server } from 'node:http';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ledgerPath, requireWritableLedger } from './account/ledger.ts';
import { startAggregationSchedule } from './admin/schedule.ts';
import { buildApp } from './app.ts';
import { createWalArchive } from './archiving/wal-archive.ts';
import { loadPasswordStrength } from './auth/password-strength.ts';
import { encryptTo } from './cli/backup/encryption.ts';
import { type Env, trialSender } from './env.ts';
import { errorCode } from './errors.ts';
import { createFileTransport } from './mail/file-transport.ts';
import type { Transport } from './mail/mail.ts';
import { openReplicas } from './database/open-replicas.ts';
import { openPool } from './database/open.ts';
import { masterKeyLocation, type OpenServer } from './database/server.ts';
import { type LedgerJob, startLedger } from './jobs/ledger.ts';
import { startMaintenance } from './jobs/maintenance.ts';
import { createScheduledBackups } from './jobs/scheduled-backup.ts';
import { createDescriptorWatch } from './observability/descriptors.ts';
import { watchedFolders } from './observability/disk-space.ts';
import type { Tracing } from './observability/tracing.ts';
import { loadWebPush } from './reminder/web-push.ts';

/** Listen backlog; the system may have a lower limit. */
const backlog = 4_096;
/** How long requests in flight may take after a signal, milliseconds. */
const shutdownTimeoutMs = 8_000;
/** How often connections that have had their answer are closed meanwhile, milliseconds. */
const idleSweepIntervalMs = 50;
/** npm forwards the Ctrl-C that the terminal sent us already; only a later signal is a second one, milliseconds. */
const repeatedSignalMs = 1_000;

/** Folder of the web build, undefined when it was not built. */
function findWeb(): string | undefined {
  const root = join(dirname(createRequire(import.meta.url).resolve('@nuances/web/package.json')), 'dist');
  return existsSync(join(root, 'index.en.html')) ? root : undefined;
}

function toListenError(error: unknown, env: Env): unknown {
  const code = error instanceof Error ? errorCode(error) : undefined;
  const { metricsPort } = env;
  const isMetrics =
    metricsPort !== undefined && error instanceof Error && 'port' in error && error.port === metricsPort;
  const [name, port, host, example] = isMetrics
    ? ['METRICS_PORT', metricsPort, '127.0.0.1', 9_464]
    : ['PORT', env.port, env.host, 3_000];
  if (code === 'EADDRINUSE')
    return new Error(
      `Port ${port} on ${host} is in use by another program. End that one, or choose another port: ${name}=${port + 1} npm start`,
    );
  if (code === 'EACCES')
    return new Error(
      `Port ${port} may not be used by this account. Choose one above 1023: ${name}=${example} npm start`,
    );
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
    return new Error(`HOST is ${host}, which is no address of this machine.`);
  return error;
}

/** The way of the mails; Resend's package is loaded only where it is used. */
async function transportOf(
  { resend, dataDir }: Env,
  log: Parameters<typeof createFileTransport>[1],
): Promise<Transport> {
  if (!resend) return createFileTransport(join(dataDir, 'outbox'), log);
  const { createResendTransport } = await import('./mail/resend-transport.ts');
  return createResendTransport(resend);
}

/** What {@link serve} is given by the process that starts it. */
interface Start {
  readonly env: Env;
  readonly log: EmbeddedLog;
  readonly tracing: Tracing | null;
  /** The server of the database, which may still be starting. */
  readonly opening: Promise<OpenServer>;
  /** What a signal does during the start; from then on the process ends in order. */
  readonly exitAtOnce: () => void;
  readonly exitWithError: (error: unknown) => never;
}

interface Ending extends Pick<Start, 'exitAtOnce' | 'exitWithError'> {
  /** Before the end that a balancer is told of. */
  readonly drain: () => Promise<void>;
  readonly stop: () => Promise<void>;
}

/** From now on a signal ends the process in order, and a second one at once. */
function endBySignal({ drain, stop, exitAtOnce, exitWithError }: Ending): void {
  let endingSince: number | undefined;
  const end = (signal: NodeJS.Signals) => {
    if (endingSince !== undefined) {
      if (Date.now() - endingSince > repeatedSignalMs) process.exit(1);
      return;
    }
    endingSince = Date.now();
    // Ctrl-C is a person who waits, and nobody's balancer.
    const drained = signal === 'SIGTERM' ? drain() : Promise.resolve();
    drained.then(stop).then(() => process.exit(0), exitWithError);
  };
  process.off('SIGINT', exitAtOnce).off('SIGTERM', exitAtOnce).on('SIGINT', end).on('SIGTERM', end);
}

/** Serves the product on its port, prints that it is ready, and ends it at a signal. */
export async function serve({ env, log, tracing, opening, exitAtOnce, exitWithError }: Start): Promise<void> {
  const server = await opening;
  const database = openPool(server, env, { applicationName: 'nuances', observer: tracing?.statements });
  const backupLog = {
    info: (details: object, message: string) => app.log.info(details, message),
    error: (details: object, message: string) => app.log.error(details, message),
  };
  const ledgerFile = ledgerPath(env.dataDir);
  const archive =
    env.backups?.isContinuous && server.embedded
      ? createWalArchive(env.backups, { url: server.url, ...server.embedded }, { log: backupLog })
      : null;
  const backups =
    env.backups &&
    createScheduledBackups(
      env.backups,
      {
        url: database.url,
        masterKeys: database.masterKeys,
        masterKeyKeptIn: masterKeyLocation(env),
        ledgerFile,
      },
      { log: backupLog },
    );
  const webRoot = findWeb();
  if (webRoot === undefined && env.role !== 'worker') log.warn('The web app is not built: only the API is served');
  if (env.resend?.from === trialSender) log.warn('MAIL_FROM is not set: mails reach only the owner of RESEND_API_KEY');

  const replicas = openReplicas(database.db, env, { log, observer: tracing?.statements });

  // Without APP_URL it is known only once the port is bound; no request and no mail needs it before.
  let { appUrl } = env;
  // The app asks the database nothing before it listens, so it is built while the database is migrated.
  const building = buildApp({
    db: database.db,
    transactions: () => database.transactions(),
    ...(backups && { backupAgeS: () => backups.ageS() }),
    folders: watchedFolders(env, server.embedded?.files),
    ...(archive && { archiveAgeS: () => archive.ageS() }),
    masterKeys: database.masterKeys,
    config: env,
    transport: await transportOf(env, { warn: (details, message) => app.log.warn(details, message) }),
    appUrl: () => {
      if (appUrl === undefined) throw new Error('The server does not listen yet');
      return appUrl;
    },
    webRoot,
    tracing,
    replicas,
  });
  const [{ app, outbox, services, metrics }] = await Promise.all([building, database.ready]);

  const descriptors = createDescriptorWatch(log);
  let metricsServer: Server | undefined;
  let ledger: LedgerJob | undefined;
  const stop = async () => {
    // Browsers keep a connection open after their answer; as long as one is, the server would not end.
    const sweep = setInterval(() => app.server.closeIdleConnections(), idleSweepIntervalMs);
    const force = setTimeout(() => app.server.closeAllConnections(), shutdownTimeoutMs);
    // Requests in flight are answered.
    const counted = services.aggregation.stop();
    await app.close();
    clearInterval(sweep);
    clearTimeout(force);
    metricsServer?.close();
    backups?.stop();
    services.clock.stop();
    services.disk.stop();
    descriptors.stop();
    await Promise.all([
      outbox.stop(),
      services.reminderSender.stop(),
      services.activity.stop(),
      services.erasures.stop(),
      ledger?.stop(),
      archive?.stop(),
      counted,
    ]);
    await replicas?.close();
    await database.close();
    // The server archives a last time at its end.
    await archive?.ship();
    await tracing?.stop();
  };

  await services.clock.start();
  try {
    await requireWritableLedger(ledgerFile);
    // A key with a mistake in it would be found out at night. A later build would take the package's files away.
    if (env.backups?.recipient) await encryptTo(env.backups.recipient);
    if (metrics && env.metricsPort !== undefined) {
      const { serveMetrics } = await import('./observability/metrics.ts');
      metricsServer = await serveMetrics(metrics, env.metricsPort);
    }
    await app.listen({ port: env.port, host: env.host, backlog, listenTextResolver: () => 'listening' });
  } catch (error) {
    await stop();
    throw toListenError(error, env);
  }
  const address = app.server.address();
  const port = typeof address === 'object' && address !== null ? address.port : env.port;
  appUrl ??= `http://localhost:${port}`;
  services.disk.start();
  descriptors.start();
  services.activity.start();
  if (env.role !== 'web') {
    outbox.start();
    services.reminderSender.start();
    services.erasures.start();
    startMaintenance(services);
    startAggregationSchedule(database.db, services.aggregation, env.aggregateAt);
  }
  ledger = startLedger(database.db, env.dataDir, log, env.backups?.folder);
  backups?.start();
  archive?.start();
  replicas?.start();

  /** Balancers see that this instance is not ready any more, and every request is still answered. */
  const drain = async () => {
    services.drain.start(app.server);
    await sleep(env.drainS * 1_000);
  };

  endBySignal({ drain, stop, exitAtOnce, exitWithError });

  process.stdout.write(`Nuances is ready: ${appUrl}\n`);
  // Before anybody needs them: a later build would take their files away.
  Promise.all([loadPasswordHashing(), loadPasswordStrength(), loadWebPush()]).catch(() => undefined);
}
