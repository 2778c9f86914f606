/** Starts the product: environment, data folder, database, signals. */
import type { EmbeddedLog } from '@nuances/db/embedded/log';
import { openServer, type OpenServer } from './database/server.ts';
import { type Env, readEnv } from './env.ts';
import { formatCliError } from './observability/cli-error.ts';
import { errorForLog } from './observability/error-logging.ts';
import { standardError } from './observability/log-destination.ts';
import { createLogger } from './observability/logger.ts';
import { startTracing } from './observability/start-tracing.ts';

function exitWithError(error: unknown): never {
  standardError().write(`${formatCliError(error)}\n`);
  process.exit(1);
}

/**
 * Begins to open the server, and resolves as soon as its process exists. Loading code keeps the event loop busy, so the launch
 * would otherwise wait for it.
 */
function launchServer(env: Env, log: EmbeddedLog): Promise<{ readonly opening: Promise<OpenServer> }> {
  return new Promise((resolve) => {
    const launched = () => resolve({ opening });
    const opening = openServer(env, log, { onLaunch: launched });
    // There is nothing to launch, or it fails, which the one who waits for it learns.
    opening.then(launched, launched);
  });
}

async function start(): Promise<void> {
  const env = readEnv();
  const log = createLogger(env.logLevel);

  // A closed pipe must not end the process, as it ends a command, whose words would be lost.
  process.stderr.on('error', () => undefined);
  process.on('uncaughtException', (error) => {
    log.error(`Ended by a fault: ${JSON.stringify(errorForLog(error))}`);
    process.exit(1);
  });

  // During the start no graceful shutdown is needed; the database's own exit hook is enough.
  const exitAtOnce = () => process.exit(130);
  process.on('SIGINT', exitAtOnce);
  process.on('SIGTERM', exitAtOnce);

  const tracing = await startTracing(env.tracing, log);
  const { opening } = await launchServer(env, log);
  // PostgreSQL starts in its own process while this one loads the rest of the server, whose part of the bundle is the largest.
  const { serve } = await import('./serve.ts');
  await serve({ env, log, tracing, opening, exitAtOnce, exitWithError });
}

/** Settles when the product serves, or cannot. */
export const started = start();
started.catch(exitWithError);
