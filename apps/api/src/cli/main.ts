/** `npm run admin -- COMMAND`: what only the operator may do, beside the running product or without it. */
import { readEnv } from '../env.ts';
import { openAndMigrate } from '../database/open.ts';
import { createStartLog } from '../observability/logger.ts';
import { archivistOf, runArchivist } from './backup/context.ts';
import { commandOf, usage } from './commands.ts';
import { lastWords } from '../observability/cli-error.ts';

const say = (line: string) => void process.stdout.write(`${line}\n`);

async function run(): Promise<boolean> {
  const words = process.argv.slice(2);
  const archivist = archivistOf(words);
  const command = commandOf(words);
  if (!archivist && !command) {
    process.stderr.write(`${usage}\n`);
    return false;
  }
  const env = readEnv();
  const log = createStartLog(env.logLevel);
  if (archivist) return runArchivist(archivist, env, log, say);
  const database = await openAndMigrate(env, log, { applicationName: 'nuances-admin', beside: true });
  try {
    return (await command?.({ db: database.db, masterKeys: database.masterKeys, say })) ?? false;
  } finally {
    await database.close();
  }
}

const isDone = await run().catch((error: unknown) => {
  process.stderr.write(`${lastWords(error)}\n`);
  return false;
});
process.exitCode = isDone ? 0 : 1;
