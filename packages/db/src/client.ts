import { drizzle, type PostgresJsDatabase } from 'drizzle-orm/postgres-js';
import type { Sql } from 'postgres';
import { openDriver, withConnection } from './postgres/driver.ts';
import { observeStatements, type StatementObserver } from './postgres/observe-statements.ts';
import * as schema from './schema.ts';
import { retryOn } from './postgres/error-codes.ts';
import { createSemaphore } from './postgres/semaphore.ts';

/** Drizzle over our schema: what queries take as first parameter. */
export type Database = PostgresJsDatabase<typeof schema> & {
  readonly $client: Sql;
  /** As {@link DatabaseOptions.isDistributed}. */
  readonly isDistributed: boolean;
};
/** What `db.transaction` hands to its callback; accepted wherever only queries are made. */
export type Transaction = Parameters<Parameters<Database['transaction']>[0]>[0];

/** What {@link openDatabase} takes. */
export interface DatabaseOptions {
  /** Connections in the pool. */
  readonly max: number;
  /** For `pg_stat_activity`. */
  readonly applicationName: string;
  /**
   * The url is that of PgBouncer in transaction mode: no prepared statements, and the timeouts are those that
   * {@link setSessionDefaults} has set.
   */
  readonly isPooled?: boolean;
  /**
   * The tables are distributed over the workers of a Citus cluster: calls use statements that need one worker only.
   * Those of a plain PostgreSQL work there too, but need every worker.
   */
  readonly isDistributed?: boolean;
  /** How long a transaction waits for a connection, milliseconds; 1,500 by default. */
  readonly acquireTimeoutMs?: number;
  /** How long the server may send nothing while it owes an answer, milliseconds; 15,000 by default. */
  readonly silenceMs?: number;
  /** A standby is refused, such as a former primary at the same address; behind a pooler it cannot be told. */
  readonly isPrimary?: boolean;
  /** Called with the text of each statement, for tests that count them. */
  readonly onStatement?: (text: string) => void;
  /** Follows each statement from its beginning to its end, for traces. */
  readonly observer?: StatementObserver | undefined;
}

/**
 * A transaction occupies its connection. One connection is reserved for all other queries, and a transaction that gets
 * none of the others within this time is refused: with a slow database the queue would grow without limit.
 */
const acquireTimeoutMs = 1_500;

/** An open pool. */
export interface DatabaseHandle {
  readonly db: Database;
  /** The driver below `db`, same pool. It gives timestamps and arrays as text, and takes no array as one value. */
  readonly sql: Sql;
  /** How many transactions run on the pool, how many wait for a connection, and how many got none so far. */
  transactions(): { readonly running: number; readonly waiting: number; readonly refused: number };
  /** Sets {@link DatabaseOptions.isDistributed}, for a pool that was opened before anybody could know. */
  setDistributed(isDistributed: boolean): void;
  /** Lets running queries end for at most 5 s, then closes every connection. */
  close(): Promise<void>;
}

/** Settings of every connection of a pool; times in milliseconds. */
const sessionSettings = {
  statement_timeout: 5_000,
  idle_in_transaction_session_timeout: 10_000,
  lock_timeout: 2_000,
  synchronous_commit: 'on',
} as const;

/** The server itself ends a statement before, or the wait for a lock. */
const silenceMs = 3 * sessionSettings.statement_timeout;

const escapeIdentifier = (name: string) => `"${name.replaceAll('"', '""')}"`;
const defaultsTries = 10;

/** One try of {@link setSessionDefaults}; what is set already is not set again. */
async function setMissingDefaults(sql: Sql): Promise<void> {
  const [{ database }] = await sql<[{ database: string }]>`select current_database() as database`;
  const found = await sql<{ setting: string }[]>`
    select unnest(setconfig) as setting from pg_db_role_setting
    where setrole = current_user::regrole and setdatabase = (select oid from pg_database where datname = current_database())`;
  const known = found.map(({ setting }) => setting);
  for (const [name, value] of Object.entries(sessionSettings))
    if (!known.includes(`${name}=${value}`))
      await sql.unsafe(`alter role current_user in database ${escapeIdentifier(database)} set ${name} = '${value}'`);
}

/**
 * Makes the settings of a pool the defaults of the account in its database: PgBouncer refuses them at the start of a connection,
 * and loses what is set in a session. A connection has those of its beginning. Several instances may call this together.
 * @param url of the server itself
 */
export async function setSessionDefaults(url: string): Promise<void> {
  // PostgreSQL does not make two of them wait for each other: "tuple concurrently updated", and before there is one, a
  // duplicate key.
  await withConnection(url, (sql) => retryOn(['XX000', '23505'], defaultsTries, () => setMissingDefaults(sql)));
}

/**
 * Opens a pool on a PostgreSQL. It connects at the first query. A query without a server rejects within seconds; the
 * pool recovers by itself once the server is back. A transaction that waits too long for a connection rejects with
 * `AcquireTimeout`.
 * @param url `postgres://user:password@host:port/database`
 */
export function openDatabase(url: string, options: DatabaseOptions): DatabaseHandle {
  const isPooled = options.isPooled === true;
  const sql = openDriver(
    url,
    {
      max: options.max,
      connect_timeout: 2, // seconds
      prepare: !isPooled,
      ...(options.isPrimary && !isPooled && { target_session_attrs: 'primary' }),
      // The driver would ask for them at the beginning of each connection, without handling a failure: a pooler that has no
      // server for it then would end the process. Drizzle converts our arrays.
      fetch_types: false,
      // The driver's own back-off grows to 20 s. After a crash of the database the pool must be back within 5.
      backoff: (retries) => Math.min(0.05 * 2 ** retries, 1), // seconds
      onnotice: () => undefined,
      ...(options.onStatement && { debug: (_connection, text) => options.onStatement?.(text) }),
      connection: { application_name: options.applicationName, timezone: 'UTC', ...(isPooled ? {} : sessionSettings) },
    },
    { isPooler: isPooled, silenceMs: options.silenceMs ?? silenceMs },
  );
  if (options.observer) observeStatements(sql, options.observer);
  const db = Object.assign(drizzle(sql, { schema }), { isDistributed: options.isDistributed === true });
  const semaphore = createSemaphore(Math.max(1, options.max - 1), options.acquireTimeoutMs ?? acquireTimeoutMs);
  const inTransaction = db.transaction.bind(db);
  const transaction: Database['transaction'] = async (work, config) => {
    const release = await semaphore.acquire();
    try {
      return await inTransaction(work, config);
    } finally {
      release();
    }
  };
  return {
    db: Object.assign(db, { transaction }),
    sql,
    transactions: () => semaphore.load(),
    setDistributed: (isDistributed) => void Object.assign(db, { isDistributed }),
    close: () => sql.end({ timeout: 5 }),
  };
}
