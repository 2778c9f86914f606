/** What runs again and again finds its rows by index, in steps, however many there are. */
import { sql } from 'drizzle-orm';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ensureMonths } from '@nuances/db/usage-events/months';
import { countErasures } from '../account/erasures.ts';
import { longTransaction } from '../admin/long-transaction.ts';
import { secondsSinceLastDone } from '../admin/runs.ts';
import { createSchedule } from '../admin/schedule.ts';
import { testApp, type TestApp } from '../testing/test-app.ts';
import { startLedger } from './ledger.ts';
import { runMaintenance } from './maintenance.ts';

let t: TestApp;
let dataDir: string;

const people = 5_000;
const numbered = sql`generate_series(1, ${people}) as n`;
const uuidOf = (text: string) => sql.raw(`md5('${text}' || n)::uuid`);
/** Some rows are over, most are not. */
const end = sql`now() + case when n <= 1100 then interval '-40 days' else n * interval '1 minute' end`;
/** Most rows are over 30 days ago. */
const gone = sql`now() - case when n <= 1100 then interval '40 days' else interval '1 day' end`;

const fills = {
  users: sql`(id, username, email, locale, user_key_sealed, user_key_version, created_at, email_verified_at)
    select ${uuidOf('u')}, 'u' || n, 'u' || n || '@example.org', 'en', '', 1, now(), now() from ${numbered}`,
  sessions: sql`(id, user_id, expires_at, absolute_expires_at, created_at, last_seen_at)
    select 's' || n, ${uuidOf('u')}, ${end}, ${end} + interval '1 day', now(), now() from ${numbered}`,
  mail_tokens: sql`(token_hash, user_id, purpose, email, created_at, expires_at)
    select 't' || n, ${uuidOf('u')}, 'verify', 'u' || n || '@example.org', now(), ${end} from ${numbered}`,
  mail_outbox: sql`(id, payload_sealed, created_at, next_attempt_at, given_up_at)
    select ${uuidOf('m')}, '', now(), now(), ${gone} from ${numbered}`,
  deleted_notes: sql`(user_id, id, revision, deleted_at)
    select ${uuidOf('u')}, ${uuidOf('n')}, 1, ${gone} from ${numbered}`,
  auth_attempts: sql`(origin, count, resets_at) select 'a' || n, 1, ${end} from ${numbered}`,
  login_failures: sql`(subject, count, resets_at, in_a_row, failed_at)
    select 'f' || n, 1, now(), 1, case when n <= 1100 then now() - interval '3 days' else now() end from ${numbered}`,
  reminders: sql`(user_id, family, days, time, zone, endpoint_sealed, next_due_at)
    select ${uuidOf('u')}, ${uuidOf('f')}, '{1}', '08:00', 'UTC', '', now() + n * interval '1 minute' from ${numbered}`,
  ledger_entries: sql`(user_id, subject, value, at)
    select ${uuidOf('u')}, 'lock', 'locked', now() - n * interval '1 hour' from ${numbered}`,
  erased_accounts: sql`(user_id, erased_at) select ${uuidOf('e')}, now() - n * interval '1 hour' from ${numbered}`,
  scans: sql`(user_id, id, answers, scoring, created_at, received_at)
    select ${uuidOf('u')}, ${uuidOf('u')}, '{1,2,3,4,5,6,7}', 1, now(), now() from ${numbered}`,
  notes: sql`(user_id, id, title_sealed, text_sealed, category_id, revision, created_at, updated_at)
    select ${uuidOf('u')}, ${uuidOf('u')}, '', '', 'red', 1, now(), now() from ${numbered}`,
  usage_events: sql`(user_id, kind, at)
    select md5('u' || n % 5000)::uuid, 'activity', now() - (80001 - n) * interval '1 minute'
    from generate_series(1, 80000) as n`,
};
const tables = Object.keys(fills);

beforeAll(async () => {
  t = await testApp();
  dataDir = await mkdtemp(join(tmpdir(), 'nuances-sweeps-'));
  for (const [table, rows] of Object.entries(fills))
    await longTransaction(t.db, (transaction) =>
      transaction.execute(sql`insert into ${sql.identifier(table)} ${rows}`),
    );
  await ensureMonths(t.db.$client);
  await t.services.aggregation.begin({ trigger: 'command' }).then((run) => run?.ended);
  await t.db.execute(sql`vacuum analyze`);
});
afterAll(async () => {
  await t.close();
  await rm(dataDir, { recursive: true });
});

/** How many rows of each table the app has read so far without an index. */
async function readWithoutIndex(): Promise<Record<string, number>> {
  // A connection tells the counts of its statements at its end at the latest: also the one that filled the tables and vacuumed.
  await t.db.transaction(async (transaction) => {
    await transaction.execute(sql`select pg_stat_force_next_flush()`);
    await transaction.execute(sql`
      select pg_terminate_backend(pid, 10000) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'`);
  });
  for (const db of [t.db, t.services.db]) {
    const answers = () => db.execute(sql`select 1`).then(Boolean, () => false);
    await expect.poll(answers).toBe(true);
  }
  const rows = await t.db.execute(sql`
    select regexp_replace(relname, '^usage_events_.*', 'usage_events') as name, sum(seq_tup_read)::int as read
    from pg_stat_user_tables where relid not in (select partrelid from pg_partitioned_table) group by 1`);
  return Object.fromEntries(
    rows.filter(({ name }) => tables.includes(String(name))).map(({ name, read }) => [String(name), Number(read)]),
  );
}

const counts = async () =>
  Object.fromEntries(
    await Promise.all(
      ['sessions', 'mail_tokens', 'mail_outbox', 'deleted_notes', 'auth_attempts', 'login_failures'].map(
        async (name) => [name, await t.db.$count(sql`${sql.identifier(name)}`)] as const,
      ),
    ),
  );

it('scans no table that grows, and removes what is over', async () => {
  const before = await readWithoutIndex();
  expect(Object.keys(before).toSorted()).toEqual(tables.toSorted());
  await t.services.sessions.find('x');
  await t.services.db.execute(sql`select count(*) from users where first_name = 'x'`);
  const control = await readWithoutIndex();
  expect((control['users'] ?? 0) - (before['users'] ?? 0)).toBe(people + 3);

  const ledger = startLedger(t.services.db, dataDir, { warn: (line) => expect(line).toBe('') });
  await ledger.stop();
  await runMaintenance(t.services);
  await t.outbox.flush();
  await t.services.reminderSender.flush();
  await t.services.erasures.flush();
  await t.services.activity.flush();
  // What each reading of the metrics asks for.
  await t.services.outbox.count();
  await countErasures(t.services.db);
  await secondsSinceLastDone(t.services.db);
  const at = { hour: 3, minute: 10 };
  await createSchedule(t.services.db, { begin: async () => null }, at)();
  for (const [table, read] of Object.entries(await readWithoutIndex()))
    expect(read - (control[table] ?? 0), table).toBeLessThan(100);
  const left = people - 1_100;
  expect(await counts()).toEqual({
    sessions: left + 3, // those of the app's people
    mail_tokens: left,
    mail_outbox: left,
    deleted_notes: left,
    auth_attempts: left,
    login_failures: left,
  });
});
