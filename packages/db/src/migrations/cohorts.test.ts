import { expect, it } from 'vitest';
import { anonymousUserId } from '../schema.ts';
import { openDriver } from '../postgres/driver.ts';
import { testDatabase } from '../testing.ts';
import { migrate, withMigrationLock } from './migrate.ts';
import { recreateTables, latestSchemaState } from './schema-state.ts';

/** The migrations before the one that counts active people and cohorts. */
const migrationsBefore = 13;

it('weekly rows of earlier versions get their person, and the sign-up of accounts and of events', async () => {
  const database = await testDatabase({ migrated: false });
  const sql = openDriver(database.url, { max: 1, onnotice: () => undefined });
  try {
    const before = latestSchemaState().slice(0, migrationsBefore);
    await withMigrationLock(database.url, (transaction) => recreateTables(transaction, before));
    const [ann, ben] = ['00000000-0000-4000-8000-000000000001', '00000000-0000-4000-8000-000000000002'];
    await sql`insert into users (id, username, email, locale, user_key_sealed, user_key_version, created_at)
      values (${ann}, 'ann', 'ann@example.org', 'en', '', 1, '2024-03-10T23:59:59Z')`; // a Sunday
    await sql`insert into usage_events (user_id, kind, at) values (${ben}, 'signup', '2026-03-09T00:00:00Z')`;
    for (const [userId, week] of [
      [ann, '2024-03-04'],
      [ann, '2026-03-09'],
      [ben, '2026-03-09'],
      [anonymousUserId, '2026-03-09'],
    ] as const)
      await sql`insert into usage_user_weeks (user_id, week_start) values (${userId}, ${week})`;
    await sql`insert into usage_weeks (week_start, computed_at) values ('2024-03-04', now()), ('2026-03-09', now()), ('2026-03-16', now())`;

    await migrate(database.url);
    expect(
      await sql`select user_id, week_start::text, nb_active, signed_up from usage_user_weeks order by week_start, user_id`,
    ).toEqual([
      { user_id: ann, week_start: '2024-03-04', nb_active: 1, signed_up: true },
      { user_id: anonymousUserId, week_start: '2026-03-09', nb_active: 0, signed_up: false },
      { user_id: ann, week_start: '2026-03-09', nb_active: 1, signed_up: false },
      { user_id: ben, week_start: '2026-03-09', nb_active: 1, signed_up: true },
    ]);
    expect(await sql`select nb_active, cohorts_of from usage_weeks order by week_start`).toEqual([
      { nb_active: 1, cohorts_of: null },
      { nb_active: 2, cohorts_of: null },
      { nb_active: 0, cohorts_of: null },
    ]);
    // From here on a row says itself how many it counts.
    await sql`insert into usage_user_weeks (user_id, week_start) values (${ann}, '2026-03-16')`;
    expect(await sql`select nb_active from usage_user_weeks where week_start = '2026-03-16'`).toEqual([
      { nb_active: 0 },
    ]);
  } finally {
    await sql.end();
    await database.drop();
  }
});
