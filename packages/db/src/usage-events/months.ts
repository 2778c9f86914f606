/**
 * The partitions of `usage_events`: one a month (UTC), made ahead and dropped as a whole. Rows of a month without one are in
 * the default partition until it is made, so recording an event never fails.
 */
import type { ISql, Sql, TransactionSql } from 'postgres';
import { modifyShardsSequentially } from '../citus/sequential.ts';
import { retryOn } from '../postgres/error-codes.ts';
import { keptFrom } from './retention.ts';

/** Months that are made ahead, after the running one. */
const monthsAhead = 3;
/** Timeout of a statement, milliseconds: moving a month may take a while. */
const statementTimeoutMs = 600_000;
/** Lock timeout, milliseconds: while a change waits for its lock, every query on the table queues behind it (see `migrate.ts`). */
const lockTimeoutMs = 400;
const lockTries = 50;

/** A partition of `usage_events`, apart from the default one. */
export interface EventPartition {
  readonly name: string;
  /** Milliseconds since 1970; null for the events of 0.3.0 or older, not divided yet. */
  readonly from: number | null;
  /** Milliseconds since 1970, exclusive. */
  readonly to: number;
}

/** A month by its beginning, milliseconds since 1970. */
type Month = number;

export const monthOf = (ms: number): Month => {
  const at = new Date(ms);
  return Date.UTC(at.getUTCFullYear(), at.getUTCMonth());
};
export const monthAfter = (month: Month, count = 1): Month => {
  const at = new Date(month);
  return Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + count);
};
/** A bound as SQL. */
const literal = (ms: number) => `'${new Date(ms).toISOString()}'`;
const partitionName = (month: Month) => `usage_events_${new Date(month).toISOString().slice(0, 7).replace('-', '_')}`;

/** The months from one to another, both included. */
function monthsBetween(first: Month, last: Month): Month[] {
  const months: Month[] = [];
  for (let month = first; month <= last; month = monthAfter(month)) months.push(month);
  return months;
}

/**
 * The index by which a day is read from a month, for after `create index`: its rows are in the order of their time, but for the
 * few that fill the places of removed ones. The parent has none: making it would lock the partitions that are there.
 */
const timeIndexOf = (partition: string) =>
  `if not exists ${partition}_at_index on ${partition} using brin (at timestamptz_minmax_multi_ops) with (autosummarize = on)`;

const bound = (word: string) =>
  `extract(epoch from substring(pg_get_expr(relpartbound, oid) from '${word} \\(''([^'']+)''\\)')::timestamptz)::float8 * 1000`;
/** SQL: every {@link EventPartition}, oldest first. */
export const eventPartitions = `
  select relname as name, ${bound('FROM')} as "from", ${bound('TO')} as "to" from pg_class
  where relispartition and oid in (select inhrelid from pg_inherits where inhparent = to_regclass('usage_events'))
    and pg_get_expr(relpartbound, oid) <> 'DEFAULT'
  order by 3`;

/** Every partition with bounds, oldest first. */
export async function listPartitions(sql: ISql): Promise<EventPartition[]> {
  return sql.unsafe<EventPartition[]>(eventPartitions);
}

/** Whether the schema is in a state with months. */
export async function isPartitioned(sql: ISql): Promise<boolean> {
  const [row] = await sql<{ is: boolean }[]>`select to_regclass('usage_events_default') is not null as is`;
  return row?.is === true;
}

const covers = (partitions: readonly EventPartition[], month: Month) =>
  partitions.some(({ from, to }) => (from ?? Number.NEGATIVE_INFINITY) <= month && month < to);

/**
 * Makes a month's partition, with the rows of the month that are in the default one. Nobody who reads sees a row twice, or
 * not at all.
 */
async function makeMonth(transaction: TransactionSql, month: Month): Promise<void> {
  const name = partitionName(month);
  const [from, to] = [literal(month), literal(monthAfter(month))];
  // One statement a message: Citus passes the whole text of a message on to its workers.
  const run = (statement: string) => transaction.unsafe(statement);
  await run(`create table ${name} (like usage_events including constraints including defaults)`);
  await run(`alter table ${name} replica identity full`);
  await run(`create index ${timeIndexOf(name)}`);
  await run(`alter table ${name} add constraint ${name}_bounds check (at >= ${from} and at < ${to})`);
  // From here on no transaction writes into the default partition; earlier ones are waited for.
  await run('lock table usage_events_default in access exclusive mode');
  await run(`
    with moved as (delete from usage_events_default where at >= ${from} and at < ${to} returning *)
    insert into ${name} select * from moved`);
  await run(`alter table usage_events attach partition ${name} for values from (${from}) to (${to})`);
  await run(`alter table ${name} drop constraint ${name}_bounds`);
}

/** What the partitions have to be now. */
async function neededMonths(sql: ISql, since: 'now' | 'kept'): Promise<Month[]> {
  const [[times], strays] = await Promise.all([
    sql.unsafe<[{ now: number; kept: number }]>(`
      select extract(epoch from now())::float8 * 1000 as now, extract(epoch from ${keptFrom()})::float8 * 1000 as kept`),
    sql.unsafe<{ month: number }[]>(`
      select distinct extract(epoch from date_trunc('month', at, 'UTC'))::float8 * 1000 as month
      from usage_events_default where at >= ${keptFrom()}`),
  ]);
  const running = monthOf(times.now);
  const last = monthAfter(running, monthsAhead);
  const regular = monthsBetween(since === 'kept' ? times.kept : running, last);
  const withRows = strays.map(({ month }) => month).filter((month) => month <= last);
  return [...new Set([...regular, ...withRows])].toSorted((a, b) => a - b);
}

/**
 * Makes the partitions of the running month and the next ones, and those of earlier months that have rows in the default one.
 * Call in a transaction, with nothing else in it that others may wait for.
 * @param since `kept` for all months that are kept, for rows that are about to come
 */
export async function makeMonths(transaction: TransactionSql, since: 'now' | 'kept' = 'now'): Promise<void> {
  for (const month of await neededMonths(transaction, since))
    if (!covers(await listPartitions(transaction), month)) await makeMonth(transaction, month);
}

/** Runs a short change of the partitions as a transaction; one that waits too long for a lock lets others pass and tries again. */
const changePartitions = (sql: Sql, work: (transaction: TransactionSql) => Promise<unknown>): Promise<unknown> =>
  retryOn(['55P03', '40P01'], lockTries, () =>
    sql.begin(async (transaction) => {
      // As a text that the driver does not prepare: it lifts the limit of `silent-server.ts`.
      await transaction.unsafe(`
        set local statement_timeout = ${statementTimeoutMs}; set local lock_timeout = ${lockTimeoutMs}`);
      await modifyShardsSequentially(transaction);
      await work(transaction);
    }),
  );

/** Instances change the partitions one after the other. Nobody who reads or writes rows waits for this lock. */
const takeTurn = (transaction: TransactionSql) =>
  transaction`lock table only usage_events in share update exclusive mode`;

const hasUndivided = async (sql: ISql) => (await listPartitions(sql)).some(({ from }) => from === null);

/**
 * Moves the events of 0.3.0 or older, which are one partition since they were migrated, into months. Who writes events waits.
 */
async function divide(transaction: TransactionSql): Promise<void> {
  await transaction`lock table usage_events in access exclusive mode`;
  // Another instance was faster.
  if (!(await hasUndivided(transaction))) return;
  await transaction`alter table usage_events detach partition usage_events_before`;
  // What an interrupted move of 0.4.0 to 0.15.0 left.
  await transaction`drop table if exists usage_events_moved`;
  await makeMonths(transaction, 'kept');
  await transaction.unsafe(`
    insert into usage_events (user_id, kind, at, duration_s)
    select user_id, kind, at, duration_s from usage_events_before where at >= ${keptFrom()}`);
  await transaction`drop table usage_events_before`;
}

/** Whether {@link ensureMonths} has nothing to make. */
export async function hasMonths(sql: ISql): Promise<boolean> {
  const [partitions, months] = await Promise.all([listPartitions(sql), neededMonths(sql, 'now')]);
  return partitions.every(({ from }) => from !== null) && months.every((month) => covers(partitions, month));
}

/**
 * Makes the partitions that are missing, each in a transaction of its own. Several instances may do so together.
 * @throws the driver's error; the next call continues
 */
export async function ensureMonths(sql: Sql): Promise<void> {
  if (await hasUndivided(sql)) await changePartitions(sql, divide);
  for (const month of await neededMonths(sql, 'now')) {
    if (covers(await listPartitions(sql), month)) continue;
    await changePartitions(sql, async (transaction) => {
      await takeTurn(transaction);
      if (!covers(await listPartitions(transaction), month)) await makeMonth(transaction, month);
    });
  }
}

/**
 * Gives months of earlier versions their index of the time, beside those who write. One that was interrupted is built anew.
 * @param sql a connection without timeouts
 */
export async function indexMonths(sql: Sql): Promise<void> {
  const without = await sql<{ name: string; broken: string | null }[]>`
    select relname as name,
      (select indexrelid::regclass::text from pg_index where indrelid = inhrelid and not indisvalid limit 1) as broken
    from pg_inherits join pg_class on pg_class.oid = inhrelid
    where inhparent = 'usage_events'::regclass and not exists (
      select from pg_index join pg_class as index on index.oid = indexrelid join pg_am on pg_am.oid = index.relam
      where indrelid = inhrelid and amname = 'brin' and indisvalid)`;
  for (const { name, broken } of without) {
    if (broken !== null) await sql.unsafe(`drop index concurrently if exists ${broken}`);
    await sql.unsafe(`create index concurrently ${timeIndexOf(name)}`);
  }
}

/** Removes the events that are beyond their retention: months as a whole, and single rows of the default partition. */
export async function dropOldMonths(sql: Sql): Promise<void> {
  const [{ kept }] = await sql.unsafe<[{ kept: number }]>(
    `select extract(epoch from ${keptFrom()})::float8 * 1000 as kept`,
  );
  for (const { name, to } of await listPartitions(sql))
    if (to <= kept)
      await changePartitions(sql, (transaction) => transaction`drop table if exists ${transaction(name)}`);
  await changePartitions(sql, (transaction) =>
    transaction.unsafe(`delete from usage_events_default where at < ${keptFrom()}`),
  );
}
