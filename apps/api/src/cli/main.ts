/** `npm run admin -- COMMAND`: what only the operator may do, beside the running product or without it. */
import { readEnv } from '../env.ts';
import { openAndMigrate } from '../open-database.ts';
import { createStartLog } from '../start-log.ts';
import { commandOf, usage } from './commands.ts';
import { lastWords } from '../last-words.ts';

async function run(): Promise<boolean> {
  const command = commandOf(process.argv.slice(2));
  if (!command) {
    process.stderr.write(`${usage}\n`);
    return false;
  }
  const env = readEnv();
  const database = await openAndMigrate(env, createStartLog(env.logLevel), {
    applicationName: 'nuances-admin',
    beside: true,
  });
  try {
    const say = (line: string) => void process.stdout.write(`${line}\n`);
    return await command({ db: database.db, masterKeys: database.masterKeys, say });
  } finally {
    await database.close();
  }
}

const isDone = await run().catch((error: unknown) => {
  process.stderr.write(`${lastWords(error)}\n`);
  return false;
});
process.exitCode = isDone ? 0 : 1;
