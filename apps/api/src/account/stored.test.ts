import { storedItems, type StoredItem } from '@nuances/domain/stored-data';
import en from '@nuances/i18n/en/stored/index';
import { sql } from 'drizzle-orm';
import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { type TestApp, useApp } from '../testing/test-app.ts';

let t: TestApp;
useApp((app) => (t = app));

const fieldsOf = ({ readable = [], sealed = [], hashed = [] }: StoredItem) => [...readable, ...sealed, ...hashed];

/** Tables that hold no data, but the state of the migrations. */
const ofMigrations = new Set(['migration_guard', '__drizzle_migrations']);

describe('the ledger of purposes', () => {
  it('STORED-1: has each column of the live database once', async () => {
    const live = await t.db.execute<{ field: string; name: string }>(sql`
      select c.table_name || '.' || c.column_name as field, c.table_name as name from information_schema.columns c
      join pg_class k on k.relname = c.table_name and k.relnamespace = 'public'::regnamespace and not k.relispartition
        and k.relkind in ('r', 'p') -- not the views of Citus
      where c.table_schema = 'public'`);
    const stored = [...live].filter(({ name }) => !ofMigrations.has(name)).map(({ field }) => field);
    expect(stored.length).toBeGreaterThan(100);
    const listed = storedItems.flatMap((item) => fieldsOf(item).map((field) => `${item.table}.${field}`));
    expect(listed.toSorted()).toEqual(stored.toSorted());
  });

  it('STORED-1: calls sealed and hashed what the columns are called so', () => {
    for (const item of storedItems)
      for (const field of item.readable ?? []) expect(field).not.toMatch(/_(?:sealed|hash)$/);
  });

  it('STORED-1: has the tables and times of docs/privacy.md', async () => {
    const text = await readFile(new URL('../../../../docs/privacy.md', import.meta.url), 'utf8');
    const [, section = ''] = text.split('\n## With an account\n');
    const items = section.replaceAll(/\n +/g, ' ').matchAll(/^- `(\w+)` \(([^)]+)\): \S/gm);
    const told = Array.from(items, ([, table, long]) => [table, long]);
    const longOf = (table: string) =>
      new Set(storedItems.filter((item) => item.table === table).map(({ id }) => en.item[id].long));
    const tables = [...new Set(storedItems.map(({ table }) => table))];
    expect(told).toEqual(tables.map((table) => [table, [...longOf(table)].join(' / ')]));
  });
});

describe('the rows about a person', () => {
  it('are counted by table, and nobody else’s', async () => {
    const person = await t.person('counted');
    const other = await t.person('somebody_else');
    const envelope = Buffer.alloc(40, 1).toString('base64');
    await person.api.results.create({ _id: randomUUID(), answers: [1, 2, 3, 4, 5, 6, 7] });
    for (const api of [person.api, other.api]) await api.notes.create({ text: envelope, categoryId: 'red' });
    const rows = Object.fromEntries(
      (await person.api.profile.stored()).map(({ table, rows: count }) => [table, count]),
    );
    expect(rows).toMatchObject({
      users: 1,
      sessions: 1,
      scans: 1,
      notes: 1,
      reminders: 0,
      usage_weeks: null,
      instance: null,
    });
    // A sign-up, a scan, a note.
    expect(rows['usage_events']).toBeGreaterThanOrEqual(2);
    expect(Object.keys(rows).toSorted()).toEqual([...new Set(storedItems.map(({ table }) => table))].toSorted());
  });

  it('are counted in every table that names an account', async () => {
    const live = await t.db.execute<{ name: string }>(sql`
      select distinct c.table_name as name from information_schema.columns c
      join pg_class k on k.relname = c.table_name and k.relnamespace = 'public'::regnamespace and not k.relispartition
      where c.table_schema = 'public' and c.column_name in ('user_id', 'started_by')`);
    const person = await t.person('owner');
    const counted = (await person.api.profile.stored()).filter(({ rows }) => rows !== null).map(({ table }) => table);
    expect(counted.toSorted()).toEqual([...[...live].map(({ name }) => name), 'users'].toSorted());
  });
});
