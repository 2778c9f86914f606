/** Distributes the tables of a database over the workers of its Citus cluster. */
import type { ISql, Sql } from 'postgres';
import { withConnection } from '../postgres/driver.ts';
import { retryOn } from '../postgres/error-codes.ts';
import { DatabaseNewer, isKnownSchema, latestSchemaState, readSchemaState } from '../migrations/schema-state.ts';
import { distributedKeys, distributedTables } from './placement.ts';

/** Lock timeout, milliseconds: while a step waits for its lock, every query on the table queues behind it. */
const lockTimeoutMs = 2_000;
const lockTries = 30;

/** The database cannot be distributed; the message tells the operator what to do. */
class NoCluster extends Error {
  override readonly name = 'NoCluster';
}

/** One step. Each is a transaction, or may be repeated. */
interface DistributionStep {
  /** What it does, for the operator. */
  readonly says: string;
  run(sql: Sql): Promise<unknown>;
}

/** Whether some of our tables are distributed. False on any other PostgreSQL. */
export async function isDistributed(sql: ISql): Promise<boolean> {
  return (await distributedNow(sql)).length > 0;
}

/** Those of our tables that are distributed. */
async function distributedNow(sql: ISql): Promise<string[]> {
  const [catalog] = await sql<
    { there: boolean }[]
  >`select to_regclass('pg_catalog.pg_dist_partition') is not null as there`;
  if (!catalog?.there) return [];
  const rows = await sql<{ name: string }[]>`
    select relname as name from pg_dist_partition join pg_class on pg_class.oid = logicalrelid
    where partmethod = 'h' and relnamespace = 'public'::regnamespace`;
  return rows.map(({ name }) => name).filter((name) => distributedTables.includes(name));
}

/** @throws NoCluster */
async function requireWorkers(sql: ISql): Promise<void> {
  const [found] = await sql<
    { citus: boolean }[]
  >`select exists (select 1 from pg_extension where extname = 'citus') as citus`;
  if (!found?.citus)
    throw new NoCluster('This PostgreSQL is no Citus cluster: the extension citus is not there. Nothing was changed.');
  const [nodes] = await sql<{ workers: number }[]>`
    select count(*)::int as workers from pg_dist_node where noderole = 'primary' and isactive and shouldhaveshards`;
  if (!nodes || nodes.workers === 0)
    throw new NoCluster(
      'The cluster has no worker: add one with select citus_add_node(host, port). Nothing was changed.',
    );
}

/** Tables whose rows were copied to the workers and are still on the coordinator too, where they are never read. */
async function withLeftRows(sql: ISql): Promise<string[]> {
  const rows = await sql<{ name: string }[]>`
    select relname as name from pg_class
    where relnamespace = 'public'::regnamespace and relname in ${sql(distributedTables)}
      and (select sum(pg_relation_size(relid)) from pg_partition_tree(pg_class.oid) where isleaf) > 0`;
  return rows.map(({ name }) => name);
}

/**
 * What is left to do, in its order; nothing for a database that is distributed. Changes nothing.
 * @throws NoCluster
 */
async function planDistribution(sql: ISql): Promise<readonly DistributionStep[]> {
  await requireWorkers(sql);
  const done = await distributedNow(sql);
  const todo = distributedTables.filter((table) => !done.includes(table));
  const found = await sql<{ name: string }[]>`
    select conname as name from pg_constraint
    where contype = 'f' and conname in ${sql(distributedKeys.map(({ name }) => name))}`;
  const present = new Set(found.map(({ name }) => name));
  const steps: DistributionStep[] = [];
  const reaches = todo.length > 0;
  for (const { table, name, isInside } of distributedKeys.filter((key) => present.has(key.name)))
    if (!isInside || reaches)
      steps.push({
        says: `Drop the foreign key ${name} of ${table}${isInside ? ' for now' : ': no foreign key can lead from a worker to the coordinator'}`,
        run: (pool) => pool`alter table ${pool(table)} drop constraint if exists ${pool(name)}`,
      });
  for (const table of todo)
    steps.push({
      says: `Distribute ${table} by user_id, beside the other tables of a person`,
      run: (pool) =>
        pool`select create_distributed_table(${table}::text::regclass, 'user_id', colocate_with => ${table === distributedTables[0] ? 'none' : String(distributedTables[0])}::text)`,
    });
  for (const { table, name, definition } of distributedKeys.filter((key) => key.isInside))
    if (reaches || !present.has(name))
      steps.push({
        says: `Make the foreign key ${name} of ${table}`,
        run: (pool) => pool.unsafe(`alter table ${table} add constraint ${name} ${definition}`),
      });
  const left = await withLeftRows(sql);
  for (const table of distributedTables)
    if (todo.includes(table) || left.includes(table))
      steps.push({
        says: `Remove from the coordinator the rows of ${table} that are on the workers`,
        run: (pool) => pool`select truncate_local_data_after_distributing_table(${table}::text::regclass)`,
      });
  return steps;
}

const settings = {
  connection: { application_name: 'nuances-distribute', statement_timeout: 0, lock_timeout: lockTimeoutMs },
};

/**
 * What the command would do, for the operator. Changes nothing, and reads a database of an older version too.
 * @throws NoCluster; DatabaseNewer
 */
export function plannedSteps(url: string): Promise<readonly string[]> {
  const plan = async (sql: Sql) => {
    const steps = (await planDistribution(sql)).map(({ says }) => says);
    const state = await readSchemaState(sql);
    if (!isKnownSchema(state)) throw new DatabaseNewer();
    // A run migrates first. What it then finds is known only afterwards, because a migration may make tables and keys.
    return state.length === latestSchemaState().length ? steps : ['Bring the tables up to date', ...steps];
  };
  return withConnection(url, plan, settings);
}

/**
 * Distributes what is not distributed yet. A run that is interrupted is continued by the next one. Call it with the
 * migration lock held.
 * @param url of the coordinator
 * @param onStep called before each step
 * @returns how many steps were done
 * @throws NoCluster before anything is changed; the driver's error of a step
 */
export function distribute(url: string, onStep: (says: string) => void = () => undefined): Promise<number> {
  const run = async (sql: Sql) => {
    const steps = await planDistribution(sql);
    for (const step of steps) {
      onStep(step.says);
      // One that waits too long for a lock lets others pass and tries again.
      await retryOn(['55P03', '40P01'], lockTries, () => step.run(sql));
    }
    return steps.length;
  };
  return withConnection(url, run, settings);
}
