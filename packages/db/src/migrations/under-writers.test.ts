/** An update beside instances of the version before: what they write waits a moment at most, and nothing is refused. */
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openDriver } from '../postgres/driver.ts';
import { isPostgresError } from '../postgres/error-codes.ts';
import { anonymousUserId } from '../schema.ts';
import { testDatabase, type TestDatabase } from '../testing.ts';
import { makeMonths } from '../usage-events/months.ts';
import { migrate } from './migrate.ts';
import { latestSchemaState, recreateTables } from './schema-state.ts';

let database: TestDatabase;
beforeEach(async () => {
  database = await testDatabase({ migrated: false });
});
afterEach(() => database.drop());

it('the newest migration refuses no writer, and no writer waits for longer than the product lets it', async () => {
  const sql = openDriver(database.url, { max: 1, onnotice: () => undefined });
  await sql.begin((transaction) => recreateTables(transaction, latestSchemaState().slice(0, -1)));
  await sql.begin((transaction) => makeMonths(transaction));
  await sql.end();
  let isOver = false;
  const written: number[] = [];
  const refused: unknown[] = [];
  const writers = Array.from({ length: 4 }, async () => {
    // The timeouts of the product.
    const own = openDriver(database.url, { max: 1, connection: { lock_timeout: 2_000, statement_timeout: 5_000 } });
    let count = 0;
    while (!isOver)
      await own`insert into usage_events (user_id, kind, at) values (${anonymousUserId}, 'landing', now())`.then(
        () => (count += 1),
        (error: unknown) => refused.push(isPostgresError(error, '55P03', '40P01') ? 'a lock' : error),
      );
    written.push(count);
    await own.end();
  });
  await migrate(database.url);
  isOver = true;
  await Promise.all(writers);
  expect(refused).toEqual([]);
  expect(Math.min(...written)).toBeGreaterThan(0);
});
