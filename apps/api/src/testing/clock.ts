import { openDatabase } from '@nuances/db/client';
import { openDriver } from '@nuances/db/postgres/driver';
import { testDatabase } from '@nuances/db/testing';
import { itemAt } from '@nuances/domain/item-at';

/** A fake clock of the database. */
export interface Clock {
  /** Sets the clock; it continues from there. */
  set(at: Date): Promise<void>;
  close(): Promise<void>;
}

/**
 * Puts a `now()` of ours before PostgreSQL's own, for every connection that is opened from here on.
 * @param url a database of the test's own
 */
export async function controlClock(url: string): Promise<Clock> {
  const sql = openDriver(url, { max: 1, onnotice: () => undefined });
  const databases = await sql<{ name: string }[]>`select quote_ident(current_database()) as name`;
  await sql.unsafe(`
    create schema test_clock;
    create table test_clock.shift (by interval not null);
    insert into test_clock.shift values ('0');
    create function test_clock.now() returns timestamptz stable language sql as
      'select pg_catalog.now() + by from test_clock.shift';
    alter database ${itemAt(databases, 0).name} set search_path = test_clock, public, pg_catalog;`);
  return {
    async set(at) {
      await sql`update test_clock.shift set by = ${at.toISOString()}::timestamptz - pg_catalog.now()`;
    },
    close: () => sql.end(),
  };
}

/** A fresh database under a clock of its own. */
export async function clockedDatabase(max = 5) {
  const database = await testDatabase();
  const clock = await controlClock(database.url);
  const handle = openDatabase(database.url, { max, applicationName: 'nuances-clock-test' });
  const close = async () => {
    await clock.close();
    await handle.close();
    await database.drop();
  };
  return { clock, handle, url: database.url, close };
}
