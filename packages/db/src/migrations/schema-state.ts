/**
 * The state of a database's schema: how many of our migrations it has had. For backups, which are
 * restored in the state they were made in and brought up to date after.
 */
import { readMigrationFiles } from 'drizzle-orm/migrator';
import type { ISql, TransactionSql } from 'postgres';
import { migrationsFolder } from './migrate.ts';

/** Migrations by the moment they were made, milliseconds since 1970: that is how the database knows them. */
export type SchemaState = readonly number[];

/** Every migration there is, the first first. */
export function newestState(): SchemaState {
  return filesOf().map(({ folderMillis }) => folderMillis);
}

/** What a database has had; empty for one that was never ours. */
export async function stateOf(sql: ISql): Promise<SchemaState> {
  const [journal] = await sql<{ there: boolean }[]>`
    select to_regclass('drizzle.__drizzle_migrations') is not null as there`;
  if (!journal?.there) return [];
  const rows = await sql<{ at: string }[]>`
    select created_at::text as at from drizzle.__drizzle_migrations order by created_at`;
  return rows.map(({ at }) => Number(at));
}

/** Whether these migrations are the first of ours: false for those of a newer product, or of another. */
export function isKnown(state: SchemaState): boolean {
  const known = newestState();
  return state.length <= known.length && state.every((at, index) => at === known[index]);
}

/** The tables that our migrations make, those of nothing but a state of ours; without the guard of migrations. */
export function tablesOf(state: SchemaState): string[] {
  const tables = new Set<string>();
  for (const { sql } of filesOf().slice(0, state.length))
    for (const [, verb = '', name = ''] of sql.join('').matchAll(/^(CREATE|DROP) TABLE "(\w+)"/gm))
      if (verb === 'CREATE') tables.add(name);
      else tables.delete(name);
  return [...tables];
}

/**
 * Gives a database the tables of a state, all of them empty; those it has are removed with what they
 * hold. Others are left alone. Until the transaction ends, nobody else sees any of it.
 */
export async function makeEmpty(transaction: TransactionSql, state: SchemaState): Promise<void> {
  const present = tablesOf(await stateOf(transaction));
  if (present.length > 0) await transaction`drop table ${transaction(present)}`;
  await transaction`create schema if not exists drizzle`;
  await transaction`
    create table if not exists drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint)`;
  await transaction`delete from drizzle.__drizzle_migrations`;
  for (const { sql, hash, folderMillis } of filesOf().slice(0, state.length)) {
    for (const statement of sql) await transaction.unsafe(statement);
    await transaction`insert into drizzle.__drizzle_migrations (hash, created_at) values (${hash}, ${folderMillis})`;
  }
}

function filesOf() {
  return readMigrationFiles({ migrationsFolder: migrationsFolder() });
}
