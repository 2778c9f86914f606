/** `npm run demo`: lifelike data in the product's database, beside the running product or without it. */
import { readEnv } from '../env.ts';
import { openAndMigrate } from '../database/open.ts';
import { createLogger } from '../observability/logger.ts';
import { setRole } from '../cli/roles.ts';
import { accountOf, fillDemo } from './fill.ts';
import { lea, sol } from './personas.ts';
import { fillUsage } from './usage.ts';
import { formatCliError } from '../observability/cli-error.ts';

async function run(): Promise<void> {
  const env = readEnv();
  if (env.isProduction) throw new Error("The demo's password is public: it is not for production.");
  const database = await openAndMigrate(env, createLogger(env.logLevel), {
    applicationName: 'nuances-demo',
    beside: true,
  });
  try {
    const { scans, notes } = await fillDemo(database.db, database.masterKeys, lea, new Date());
    process.stdout.write(
      `Log in as ${lea.username} with the password ${lea.password} (${scans} scans and ${notes} notes in two years)\n`,
    );
    await accountOf(database.db, database.masterKeys, sol);
    await setRole(database.db, sol.username, 'admin');
    const people = await fillUsage(database.db, new Date());
    process.stdout.write(
      `Log in as ${sol.username} with the password ${sol.password} (administrator: statistics of ${people} people in two years)\n`,
    );
  } finally {
    await database.close();
  }
}

await run().catch((error: unknown) => {
  process.stderr.write(`${formatCliError(error)}\n`);
  process.exitCode = 1;
});
