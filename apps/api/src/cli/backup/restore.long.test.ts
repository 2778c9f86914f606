import { parseMasterKey } from '@nuances/crypto/master-key';
import { openDriver } from '@nuances/db/postgres/driver';
import { anonymousUserId, usageEvents } from '@nuances/db/schema';
import { testDatabase, type TestDatabase } from '@nuances/db/testing';
import { currentConsentVersion } from '@nuances/domain/consent/ledger';
import { eq } from 'drizzle-orm';
import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Sql } from 'postgres';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { ledgerPath, readLedger, updateLedger } from '../../account/ledger.ts';
import { checkFingerprint } from '../../database/master-key-check.ts';
import { startLedger } from '../../jobs/ledger.ts';
import { runBackup } from '../../testing/commands.ts';
import { password, testApp, type TestApp } from '../../testing/test-app.ts';

let t: TestApp;
let dataDir: string;
let file: string;
let source: Sql;
let elsewhere: TestDatabase;

beforeEach(async () => {
  const masterKeys = { current: parseMasterKey(randomBytes(32).toString('hex')), previous: null };
  t = await testApp({ masterKeys });
  await checkFingerprint(t.db, t.masterKeys);
  dataDir = await mkdtemp(join(tmpdir(), 'nuances-restore-'));
  file = join(dataDir, 'nightly.backup');
  source = openDriver(t.databaseUrl, { max: 1, onnotice: () => undefined });
});
afterEach(async () => {
  await source.end();
  await t.close();
  await rm(dataDir, { recursive: true });
});
beforeAll(async () => {
  elsewhere = await testDatabase({ migrated: false });
});
afterAll(() => elsewhere.drop());

async function run(words: readonly string[], url = t.databaseUrl) {
  const { isDone, said } = await runBackup(t, words, { url, ledgerFile: ledgerPath(dataDir) });
  return { isDone, said: said.join('\n') };
}

const logIn = (username: string) => t.logIn(username);
const refresh = (refreshToken: string) => t.http('POST', '/api/auth/refresh', { body: { refreshToken } });
const usernames = async (sql: Sql) =>
  (await sql<{ username: string }[]>`select username from users order by username`).map(({ username }) => username);

/** All rows of an account, by table. */
async function traces(sql: Sql, userId: string): Promise<string[]> {
  const tables = await sql<{ name: string; column: string }[]>`
    select c.table_name as name, c.column_name as column from information_schema.columns c
    join information_schema.tables t using (table_schema, table_name)
    where table_type = 'BASE TABLE' and table_schema = 'public' and data_type = 'uuid' and table_name <> 'erased_accounts'`;
  const found: string[] = [];
  for (const { name, column } of tables) {
    const [row] = await sql<{ is: boolean }[]>`
      select exists (select 1 from ${sql(name)} where ${sql(column)} = ${userId}) as is`;
    if (row?.is) found.push(name);
  }
  return found;
}

it('a restored backup revives no session, no link, no mail and no erased account', async () => {
  const scan = () => ({ _id: randomUUID(), answers: [1, 2, 3, 4, 5, 6, 7], duration: 5 });
  const leaver = await t.person('leaver');
  await leaver.api.results.create(scan());
  await t.alice.api.results.create(scan());
  // A link in a mail that was sent, another in one that waits.
  await t.http('POST', '/api/auth/resetpassword', { body: { email: t.bob.email } });
  await t.outbox.flush();
  const token = /resetpassword\/([\w-]{43})/.exec(t.mails.at(-1)?.text ?? '')?.[1] ?? '';
  expect((await t.http('GET', `/api/auth/resetpassword/${token}`)).status).toBe(200);
  await source`
    insert into mail_outbox (id, payload_sealed, created_at, next_attempt_at)
    values (${randomUUID()}, 'sealed', now(), now() + interval '1 day')`;

  const { token: scriptToken } = await t.alice.api.tokens.create({ name: 'a', scope: 'read', days: 365, password });
  const readByScript = () => t.http('GET', '/api/results?source=stats', { token: scriptToken });
  expect((await readByScript()).status).toBe(200);
  // The notice of the token is out.
  await t.outbox.flush();
  const endpoint = 'https://push.example/1';
  await t.alice.api.reminder.set({ days: [1], time: '08:00', zone: 'UTC', endpoint });

  await run(['backup', file]);
  const held = await source`
    select (select count(*)::int from sessions) as sessions, (select count(*)::int from mail_tokens) as links,
      (select count(*)::int from mail_outbox) as mails, (select count(*)::int from reminders) as reminders`;
  expect(held).toEqual([{ sessions: 5, links: 1, mails: 1, reminders: 1 }]);
  await t.callerOf(leaver.shortToken).profile.erase({ password });
  expect((await logIn('leaver')).status).toBe(401);

  const { isDone, said } = await run(['restore', file, '--replace']);
  expect(isDone).toBe(true);
  expect(said).toMatch(/everybody has to log in again.*Passwords.*are those of the backup/);
  expect(said).toContain('are erased again: 1.');
  // Sessions of the backup are ended; the password works.
  expect((await refresh(t.alice.refreshToken)).status).toBe(401);
  expect((await t.http('GET', '/api/results?source=stats', { token: t.alice.shortToken })).status).toBe(401);
  // And so are the script tokens.
  expect((await readByScript()).status).toBe(401);
  expect((await logIn('alice')).status).toBe(200);
  expect(await source`select from reminders`).toHaveLength(0);
  // Links of the backup are void, and nothing is sent.
  expect((await t.http('GET', `/api/auth/resetpassword/${token}`)).status).toBe(400);
  expect(await source`select id from mail_outbox`).toEqual([]);
  // Erased accounts stay erased.
  expect((await logIn('leaver')).status).toBe(401);
  expect((await refresh(leaver.refreshToken)).status).toBe(401);
  expect(await traces(source, leaver.id)).toEqual([]);
  expect(await traces(source, t.alice.id)).toContain('scans');

  // The next backup contains the erasure, and so does a database restored from it.
  const second = join(dataDir, 'second.backup');
  await run(['backup', second]);
  const fresh = await testDatabase({ migrated: false });
  const sql = openDriver(fresh.url, { max: 1, onnotice: () => undefined });
  try {
    await run(['restore', second], fresh.url);
    await run(['restore', file, '--replace'], fresh.url);
    expect(await usernames(sql)).not.toContain('leaver');
  } finally {
    await sql.end();
    await fresh.drop();
  }
});

it('a restored backup revives no agreement that was withdrawn since; control: an older one is there', async () => {
  const person = await t.person('withdrawing');
  const other = await t.person('counted');
  const versions = { usage: currentConsentVersion('usage') };
  for (const { api } of [person, other]) {
    await api.consents.withdraw({ purpose: 'usage' });
    await api.consents.give({ purpose: 'usage', version: versions.usage });
    await api.results.create({ _id: randomUUID(), answers: [1, 2, 3, 4, 5, 6, 7] });
  }
  await run(['backup', file]);
  await person.api.consents.withdraw({ purpose: 'usage' });
  await run(['restore', file, '--replace']);
  const events = (userId: string) => t.db.$count(usageEvents, eq(usageEvents.userId, userId));
  expect([await events(person.id), (await events(other.id)) > 0]).toEqual([0, true]);
  const ledger = (userId: string) => source<{ purpose: string; given: boolean }[]>`
    select purpose, given from consents where user_id = ${userId} order by at`;
  const entry = (given: boolean) => ({ purpose: 'usage', given });
  const first = [{ purpose: 'keep', given: true }, entry(false), entry(true)];
  expect(await ledger(other.id)).toEqual(first);
  expect(await ledger(person.id)).toEqual([...first, entry(false)]);
  const api = t.callerOf(String(Object((await logIn('withdrawing')).json).shortToken));
  await api.results.create({ answers: [1, 2, 3, 4, 5, 6, 7] });
  expect(await events(person.id)).toBe(0);
});

it('weeks of which no event is left are nobody’s again after a withdrawal; control: those of another person', async () => {
  const person = await t.person('withdrawing');
  const other = await t.person('counted');
  await source`
    insert into usage_weeks (week_start, computed_at, is_final)
    values (date_trunc('week', now() at time zone 'UTC') - interval '28 days', now(), true)`;
  for (const { id } of [person, other])
    await source`insert into usage_user_weeks (user_id, week_start, nb_active) select ${id}, week_start, 1 from usage_weeks`;
  await source`delete from usage_events`;
  await run(['backup', file]);
  await person.api.consents.withdraw({ purpose: 'usage' });
  await run(['restore', file, '--replace']);
  const owners = await source<{ id: string }[]>`select user_id as id from usage_user_weeks`;
  expect(owners.map(({ id }) => id).toSorted()).toEqual([anonymousUserId, other.id].toSorted());
});

it('an erasure under way is finished, in a restored backup of before it and of its middle', async () => {
  const during = join(dataDir, 'during.backup');
  const leaver = await t.person('leaver');
  await leaver.api.results.create({ _id: randomUUID(), answers: [1, 2, 3, 4, 5, 6, 7] });
  await run(['backup', file]);
  await leaver.api.profile.erase({ password });
  await run(['backup', during]);
  expect(await traces(source, leaver.id)).toEqual(expect.arrayContaining(['users', 'scans', 'erasures'])); // control

  const before = await run(['restore', file, '--replace']);
  expect(before.said).toContain('are erased again: 1.');
  expect(await traces(source, leaver.id)).toEqual([]);
  const middle = await run(['restore', during, '--replace']);
  // It was erased before that backup was made.
  expect(middle.said).toContain('are erased again: 0.');
  expect(await traces(source, leaver.id)).toEqual([]);
  expect(await logIn('alice')).toMatchObject({ status: 200 });
});

it('on another machine the ledger erases again; control: without it the account is back, with a warning', async () => {
  const leaver = await t.person('leaver');
  await run(['backup', file]);
  const warnings: string[] = [];
  const job = startLedger(t.db, dataDir, { warn: (line) => warnings.push(line) });
  await leaver.api.profile.erase({ password });
  await job.stop();
  expect(warnings).toEqual([]);
  const ledger = ledgerPath(dataDir);
  expect((await stat(ledger)).mode & 0o777).toBe(0o600);
  expect(await readFile(ledger, 'utf8')).toMatch(new RegExp(`^${leaver.id} \\d{4}-\\d\\d-\\d\\dT[\\d:.]+Z\\n$`));

  const kept = join(dataDir, 'kept.log');
  await writeFile(kept, await readFile(ledger));
  await rm(ledger);
  const sql = openDriver(elsewhere.url, { max: 1, onnotice: () => undefined });
  try {
    const without = await run(['restore', file], elsewhere.url);
    expect(without.said).toContain('Nothing here knows every account that was erased');
    expect(await usernames(sql)).toContain('leaver');

    const named = await run(['restore', file, '--replace', '--ledger', kept], elsewhere.url);
    expect(named.said).toContain('are erased again: 1.');
    expect(await usernames(sql)).toEqual(['alice', 'bob', 'root_admin']);
    expect(await traces(sql, leaver.id)).toEqual([]);

    // The ledger of the data folder is read without being named.
    await sql`delete from erased_accounts`;
    await writeFile(ledger, await readFile(kept));
    expect((await run(['restore', file, '--replace'], elsewhere.url)).said).toContain('are erased again: 1.');

    await writeFile(kept, 'something else\n');
    await expect(run(['restore', file, '--replace', '--ledger', kept], elsewhere.url)).rejects.toThrow('line 1');
    await expect(run(['restore', file, '--replace', '--ledger', join(dataDir, 'none')], elsewhere.url)).rejects.toThrow(
      'There is no ledger',
    );
    expect(await usernames(sql)).toEqual(['alice', 'bob', 'root_admin']);
  } finally {
    await sql.end();
  }
});

it('the ledger keeps erasures that a replaced database has lost', async () => {
  const ledger = ledgerPath(dataDir);
  const old = { userId: randomUUID(), erasedAt: new Date('2026-01-02T03:04:05.678Z') };
  await writeFile(ledger, `${old.userId} ${old.erasedAt.toISOString()}\n`);
  const leaver = await t.person('leaver');
  await leaver.api.profile.erase({ password });
  await updateLedger(t.db, ledger);
  await updateLedger(t.db, ledger);
  expect(await readLedger(ledger)).toMatchObject({ erasures: [old, { userId: leaver.id }], entries: [] });
});

it('an erasure that is rolled back is in no ledger', async () => {
  const person = await t.person('stayer');
  await expect(person.api.profile.erase({ password: 'Wrong-horse-7!' })).rejects.toThrow('currentPassword');
  expect(await source`select user_id from erased_accounts`).toEqual([]);
});
