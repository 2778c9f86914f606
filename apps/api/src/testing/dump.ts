import type { Database } from '@nuances/db/client';
import { sql } from 'drizzle-orm';
import * as z from 'zod';

const names = z.array(z.object({ name: z.string() }));
const lines = z.array(z.object({ line: z.string() }));

/** Every row of every table of the database as JSON, by table, as in a stolen dump. */
export async function dump(db: Database): Promise<Record<string, string[]>> {
  const tables = names.parse([
    ...(await db.execute(
      sql`select oid::regclass::text as name from pg_class
        where relkind in ('r', 'p') and not relispartition and relnamespace not in ('pg_catalog'::regnamespace, 'information_schema'::regnamespace)`,
    )),
  ]);
  const all: Record<string, string[]> = {};
  for (const { name } of tables) {
    const rows = lines.parse([...(await db.execute(sql`select row_to_json(t)::text as line from ${sql.raw(name)} t`))]);
    all[name.replace(/^public\./, '')] = rows.map(({ line }) => line);
  }
  return all;
}

/** Finds a text in a dump, case-insensitively: `table: row`. */
export function rowsWith(dumped: Record<string, string[]>, text: string): string[] {
  const wanted = text.toLowerCase();
  return Object.entries(dumped).flatMap(([table, rows]) =>
    rows.filter((row) => row.toLowerCase().includes(wanted)).map((row) => `${table}: ${row}`),
  );
}
