/**
 * Moves the rows that were there before there were months into the partitions of their months, beside those who read and
 * write. The rows are copied into a staging table block by block, and exchanged for the old table at the end, in one short
 * transaction: at any time every row is read once. What changed in the old table meanwhile is copied again in that transaction:
 * events since the move began, and those of accounts that were erased.
 */
import type { ISql, Sql, TransactionSql } from 'postgres';
import * as z from 'zod';
import { isPostgresError } from '../postgres/error-codes.ts';
import { anonymousUserId } from '../schema.ts';
import {
  changePartitions,
  ensureMonths,
  listPartitions,
  literal,
  monthAfter,
  monthOf,
  monthsAhead,
  monthsBetween,
  partitionName,
} from './months.ts';
import { keptFrom } from './retention.ts';

/** Blocks of 8 KB that one step copies: about a second. */
const blocksOfStep = 4_000;
/** An event may be committed this long after its own time, with a margin. */
const late = `interval '3 hours'`;
const columns = 'user_id, kind, at, duration_s';

/** The comment on the staging table. It goes with it, so it is never that of another move. Times in milliseconds since 1970. */
const progressSchema = z.object({
  /** File node of the old table: another one when it is another table, or was written anew. */
  of: z.number(),
  /** Rows since then are copied at the end. */
  cut: z.number(),
  kept: z.number(),
  /** Beginning of the first week whose events an erasure may still make anonymous. */
  open: z.number(),
  /** Accounts that were erased since then may have been copied before their events were removed. */
  erased: z.number(),
  /** The next block to copy. */
  block: z.number(),
  /** Blocks that can hold rows before `cut`. */
  blocks: z.number(),
});
type Progress = z.infer<typeof progressSchema>;

/** What a step did. */
export type MoveStep = 'nothing to do' | 'began' | 'copied' | 'indexed' | 'exchanged';

/** The file node of a table; null when there is none. */
async function fileOf(sql: ISql, table: string): Promise<number | null> {
  const [row] = await sql<
    { file: number | null }[]
  >`select pg_relation_filenode(to_regclass(${table}))::int8::float8 as file`;
  if (!row) throw new Error('an answer without a row');
  return row.file;
}

async function readProgress(sql: ISql): Promise<Progress | null> {
  const [row] = await sql<{ text: string | null }[]>`
    select obj_description(to_regclass('usage_events_moved'), 'pg_class') as text`;
  if (!row || row.text === null) return null;
  return progressSchema.parse(JSON.parse(row.text));
}

const writeProgress = (sql: ISql, progress: Progress) =>
  sql.unsafe(`comment on table usage_events_moved is '${JSON.stringify(progress)}'`);

const stagedName = (month: number) => partitionName(month).replace('usage_events', 'usage_events_moved');

/** Makes the staging table, empty. */
async function begin(transaction: TransactionSql, of: number | null): Promise<void> {
  if (of === null) throw new Error('a table without a file');
  await transaction`drop table if exists usage_events_moved`;
  const [times] = await transaction.unsafe<[Omit<Progress, 'of' | 'block'> & { now: number }]>(`
    select extract(epoch from now())::float8 * 1000 as now,
      floor(extract(epoch from now() - ${late})::float8 * 1000) as cut,
      extract(epoch from ${keptFrom()})::float8 * 1000 as kept,
      extract(epoch from coalesce(
        (select min(week_start)::timestamp at time zone 'UTC' from usage_weeks where not is_final) - interval '1 day',
        ${keptFrom()}))::float8 * 1000 as open,
      extract(epoch from least(now() - ${late},
        (select min(least(erased_at, requested_at)) from erasures left join erased_accounts using (user_id))))::float8 * 1000 as erased,
      pg_relation_size('usage_events_before')::float8 / current_setting('block_size')::int as blocks`);
  await transaction`
    create table usage_events_moved (like usage_events including constraints) partition by range (at)`;
  const months = monthsBetween(times.kept, monthAfter(monthOf(times.now), monthsAhead));
  for (const month of months)
    await transaction.unsafe(`
      create table ${stagedName(month)} partition of usage_events_moved
      (constraint usage_events_bounds check (at >= ${literal(month)} and at < ${literal(monthAfter(month))}))
      for values from (${literal(month)}) to (${literal(monthAfter(month))})`);
  await transaction`create table usage_events_moved_default partition of usage_events_moved default`;
  const { cut, kept, open, erased, blocks } = times;
  await writeProgress(transaction, { of, cut, kept, open, erased, block: 0, blocks });
}

async function copy(transaction: TransactionSql, progress: Progress, blocksAtOnce: number): Promise<void> {
  const block = progress.block + blocksAtOnce;
  await transaction.unsafe(`
    insert into usage_events_moved (${columns})
    select ${columns} from usage_events_before
    where ctid >= '(${progress.block},0)' and ctid < '(${block},0)'
      and at >= ${literal(progress.kept)} and at < ${literal(progress.cut)}`);
  await writeProgress(transaction, { ...progress, block });
}

/** Indexes what was copied, a month at a time. @returns whether there was one to index */
async function indexMonth(transaction: TransactionSql): Promise<boolean> {
  const [next] = await transaction<{ name: string }[]>`
    select relname as name from pg_class
    where oid in (select inhrelid from pg_inherits where inhparent = to_regclass('usage_events_moved'))
      and oid not in (select indrelid from pg_index) order by 1 limit 1`;
  if (!next) return false;
  await transaction.unsafe(`create index ${next.name}_user_index on ${next.name} using btree (user_id, at)`);
  return true;
}

/** Copies what changed since the move began. Call with the old table locked. */
async function catchUp(transaction: TransactionSql, { cut, kept, open, erased }: Progress): Promise<void> {
  // By index: the staging table has no statistics. The old one finds what is new by its BRIN index.
  await transaction`select set_config('enable_seqscan', 'off', true), set_config('enable_hashjoin', 'off', true),
    set_config('enable_mergejoin', 'off', true)`;
  const copied = `at >= ${literal(kept)} and at < ${literal(cut)}`;
  const ofErased = `user_id in (select user_id from erased_accounts where erased_at >= ${literal(erased)})`;
  // The sign-up of an erased account stays, as an anonymous one.
  const ofNobody = `user_id = '${anonymousUserId}' and kind = 'signup' and at >= ${literal(open)}`;
  for (const changed of [ofErased, ofNobody])
    await transaction.unsafe(`
      delete from usage_events_moved where ${changed} and ${copied};
      insert into usage_events_moved (${columns}) select ${columns} from usage_events_before where ${changed} and ${copied}`);
  await transaction.unsafe(`
    insert into usage_events_moved (${columns}) select ${columns} from usage_events_before where at >= ${literal(cut)}`);
}

async function exchange(transaction: TransactionSql, progress: Progress): Promise<void> {
  await transaction`select brin_summarize_new_values('usage_events_at_index')`;
  // Whoever wrote before is waited for, and the next statements see what they wrote.
  await transaction`lock table only usage_events in access exclusive mode`;
  await transaction`lock table usage_events_before, usage_events_default in access exclusive mode`;
  await catchUp(transaction, progress);
  const staged = await transaction<{ name: string; bound: string }[]>`
    select relname as name, pg_get_expr(relpartbound, oid) as bound from pg_class
    where oid in (select inhrelid from pg_inherits where inhparent = to_regclass('usage_events_moved')) order by 1`;
  await transaction`alter table usage_events detach partition usage_events_before`;
  const taken = (await listPartitions(transaction)).map(({ name }) => name);
  for (const { name, bound } of staged) {
    const target = name.replace('usage_events_moved', 'usage_events');
    if (bound === 'DEFAULT' || taken.includes(target)) {
      await transaction.unsafe(`insert into usage_events (${columns}) select ${columns} from ${name}`);
      continue;
    }
    const [from, to] = [...bound.matchAll(/'([^']+)'/g)].map(([, text]) => text);
    await transaction.unsafe(`
      alter table usage_events_moved detach partition ${name};
      alter table ${name} rename to ${target};
      alter index ${name}_user_index rename to ${target}_user_index;
      alter table ${target} replica identity full;
      alter table usage_events attach partition ${target} for values from ('${from}') to ('${to}');
      alter table ${target} drop constraint usage_events_bounds`);
  }
  await transaction`drop table usage_events_before, usage_events_moved`;
}

/**
 * Does the next step of the move; several instances may do so, one after the other.
 * @param sql a pool or a connection
 * @param blocksAtOnce that a step copies
 * @throws the driver's error; the step is then as if it was never begun
 */
export async function moveStep(sql: Sql, blocksAtOnce = blocksOfStep): Promise<MoveStep> {
  if ((await fileOf(sql, 'usage_events_before')) === null) {
    // Of a move whose database was replaced by a backup.
    await changePartitions(sql, (transaction) => transaction`drop table if exists usage_events_moved`);
    return 'nothing to do';
  }
  return changePartitions(sql, async (transaction) => {
    await transaction`lock table only usage_events_before in share update exclusive mode`;
    const of = await fileOf(transaction, 'usage_events_before');
    const progress = await readProgress(transaction);
    if (progress === null || progress.of !== of) {
      await begin(transaction, of);
      return 'began';
    }
    if (progress.block < progress.blocks) {
      await copy(transaction, progress, blocksAtOnce);
      return 'copied';
    }
    if (await indexMonth(transaction)) return 'indexed';
    await exchange(transaction, progress);
    return 'exchanged';
  });
}

/**
 * Moves everything. A step that is in the way of others, or that another instance does, ends it until the next call.
 * @param isEnding asked between two steps
 */
export async function moveOldEvents(sql: Sql, isEnding: () => boolean = () => false): Promise<void> {
  while (!isEnding()) {
    try {
      const step = await moveStep(sql);
      if (step === 'nothing to do') return;
      if (step === 'exchanged') await ensureMonths(sql);
    } catch (error) {
      // A lock, or another instance has just exchanged the tables.
      if (isPostgresError(error, '55P03', '42P01')) return;
      throw error;
    }
  }
}
