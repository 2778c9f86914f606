import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openDriver, withConnection } from '../postgres/driver.ts';
import type { Sql } from 'postgres';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { listPartitions } from '../usage-events/months.ts';
import { isMigrated, migrate, withMigrationLock } from './migrate.ts';
import { migrationsFolder } from './migrations-folder.ts';
import { latestSchemaState, recreateTables } from './schema-state.ts';
import { testDatabase, type TestDatabase } from '../testing.ts';

let database: TestDatabase;
beforeEach(async () => (database = await testDatabase({ migrated: false })));
afterEach(() => database.drop());

/** When the transactions began that wait for a lock of this database. */
async function waitingSince(): Promise<string[]> {
  const sql = openDriver(database.url, { max: 1 });
  try {
    const rows = await sql<{ since: string }[]>`
      select xact_start::text as since from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`;
    return rows.map(({ since }) => since);
  } finally {
    await sql.end();
  }
}

async function applied(): Promise<number> {
  const sql = openDriver(database.url, { max: 1 });
  try {
    const [row] = await sql<[{ count: number }]>`select count(*)::int from drizzle.__drizzle_migrations`;
    return row.count;
  } finally {
    await sql.end();
  }
}

async function expected(): Promise<number> {
  const journal = await readFile(join(migrationsFolder(), 'meta', '_journal.json'), 'utf8');
  return journal.match(/"tag"/g)?.length ?? 0;
}

it('applies every migration once when four instances start together, and nothing more later', async () => {
  await Promise.all([1, 2, 3, 4].map(() => migrate(database.url)));
  expect(await applied()).toBe(await expected());
  await migrate(database.url);
  expect(await applied()).toBe(await expected());
});

describe('whether everything is migrated', () => {
  let sql: Sql;
  beforeEach(() => {
    sql = openDriver(database.url, { max: 1 });
  });
  afterEach(() => sql.end());

  it('is so after migrate(), not before', async () => {
    expect(await isMigrated(sql)).toBe(false);
    await migrate(database.url);
    expect(await isMigrated(sql)).toBe(true);
  });

  it('is not so without the last migration, nor with one of a newer version', async () => {
    await migrate(database.url);
    const journal = 'drizzle.__drizzle_migrations';
    await sql`update ${sql(journal)} set created_at = created_at + 1 where id = (select max(id) from ${sql(journal)})`;
    expect(await isMigrated(sql)).toBe(false);
    await sql`delete from ${sql(journal)} where id = (select max(id) from ${sql(journal)})`;
    expect(await isMigrated(sql)).toBe(false);
  });

  it('is not so while a month is missing, which migrate() makes', async () => {
    await migrate(database.url);
    const made = await listPartitions(sql);
    const last = made.at(-1);
    if (!last) throw new Error('There are no months');
    await sql`drop table ${sql(last.name)}`;
    expect(await isMigrated(sql)).toBe(false);
    await migrate(database.url);
    expect(await listPartitions(sql)).toEqual(made);
    expect(await isMigrated(sql)).toBe(true);
  });

  it('is told only after an instance that migrates', async () => {
    await migrate(database.url);
    let isAnswered = false;
    let telling: Promise<unknown> | undefined;
    await withMigrationLock(database.url, async () => {
      telling = isMigrated(sql).then((answer) => (isAnswered = answer));
      await expect.poll(waitingSince).toHaveLength(1);
      expect(isAnswered).toBe(false);
    });
    await telling;
    expect(isAnswered).toBe(true);
  });

  it('is told at once beside an instance that looks too', async () => {
    await migrate(database.url);
    await withConnection(database.url, (other) =>
      other.begin(async (looking) => {
        await looking`select id from migration_guard where id = 1 for share`;
        expect(await isMigrated(sql)).toBe(true);
      }),
    );
  });
});

it('waits for an instance that migrates, and continues when that one dies', async () => {
  await migrate(database.url);
  const other = openDriver(database.url, { max: 1 });
  let waits = true;
  let waiting: Promise<unknown> | undefined;
  const dying = other.begin(async (sql) => {
    await sql`select id from migration_guard for update`;
    waiting = migrate(database.url).then(() => (waits = false));
    await expect.poll(waitingSince).toHaveLength(1);
    expect(waits).toBe(true);
    // As after a kill -9: no commit, only a closed connection.
    await sql`select pg_terminate_backend(pg_backend_pid())`;
  });
  await expect(dying).rejects.toBeInstanceOf(Error); // Its connection may be closed already.
  await waiting;
  expect(waits).toBe(false);
  await other.end({ timeout: 1 });
});

it('gives way to a transaction that waits for it, and whose rows it waits for', async () => {
  const writer = openDriver(database.url, { max: 1, connection: { lock_timeout: 2_000 } });
  // The next migration alters mail_tokens first, and then users.
  const before = latestSchemaState().slice(0, 20);
  await writer.begin((sql) => recreateTables(sql, before));
  let migrating: Promise<void> | undefined;
  const writing = writer.begin(async (sql) => {
    await sql`select from users for update`;
    migrating = migrate(database.url);
    await expect.poll(waitingSince).toHaveLength(1);
    await sql`delete from mail_tokens`;
  });
  await writing;
  await migrating;
  expect(await applied()).toBe(await expected());
  await writer.end();
});

it('retries while another session holds a lock it needs', async () => {
  await migrate(database.url);
  const other = openDriver(database.url, { max: 1 });
  let done = false;
  let migrating: Promise<unknown> | undefined;
  await other.begin(async (sql) => {
    await sql`lock table drizzle.__drizzle_migrations in access exclusive mode`;
    migrating = migrate(database.url).then(() => (done = true));
    await expect.poll(waitingSince).toHaveLength(1);
    const [first] = await waitingSince();
    // When it waits again, in another transaction, its lock timeout has expired.
    await expect
      .poll(async () => (await waitingSince()).filter((since) => since !== first), { timeout: 10_000 })
      .toHaveLength(1);
    expect(done).toBe(false);
  });
  await migrating;
  expect(done).toBe(true);
  await other.end();
});
