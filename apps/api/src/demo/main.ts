/**
 * `npm run demo`: lifelike data in the product's database, beside the running product or without it. With
 * `-- --people 1000` also as many accounts with scans and notes, for load.
 */
import { parseArgs } from 'node:util';
import { readEnv } from '../env.ts';
import { openAndMigrate } from '../database/open.ts';
import { createLogger } from '../observability/logger.ts';
import { setRole } from '../cli/accounts.ts';
import { accountOf, fillDemo } from './fill.ts';
import { lea, sol } from './personas.ts';
import { fillPeople, nameOf, peopleMax, peoplePassword } from './people.ts';
import { fillUsage } from './usage.ts';
import { formatCliError } from '../observability/cli-error.ts';

/** How many accounts for load are asked for. @throws Error for another argument */
function peopleAskedFor(): number {
  const { values } = parseArgs({ options: { people: { type: 'string', default: '0' } } });
  const people = Number(values.people);
  if (!Number.isInteger(people) || people < 0 || people > peopleMax)
    throw new Error(`--people takes a whole number up to ${peopleMax}.`);
  return people;
}

async function run(): Promise<void> {
  const asked = peopleAskedFor();
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
    await setRole(database, sol.username, 'admin');
    if (asked > 0) {
      const began = performance.now();
      const filled = await fillPeople(database.db, database.masterKeys, asked, new Date());
      const seconds = ((performance.now() - began) / 1_000).toFixed(1);
      process.stdout.write(
        `Log in as ${nameOf(1)} to ${nameOf(asked)} with the password ${peoplePassword} (${filled.scans} scans and ${filled.notes} notes, in ${seconds} s)\n`,
      );
    }
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
