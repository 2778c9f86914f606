import type { Sql } from 'postgres';
import { literal, monthAfter, monthOf } from './months.ts';

/** The migration that makes `usage_events` a partitioned table. */
const renaming = 'ALTER TABLE "usage_events" RENAME TO "usage_events_before"';
/** The old table takes the rows of the running month and of the following ones, until its rows are in months. */
const monthsTaken = 3;

/**
 * Checks what the pending migration to months claims about every row, while others write: in the migration, the table would
 * be locked meanwhile. The check of the time remains when a start is interrupted; every start sets it anew, so that no
 * instance ever writes a row that it refuses.
 * @param statements of the pending migrations
 * @throws the driver's error, 55P03 for a lock that another transaction holds
 */
export async function prepareMonths(sql: Sql, statements: readonly string[]): Promise<void> {
  if (!statements.some((statement) => statement.includes(renaming))) return;
  const left = await sql<{ name: string }[]>`
    select conname as name from pg_constraint
    where conrelid = to_regclass('usage_events') and conname like 'usage\\_events\\_before\\_2%'`;
  for (const { name } of left) await sql`alter table usage_events drop constraint ${sql(name)}`;
  const [{ last }] = await sql<[{ last: number }]>`
    select extract(epoch from greatest(now(), max(at)))::float8 * 1000 as last from usage_events`;
  const bound = monthAfter(monthOf(last), monthsTaken);
  const name = `usage_events_before_${new Date(bound).toISOString().slice(0, 10).replaceAll('-', '_')}`;
  await sql.unsafe(`alter table usage_events add constraint ${name} check (at < ${literal(bound)}) not valid`);
  await sql`alter table usage_events validate constraint ${sql(name)}`;
  await sql`alter table usage_events validate constraint usage_events_kind_known`;
}
