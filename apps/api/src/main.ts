/** Starts the product. The only file with side effects: environment, data folder, database, port, signals. */
import { existsSync } from 'node:fs';
import type { Server } from 'node:http';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { keepCounting } from './admin/schedule.ts';
import { buildApp } from './app.ts';
import { type Env, readEnv, trialSender } from './env.ts';
import { codeOf } from './errors.ts';
import { faultForLog } from './observability/error-logging.ts';
import { createFileTransport } from './mail/file-transport.ts';
import { serveMetrics } from './observability/metrics.ts';
import { createResendTransport } from './mail/resend-transport.ts';
import { openAndMigrate } from './database/open.ts';
import { createStartLog } from './observability/logger.ts';
import { keepTidy } from './jobs/maintenance.ts';
import { lastWords } from './observability/cli-error.ts';

/** Connections that may wait to be accepted, as far as the system lets them. */
const backlog = 4_096;
/** Requests in flight get this long after a signal, milliseconds. */
const patienceMs = 8_000;
/** How often connections that have had their answer are closed meanwhile, milliseconds. */
const sweepMs = 50;
/** npm passes on the Ctrl-C that the terminal already gave us; only a later one is a second one. */
const sameSignalMs = 1_000;

/** Folder of the web build, undefined when it was not built. */
function findWeb(): string | undefined {
  const root = join(dirname(createRequire(import.meta.url).resolve('@nuances/web/package.json')), 'dist');
  return existsSync(join(root, 'index.en.html')) ? root : undefined;
}

function refuse(error: unknown): never {
  process.stderr.write(`${lastWords(error)}\n`);
  process.exit(1);
}

function listenFault(error: unknown, env: Env): unknown {
  const code = error instanceof Error ? codeOf(error) : undefined;
  const isMetrics = error instanceof Error && 'port' in error && error.port === env.metricsPort;
  const [name, port, host, example] = isMetrics
    ? ['METRICS_PORT', env.metricsPort ?? 0, '127.0.0.1', 9_464]
    : ['PORT', env.port, env.host, 3_000];
  if (code === 'EADDRINUSE')
    return new Error(
      `Port ${port} on ${host} is in use by another program. End that one, or choose another port: ${name}=${port + 1} npm start`,
    );
  if (code === 'EACCES')
    return new Error(
      `Port ${port} may not be used by this account. Choose one above 1023: ${name}=${example} npm start`,
    );
  return error;
}

async function start(): Promise<void> {
  const env = readEnv();
  const log = createStartLog(env.logLevel);

  process.on('uncaughtException', (error) => {
    log.error(`Ended by a fault: ${JSON.stringify(faultForLog(error))}`);
    process.exit(1);
  });

  // Until the start is done there is nothing to end in order; the database's own exit hook is enough.
  const leave = () => process.exit(130);
  process.on('SIGINT', leave);
  process.on('SIGTERM', leave);

  const database = await openAndMigrate(env, log, { applicationName: 'nuances' });
  const webRoot = findWeb();
  if (webRoot === undefined) log.warn('The web app is not built: only the API is served');
  if (env.resend?.from === trialSender) log.warn('MAIL_FROM is not set: mails reach only the owner of RESEND_API_KEY');

  let appUrl = env.appUrl ?? '';
  const { app, outbox, services, metrics } = await buildApp({
    db: database.db,
    masterKeys: database.masterKeys,
    config: env,
    transport: env.resend
      ? createResendTransport(env.resend)
      : createFileTransport(join(env.dataDir, 'outbox'), {
          warn: (details, message) => app.log.warn(details, message),
        }),
    appUrl: () => appUrl,
    webRoot,
  });

  let metricsServer: Server | undefined;
  const stop = async () => {
    // Browsers keep a connection open after their answer; as long as one is, the server would not end.
    const sweep = setInterval(() => app.server.closeIdleConnections(), sweepMs);
    const force = setTimeout(() => app.server.closeAllConnections(), patienceMs);
    // Whoever waits for its end is answered.
    const counted = services.aggregation.stop();
    await app.close();
    clearInterval(sweep);
    clearTimeout(force);
    metricsServer?.close();
    await Promise.all([outbox.stop(), services.activity.stop(), counted]);
    await database.close();
  };

  try {
    if (metrics && env.metricsPort !== undefined) metricsServer = await serveMetrics(metrics, env.metricsPort);
    await app.listen({ port: env.port, host: env.host, backlog, listenTextResolver: () => 'listening' });
  } catch (error) {
    await stop();
    throw listenFault(error, env);
  }
  const address = app.server.address();
  const port = typeof address === 'object' && address !== null ? address.port : env.port;
  appUrl ||= `http://localhost:${port}`;
  outbox.start();
  services.activity.start();
  keepTidy(services);
  keepCounting(database.db, services.aggregation, env.aggregateAt);

  let endingSince: number | undefined;
  const end = () => {
    if (endingSince !== undefined) {
      if (Date.now() - endingSince > sameSignalMs) process.exit(1);
      return;
    }
    endingSince = Date.now();
    stop().then(() => process.exit(0), refuse);
  };
  process.off('SIGINT', leave).off('SIGTERM', leave).on('SIGINT', end).on('SIGTERM', end);

  process.stdout.write(`Nuances is ready: ${appUrl}\n`);
}

await start().catch(refuse);
