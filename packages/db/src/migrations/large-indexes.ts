import type { Sql } from 'postgres';
import { isPostgresError } from '../postgres/error-codes.ts';

/** A statement of a migration that makes an index which may be built beforehand. */
const indexPattern = /^CREATE INDEX IF NOT EXISTS "(\w+)" ON "(\w+)" /m;

/**
 * Builds the indexes of pending migrations on tables that exist, without stopping those who write: a migration is one
 * transaction, in which an index locks its table until it is built. The migration then finds them there. Which ones:
 * those that a migration makes `IF NOT EXISTS`. Waits for transactions that are older, however long they last.
 * @param statements of the pending migrations
 * @param sql a connection without timeouts
 */
export async function buildLargeIndexes(sql: Sql, statements: readonly string[]): Promise<void> {
  for (const statement of statements) {
    const [, name, table] = indexPattern.exec(statement) ?? [];
    if (name === undefined || table === undefined) continue;
    const [found] = await sql<{ has_table: boolean; is_broken: boolean }[]>`
      select to_regclass(${table}) is not null as has_table,
        exists (select from pg_index where indexrelid = to_regclass(${name}) and not indisvalid) as is_broken`;
    if (!found?.has_table) continue;
    // One that was interrupted has its name and is of no use.
    if (found.is_broken) await sql`drop index concurrently ${sql(name)}`;
    await sql.unsafe(statement.replace('CREATE INDEX', 'CREATE INDEX CONCURRENTLY')).catch((error: unknown) => {
      // A column that another pending migration adds: then the migration builds it.
      if (!isPostgresError(error, '42703')) throw error;
    });
  }
}
