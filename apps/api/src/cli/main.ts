/** `npm run admin -- COMMAND`: the operator's commands, beside the running product or without it. */
import { findDataLocation } from '@nuances/db/embedded/data-location';
import { type Env, readEnv } from '../env.ts';
import { openAndMigrate } from '../database/open.ts';
import { createLogger } from '../observability/logger.ts';
import { backupCommandOf, runBackupCommand } from './backup/run.ts';
import { commandOf, sayDistribution, usage } from './commands.ts';
import { createSecurityEvents } from '../observability/security-events.ts';
import { formatCliError } from '../observability/cli-error.ts';
import type { Log } from '../observability/log.ts';

const print = (line: string) => void process.stdout.write(`${line}\n`);

/** Security events as the running product writes them; independent of LOG_LEVEL, so that an operator's command is always recorded. */
const securityLog: Pick<Log, 'info'> = {
  info(details, msg) {
    process.stderr.write(`${JSON.stringify({ level: 30, time: Date.now(), ...details, msg })}\n`);
  },
};

/** A command without the environment of the product would make a database of its own, and say that it was done there. */
async function requireDatabase({ databaseUrl, dataDir }: Env): Promise<void> {
  if (databaseUrl === undefined && (await findDataLocation(dataDir)) === null)
    throw new Error(`There is no database in DATA_DIR (${dataDir}). Set DATA_DIR or DATABASE_URL as for the product.`);
}

async function run(): Promise<boolean> {
  const words = process.argv.slice(2);
  if (words.length === 0 || words.includes('--help')) {
    print(usage);
    return true;
  }
  // Opening the database as every other command does would migrate it, and make a master key.
  if (words.join(' ') === 'distribute --dry-run') {
    await sayDistribution(readEnv(), print);
    return true;
  }
  const backupCommand = backupCommandOf(words);
  const command = commandOf(words);
  if (!backupCommand && !command) {
    process.stderr.write(`Not understood: ${words.join(' ')}\n\n${usage}\n`);
    return false;
  }
  const env = readEnv();
  const log = createLogger(env.logLevel);
  // A new machine has none yet.
  if (words[0] !== 'restore') await requireDatabase(env);
  if (backupCommand) {
    const name = words[0] === 'restore' ? 'restore' : 'backup';
    return runBackupCommand(backupCommand, env, log, print, { name, log: securityLog });
  }
  const database = await openAndMigrate(env, log, { applicationName: 'nuances-admin', beside: true });
  try {
    return (
      (await command?.({
        db: database.db,
        url: database.url,
        masterKeys: database.masterKeys,
        securityEvents: createSecurityEvents(database.masterKeys.current, securityLog),
        print,
      })) ?? false
    );
  } finally {
    await database.close();
  }
}

/** Settles when the command has ended. */
export const started = run();
started.then(
  (isDone) => (process.exitCode = isDone ? 0 : 1),
  (error: unknown) => {
    process.stderr.write(`${formatCliError(error)}\n`);
    process.exitCode = 1;
  },
);
