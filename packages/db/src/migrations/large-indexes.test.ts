import { expect, it } from 'vitest';
import { openDriver } from '../postgres/driver.ts';
import { testDatabase } from '../testing.ts';
import { migrate, withMigrationLock } from './migrate.ts';
import { recreateTables, latestSchemaState } from './schema-state.ts';

/** The state before the indexes by which expired rows are found. */
const stateBefore = latestSchemaState().slice(0, 14);
const indexes = [
  'erased_accounts_time_index',
  'mail_outbox_given_up_index',
  'mail_tokens_expiry_index',
  'sessions_end_index',
];

it('indexes are built while others write, and one that was interrupted is built anew', async () => {
  const database = await testDatabase({ migrated: false });
  const sql = openDriver(database.url, { max: 3, onnotice: () => undefined });
  const write = (key: string) =>
    sql`insert into erased_accounts (user_id, erased_at) values (gen_random_uuid(), now()) returning ${key} as key`;
  const states = () => sql<{ name: string; valid: boolean }[]>`
    select indexrelid::regclass::text as name, indisvalid as valid from pg_index
    where indexrelid::regclass::text in ${sql(indexes)} order by 1`;
  try {
    await withMigrationLock(database.url, (transaction) => recreateTables(transaction, stateBefore));
    expect(await states()).toEqual([]); // control
    // What a killed start leaves: the build waits for this transaction, and its connection ends.
    let migrating: Promise<unknown> | undefined;
    await sql.begin(async (transaction) => {
      await transaction`insert into erased_accounts (user_id, erased_at) values (gen_random_uuid(), now())`;
      migrating = migrate(database.url).catch((error: unknown) => error);
      // Its entry is committed before it waits; ended earlier, it would leave nothing.
      await expect.poll(states).toEqual([{ name: indexes[0], valid: false }]);
      expect(await write('beside')).toHaveLength(1);
      await sql`select pg_terminate_backend(pid) from pg_stat_activity where query like 'CREATE INDEX CONC%' and datname = current_database()`;
    });
    expect(await migrating).toBeInstanceOf(Error);
    expect(await states()).toEqual([{ name: indexes[0], valid: false }]);
    await migrate(database.url);
    expect(await states()).toEqual(indexes.map((name) => ({ name, valid: true })));
  } finally {
    await sql.end();
    await database.drop();
  }
});
