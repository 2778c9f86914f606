import postgres, { type Sql } from 'postgres';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Where the server of a data folder listens; a product that root started may have it elsewhere. */
async function socketFolder(dataDir: string): Promise<string> {
  const here = join(dataDir, 'postgres.run');
  return existsSync(here)
    ? here
    : join('/var/lib/nuances', (await readFile(join(dataDir, 'instance'), 'utf8')).trim(), 'postgres.run');
}

/** Does something in the database of a server, as its operator may (docs/operating.md). */
export async function asOperator<Result>(dataDir: string, work: (sql: Sql) => Promise<Result>): Promise<Result> {
  const password = (await readFile(join(dataDir, 'postgres.password'), 'utf8')).trim();
  const at = { host: await socketFolder(dataDir), database: 'postgres', username: 'nuances_app', password };
  const sql = postgres({ ...at, max: 1, onnotice: () => undefined });
  try {
    return await work(sql);
  } finally {
    await sql.end();
  }
}

/** Every row of every table as JSON. */
export function databaseText(dataDir: string): Promise<string> {
  return asOperator(dataDir, async (sql) => {
    const tables = await sql<{ name: string }[]>`
      select oid::regclass::text as name from pg_class
      where relkind in ('r', 'p') and not relispartition
        and relnamespace not in ('pg_catalog'::regnamespace, 'information_schema'::regnamespace)`;
    const texts: string[] = [];
    for (const { name } of tables)
      for (const { line } of await sql<{ line: string }[]>`
        select row_to_json(t)::text as line from ${sql.unsafe(name)} t`)
        texts.push(line);
    return texts.join('\n');
  });
}

/** A row as its table has it. */
type Row = Readonly<Record<string, unknown>>;

/** Rows of a person in one table. */
export class OwnRows {
  readonly #dataDir: string;
  readonly #table: 'scans' | 'notes' | 'vault_slots';
  readonly #userId: string;

  constructor(dataDir: string, table: 'scans' | 'notes' | 'vault_slots', userId: string) {
    this.#dataDir = dataDir;
    this.#table = table;
    this.#userId = userId;
  }

  /** All of them. */
  async read(): Promise<readonly Row[]> {
    const rows = await asOperator(
      this.#dataDir,
      (sql) => sql<{ row: Row }[]>`
        select row_to_json(t) as row from ${sql(this.#table)} t where user_id = ${this.#userId} order by id`,
    );
    return rows.map(({ row }) => row);
  }

  /** Has these in place of all that there are. */
  async replace(rows: readonly Row[]): Promise<void> {
    const text = JSON.stringify(rows);
    await asOperator(this.#dataDir, async (sql) => {
      await sql`delete from ${sql(this.#table)} where user_id = ${this.#userId}`;
      await sql`
        insert into ${sql(this.#table)}
        select * from json_populate_recordset(null::${sql(this.#table)}, (${text}::text)::json)`;
    });
  }
}
