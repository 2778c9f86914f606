/** The rules of citus-shapes.ts are those of a real cluster. */
import { openDriver } from '@nuances/db/postgres/driver';
import { testDatabase, type TestDatabase } from '@nuances/db/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { samples } from './citus-shapes.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
  const sql = openDriver(database.url, { max: 1 });
  // Some plans are made, and refused, only for rows.
  await sql`
    insert into users (id, username, email, locale, user_key_sealed, user_key_version, created_at)
    values ('11111111-1111-4111-8111-111111111111', 'somebody', 'a@example.org', 'en', 'key', 1, now())`;
  await sql`
    insert into scans (user_id, id, answers, scoring, created_at, received_at)
    select id, gen_random_uuid(), '{1,2,3,4,5,6,7}', 1, now(), now() from users`;
  await sql.end();
});
afterAll(() => database.drop());

it.each(samples)('Citus refuses, and takes the other form: $rule', async ({ refused, taken }) => {
  const sql = openDriver(database.url, { max: 1, onnotice: () => undefined });
  const end = new Error('taken');
  const attempt = (statement: string) =>
    sql.begin(async (transaction) => {
      await transaction.unsafe(statement);
      throw end;
    });
  try {
    await expect(attempt(taken)).rejects.toBe(end);
    await expect(attempt(refused)).rejects.toMatchObject({ name: 'PostgresError' });
  } finally {
    await sql.end();
  }
});
