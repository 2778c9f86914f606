import { setTimeout as sleep } from 'node:timers/promises';
import { drizzle } from 'drizzle-orm/postgres-js';
import { migrate as applyMigrations } from 'drizzle-orm/postgres-js/migrator';
import type { Sql, TransactionSql } from 'postgres';
import { distribute, isDistributed } from '../citus/distribute.ts';
import { withConnection } from '../postgres/driver.ts';
import { isPostgresError, retryOn } from '../postgres/error-codes.ts';
import { migrationsFolder } from './migrations-folder.ts';
import { ensureMonths, hasMonths, indexMonths } from '../usage-events/months.ts';
import { buildLargeIndexes } from './large-indexes.ts';
import {
  DatabaseNewer,
  isKnownSchema,
  latestSchemaState,
  pendingStatements,
  readOurSchemaState,
  readSchemaState,
} from './schema-state.ts';

const longStatementTimeoutMs = 10 * 60_000;
/**
 * While an ALTER TABLE waits for its lock, every query on the table queues behind it, and so does one on a table that was
 * altered before. So a migration gives way to those who write: sooner than their own lock timeout, and sooner than PostgreSQL
 * looks for a deadlock (`deadlock_timeout`, one second), which would abort whoever waited last. Milliseconds.
 */
const lockTimeoutMs = 400;
const lockTries = 90;

/**
 * Brings a database to the newest schema. Several instances may call this together: one migrates,
 * the others wait and find nothing left to do. Repeating it changes nothing.
 *
 * The guard is a locked row, not an advisory lock: on Citus the same advisory lock can be granted
 * twice. It ends with the connection, so a killed instance blocks no other.
 * @param url `postgres://user:password@host:port/database`; the user must own the database
 * @throws DatabaseNewer before anything is changed, and the driver's error when a migration fails (it is then rolled back
 * as a whole)
 */
export async function migrate(url: string): Promise<void> {
  await withMigrationLock(url, () => applyPending(url));
}

/**
 * Whether {@link migrate} would find nothing to do, as at most starts. While an instance migrates, or a backup is restored,
 * this waits for it, however long that takes.
 * @param sql a pool on the server itself; one connection is used
 * @returns false also when it cannot be told
 */
export async function isMigrated(sql: Sql): Promise<boolean> {
  try {
    return await sql.begin(async (transaction) => {
      // Nothing is written but the lock, so nothing can be lost; those who only look do not wait for each other. What is read
      // comes from after the lock: every statement has a snapshot of its own.
      await transaction.unsafe(
        `set local statement_timeout = 0; set local lock_timeout = 0; set local synchronous_commit = off;
        select id from migration_guard where id = 1 for share; set local lock_timeout = ${lockTimeoutMs}`,
      );
      // A start waits for each answer, so what does not need another is asked at once.
      const [state, hasAllMonths] = await Promise.all([readOurSchemaState(transaction), hasMonths(transaction)]);
      return isKnownSchema(state) && state.length === latestSchemaState().length && hasAllMonths;
    });
  } catch {
    // A new database, a lock that somebody holds, no server: migrate() tries again, and says what is wrong.
    return false;
  }
}

/**
 * Runs `work` in a transaction during which no instance migrates. An instance that starts meanwhile waits.
 * The transaction may take any time, and wait any time for locks.
 * @param url as for {@link migrate}
 */
export async function withMigrationLock<Result>(
  url: string,
  work: (transaction: TransactionSql) => Promise<Result>,
): Promise<Result> {
  const settings = { lock_timeout: 0, idle_in_transaction_session_timeout: 0 };
  return connected(url, settings, async (guard) => {
    await createGuardRow(guard);
    const { result } = await guard.begin(async (transaction) => {
      // Simple protocol: the extended one would keep the snapshot of the statement, which an index that is built
      // concurrently waits for.
      await transaction`select id from migration_guard where id = 1 for update`.simple();
      return { result: await work(transaction) };
    });
    return result;
  });
}

function connected<Result>(
  url: string,
  settings: Record<string, string | number>,
  work: (sql: Sql) => Promise<Result>,
): Promise<Result> {
  const ours = { application_name: 'nuances-migrate', statement_timeout: longStatementTimeoutMs };
  return withConnection(url, work, { connection: { ...ours, ...settings } });
}

/**
 * "if not exists" does not protect against another instance that creates the table at the same time: 23505 comes from the
 * system catalogue, 42P07 from the table itself, 42710 from its row type.
 */
const createGuardRow = (sql: Sql) =>
  retryOn(['23505', '42P07', '42710'], 5, async () => {
    await sql`create table if not exists migration_guard (id smallint primary key)`;
    await sql`insert into migration_guard (id) values (1) on conflict do nothing`;
  });

/** Builds beside those who write, however long that takes. */
const beside = (url: string, build: (sql: Sql) => Promise<void>) =>
  connected(url, { statement_timeout: 0, lock_timeout: 0 }, build);

async function applyPending(url: string): Promise<void> {
  const apply = async (sql: Sql) => {
    if (!isKnownSchema(await readSchemaState(sql))) throw new DatabaseNewer();
    const pending = await pendingStatements(sql);
    await beside(url, (own) => buildLargeIndexes(own, pending));
    await applyMigrations(drizzle(sql), { migrationsFolder: migrationsFolder() });
    // A backup that is under way holds a lock; the maintenance makes them too, long before they are needed.
    await ensureMonths(sql).catch((error: unknown) => {
      if (!isPostgresError(error, '55P03')) throw error;
    });
    if (pending.length > 0) await beside(url, indexMonths);
    // A new table of a person goes where the others are, while it is empty.
    if (pending.length > 0 && (await isDistributed(sql))) await distribute(url);
  };
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await connected(url, { lock_timeout: lockTimeoutMs }, apply);
    } catch (error) {
      if (attempt === lockTries || !isPostgresError(error, '55P03')) throw error;
    }
    await sleep(200 + Math.random() * 800);
  }
}
