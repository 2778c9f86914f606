import type { Database } from '@nuances/db/client';
import * as schema from '@nuances/db/schema';
import { type Column, getTableColumns, getTableName, is, sql } from 'drizzle-orm';
import { PgTable } from 'drizzle-orm/pg-core';

/** The column by which the rows of a table belong to an account; null for a table without data about accounts. */
function ownerOf(table: PgTable): Column | null {
  const columns: Readonly<Record<string, Column>> = getTableColumns(table);
  return (table === schema.users ? columns['id'] : (columns['userId'] ?? columns['startedBy'])) ?? null;
}

const tables = Object.values(schema).filter((value) => is(value, PgTable));

/** Rows of a table about an account. */
export interface StoredRows {
  readonly table: string;
  /** Null for a table that is about nobody. */
  readonly rows: number | null;
}

/** How many rows of each table are about an account. */
export async function countStored(db: Database, userId: string): Promise<readonly StoredRows[]> {
  const owned = tables.flatMap((table) => {
    const owner = ownerOf(table);
    return owner ? [{ table, owner }] : [];
  });
  const counts = owned.map(({ table, owner }) => {
    // The index of the weeks is by week first: with the list of weeks it is asked for one row of each.
    const rows =
      table === schema.usageUserWeeks
        ? sql`${schema.usageWeeks} join ${table} on ${schema.usageUserWeeks.weekStart} = ${schema.usageWeeks.weekStart}`
        : sql`${table}`;
    return sql`select ${getTableName(table)}::text as name, count(*)::int as rows from ${rows} where ${owner} = ${userId}`;
  });
  const found = await db.execute<{ name: string; rows: number }>(sql.join(counts, sql` union all `));
  const rowsOf = new Map([...found].map(({ name, rows }) => [name, rows]));
  return tables.map((table) => ({ table: getTableName(table), rows: rowsOf.get(getTableName(table)) ?? null }));
}
