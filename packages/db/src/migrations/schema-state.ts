/**
 * The state of a database's schema: the number of applied migrations. For backups, which are restored in the state they
 * were made in and then migrated.
 */
import { readMigrationFiles } from 'drizzle-orm/migrator';
import type { ISql, TransactionSql } from 'postgres';
import journal from '../../migrations/meta/_journal.json' with { type: 'json' };
import { migrationsFolder } from './migrations-folder.ts';

/** The applied migrations by their time of creation, milliseconds since 1970: the key under which drizzle stores them. */
export type SchemaState = readonly number[];

/** Every migration of this version, oldest first. */
export function latestSchemaState(): SchemaState {
  return journal.entries.map(({ when }) => when);
}

/** The migrations that were applied to a database; empty for a foreign one. */
export async function readSchemaState(sql: ISql): Promise<SchemaState> {
  const [table] = await sql<{ there: boolean }[]>`
    select to_regclass('drizzle.__drizzle_migrations') is not null as there`;
  return table?.there ? readOurSchemaState(sql) : [];
}

/** As {@link readSchemaState}, with one query; rejects for a database that never had a migration. */
export async function readOurSchemaState(sql: ISql): Promise<SchemaState> {
  const rows = await sql<{ at: string }[]>`
    select created_at::text as at from drizzle.__drizzle_migrations order by created_at`;
  return rows.map(({ at }) => Number(at));
}

/** The database has had migrations that this version does not know: what it would write could be wrong there. */
export class DatabaseNewer extends Error {
  override readonly name = 'DatabaseNewer';

  constructor() {
    super(
      'The database belongs to a newer Nuances than this one, which does not know its tables. Start that version, or restore a backup that was made before the update into an empty database.',
    );
  }
}

/** Whether these migrations are the first of ours: false for those of a newer version or of another product. */
export function isKnownSchema(state: SchemaState): boolean {
  const known = latestSchemaState();
  return state.length <= known.length && state.every((at, index) => at === known[index]);
}

/** The tables that exist in a state of our schema. The table of the migration lock is not one of them. */
export function tablesOf(state: SchemaState): string[] {
  const tables = new Set<string>();
  for (const { sql } of migrationFiles().slice(0, state.length))
    for (const [, verb = '', name = ''] of sql.join('').matchAll(/^(CREATE|DROP) TABLE "(\w+)"/gm))
      if (verb === 'CREATE') tables.add(name);
      else tables.delete(name);
  return [...tables];
}

/**
 * Drops our tables with their rows and makes those of a state, empty. Other tables stay. No other session sees a change
 * before the transaction commits.
 */
export async function recreateTables(transaction: TransactionSql, state: SchemaState): Promise<void> {
  const present = tablesOf(await readSchemaState(transaction));
  if (present.length > 0) await transaction`drop table ${transaction(present)}`;
  await transaction`create schema if not exists drizzle`;
  await transaction`
    create table if not exists drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint)`;
  await transaction`delete from drizzle.__drizzle_migrations`;
  await apply(transaction, migrationFiles().slice(0, state.length));
}

/** Applies every missing migration, in the caller's transaction. */
export async function applyMigrations(transaction: TransactionSql): Promise<void> {
  await apply(transaction, migrationFiles().slice((await readSchemaState(transaction)).length));
}

/** The statements of the migrations that a database of ours has not had; none for a database that was never ours. */
export async function pendingStatements(sql: ISql): Promise<string[]> {
  const state = await readSchemaState(sql);
  if (state.length === 0 || !isKnownSchema(state)) return [];
  return migrationFiles()
    .slice(state.length)
    .flatMap(({ sql: statements }) => statements);
}

async function apply(transaction: TransactionSql, files: ReturnType<typeof migrationFiles>): Promise<void> {
  for (const { sql, hash, folderMillis } of files) {
    for (const statement of sql) await transaction.unsafe(statement);
    await transaction`insert into drizzle.__drizzle_migrations (hash, created_at) values (${hash}, ${folderMillis})`;
  }
}

let files: ReturnType<typeof readMigrationFiles> | undefined;

function migrationFiles() {
  files ??= readMigrationFiles({ migrationsFolder: migrationsFolder() });
  return files;
}
