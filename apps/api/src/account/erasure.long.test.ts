/** What of an erased account can be read, and that its rows are removed whatever happens meanwhile. */
import { openDatabase } from '@nuances/db/client';
import { usageEvents, usageUserWeeks } from '@nuances/db/schema';
import { eq, sql } from 'drizzle-orm';
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { runCommand } from '../testing/commands.ts';
import { dump, rowsWith } from '../testing/dump.ts';
import { seal } from '../testing/seal.ts';
import { password, testApp, type TestApp } from '../testing/test-app.ts';
import { createErasures, waitingErasures } from './erasures.ts';

type Person = Awaited<ReturnType<TestApp['person']>>;

let t: TestApp;
/** With rows from before the first week was counted: no later event is older. */
let old: Readonly<Record<'much' | 'other' | 'killed', Person>>;
beforeAll(async () => {
  t = await testApp();
  old = { much: await t.person('much'), other: await t.person('other'), killed: await t.person('killed') };
  for (const who of Object.values(old)) await fill(who);
});
afterAll(() => t.close());

const answers = [1, 10, 5, 6, 3, 8, 7];
/** What waits for `passed` goes on after `open()`. */
function gate() {
  let open = (): void => undefined;
  const passed = new Promise<void>((resolve) => (open = resolve));
  return { passed, open: () => open() };
}
const quiet = { info: () => undefined, warn: () => undefined };

/** More rows of a person in every table than one step removes, over a year. */
async function fill({ id }: Pick<Person, 'id'>): Promise<void> {
  await t.db.execute(sql`
    insert into scans (user_id, id, answers, scoring, created_at, received_at)
    select ${id}, gen_random_uuid(), '{1,2,3,4,5,6,7}', 1, now(), now() from generate_series(1, 1200)`);
  await t.db.execute(sql`
    insert into notes (user_id, id, title_sealed, text_sealed, category_id, scan_result_id, revision, created_at, updated_at)
    select user_id, gen_random_uuid(), '', 'sealed', 'red', id, 1, now(), now() from scans where user_id = ${id}`);
  await t.db.execute(sql`
    insert into deleted_notes (user_id, id, revision, deleted_at)
    select ${id}, gen_random_uuid(), 1, now() from generate_series(1, 600)`);
  await t.db.execute(sql`
    insert into usage_events (user_id, kind, at)
    select ${id}, case when n % 7 = 0 then 'stats_opened' else 'activity' end, now() - n * interval '45 minutes'
    from generate_series(1, 12000) as n`);
}

async function totals() {
  await (
    await t.services.aggregation.begin({ trigger: 'command' })
  )?.ended;
  return (await t.admin.api.admin.stats()).userStats.map((week) => JSON.stringify(week));
}

const erase = (who: Person) => who.api.profile.erase({ password });
const remains = async (userId: string) =>
  rowsWith(await dump(t.db), userId)
    .map((row) => row.split(': ')[0])
    .filter((table) => table !== 'erased_accounts');
const logIn = async (username: string) => (await t.logIn(username)).status;

it('nothing of the person can be read before the rows are removed, and the name is free', async () => {
  const leaver = await t.person('leaver');
  const { shortToken: token, refreshToken, email, userKey } = leaver;
  await leaver.api.results.create({ _id: randomUUID(), answers });
  await leaver.api.notes.create({ _id: randomUUID(), text: seal(userKey, 'x'), categoryId: 'red' });
  await t.http('POST', '/api/auth/resetpassword', { body: { email } });
  await t.outbox.flush();
  const reset = /resetpassword\/([\w-]{43})/.exec(t.mails.at(-1)?.text ?? '')?.[1] ?? '';
  const [row] = await t.db.execute(sql`select user_key_sealed as key from users where id = ${leaver.id}`);
  const secret = [leaver.email, '"leaver"', String(row?.['key'])];
  const calls = async () => [
    await logIn('leaver'),
    await logIn(email),
    (await t.http('POST', '/api/auth/refresh', { body: { refreshToken } })).status,
    (await t.http('GET', '/api/results?source=history', { token })).status,
    (await t.http('GET', '/api/notes/all', { token })).status,
    (await t.http('GET', '/api/notes/userkey', { token })).status,
    (await t.http('GET', `/api/auth/resetpassword/${reset}`)).status,
  ];
  expect(await calls()).toEqual([200, 200, 200, 200, 200, 200, 200]); // control
  const before = await dump(t.db);
  for (const text of secret) expect(rowsWith(before, text), text).not.toEqual([]); // control

  await erase(leaver);
  expect(await calls()).toEqual([401, 401, 401, 401, 401, 401, 400]);
  const after = await dump(t.db);
  for (const text of secret) expect(rowsWith(after, text), text).toEqual([]);
  // The call waited for none of its scans and notes: they are still there, and no key opens the notes.
  expect(new Set(await remains(leaver.id))).toEqual(new Set(['users', 'scans', 'notes', 'usage_events', 'erasures']));
  await expect(erase(leaver)).rejects.toThrow('sessionMissing');

  // A new account of that name is another one, and is left alone.
  const body = { username: 'leaver', email, password, language: 'en' };
  expect((await t.http('POST', '/api/auth/signup', { body })).status).toBe(201);
  const list = async () => (await runCommand(t, ['erasures'])).said;
  expect(await list()).toEqual([expect.stringContaining(leaver.id), '1 waiting. The running product finishes them.']);
  expect(await t.services.erasures.flush()).toBe(1);
  expect(await remains(leaver.id)).toEqual([]);
  expect(await logIn('leaver')).toBe(200);
  expect((await list()).at(-1)).toBe('No erasure waits.');
});

it('a list or an export that waited for its turn meanwhile is refused', async () => {
  const paths = [
    ...['/api/notes/all', '/api/profile/export', '/trpc/notes.all', '/trpc/profile.exportData'],
    ...['/api/results/own', '/api/results?source=stats'],
  ];
  const { accountReads } = t.services;
  const takeTurn = accountReads.acquire.bind(accountReads);
  /** The answers to reads that begin before, and go on after `meanwhile`. */
  const readAround = async (who: Person, meanwhile: () => Promise<unknown>) => {
    const turn = gate();
    const acquire = vi.spyOn(accountReads, 'acquire').mockImplementation(async (...asked) => {
      await turn.passed;
      return takeTurn(...asked);
    });
    const answered = Promise.all(paths.map((path) => t.http('GET', path, { token: who.shortToken })));
    await vi.waitFor(() => expect(acquire).toHaveBeenCalledTimes(paths.length), { timeout: 10_000 });
    await meanwhile();
    turn.open();
    acquire.mockRestore();
    return answered;
  };
  const leaver = await t.person('reader');
  const text = seal(leaver.userKey, 'x');
  await leaver.api.notes.create({ _id: randomUUID(), text, categoryId: 'red' });
  const { _id: scan } = await leaver.api.results.create({ _id: randomUUID(), answers });
  const control = await readAround(leaver, async () => undefined);
  for (const [index, answer] of control.entries()) expect(answer.text).toContain(index < 4 ? text : scan);
  const refused = await readAround(leaver, () => erase(leaver));
  expect(refused.map(({ status }) => status)).toEqual(paths.map(() => 401));
  expect(await t.services.erasures.flush()).toBe(1);
});

it('many rows go in steps, weekly totals stay, and so does everybody else', async () => {
  const { much: leaver, other: stayer } = old;
  const week = await totals();
  expect(await t.db.$count(usageUserWeeks, eq(usageUserWeeks.userId, leaver.id))).toBeGreaterThan(40); // control
  const others = async () => rowsWith(await dump(t.db), stayer.id).toSorted();
  const before = await others();
  await erase(leaver);
  expect(await t.services.erasures.flush()).toBe(1);
  expect(await remains(leaver.id)).toEqual([]);
  expect(await others()).toEqual(before);
  expect(await totals()).toEqual(week);
});

it('a killed instance is followed by another one, which goes on where it ended', async () => {
  const leaver = old.killed;
  const week = await totals();
  await erase(leaver);
  const direct = openDatabase(t.databaseUrl, { max: 2, applicationName: 'nuances-erasure-test' });
  const events = () => t.db.$count(usageEvents, eq(usageEvents.userId, leaver.id));
  const held = gate();
  // A run that counts the running week keeps the child from its last step.
  const counting = direct.db.transaction(async (transaction) => {
    await transaction.execute(sql`set local idle_in_transaction_session_timeout = 0`);
    await transaction.execute(sql`select from usage_weeks where not is_final for update`);
    await held.passed;
  });
  const file = fileURLToPath(new URL('../testing/erasure.child.ts', import.meta.url));
  const child = spawn(process.execPath, ['--import', 'tsx', file, t.databaseUrl], { stdio: 'inherit' });
  try {
    await vi.waitFor(async () => expect(await events()).toBeLessThan(1_000), { timeout: 20_000, interval: 50 });
  } finally {
    child.kill('SIGKILL');
    await once(child, 'exit');
    held.open();
    await counting;
    await direct.close();
  }
  expect(new Set(await remains(leaver.id))).toEqual(new Set(['users', 'usage_events', 'usage_user_weeks', 'erasures']));
  // Its lease lasts.
  expect(await t.services.erasures.flush()).toBe(0);
  await t.db.execute(sql`update erasures set next_attempt_at = now()`);
  expect(await t.services.erasures.flush()).toBe(1);
  expect(await remains(leaver.id)).toEqual([]);
  expect(await totals()).toEqual(week);
});

it('two instances share the work', async () => {
  const people = await Promise.all(Array.from({ length: 8 }, (_, n) => t.person(`crowd_${n}`)));
  for (const who of people) await who.api.results.create({ _id: randomUUID(), answers });
  const week = await totals();
  await Promise.all(people.map(erase));
  const second = openDatabase(t.databaseUrl, { max: 4, applicationName: 'nuances-second' });
  try {
    const done = await Promise.all([
      t.services.erasures.flush(),
      createErasures({ db: second.db, log: quiet }).flush(),
      t.services.aggregation.begin({ trigger: 'command' }).then((run) => run?.ended),
    ]);
    expect(done[0] + done[1]).toBe(8);
  } finally {
    await second.close();
  }
  for (const { id } of people) expect(await remains(id)).toEqual([]);
  expect(await totals()).toEqual(week);
});

it('what a call under way still writes goes too', async () => {
  const leaver = await t.person('writer');
  const held = gate();
  const locked = gate();
  const writing = t.db.transaction(async (transaction) => {
    await transaction.execute(sql`select from users where id = ${leaver.id} for key share`);
    locked.open();
    await held.passed;
    await transaction.execute(sql`
      insert into scans (user_id, id, answers, scoring, created_at, received_at)
      values (${leaver.id}, gen_random_uuid(), '{1,2,3,4,5,6,7}', 1, now(), now())`);
    await transaction.execute(sql`insert into usage_events (user_id, kind, at) values (${leaver.id}, 'scan', now())`);
  });
  await locked.passed;
  await erase(leaver);
  const finishing = t.services.erasures.flush();
  await expect.poll(async () => (await waitingErasures(t.db))[0]?.attempts).toBe(1);
  held.open();
  await writing;
  expect(await finishing).toBe(1);
  expect(await remains(leaver.id)).toEqual([]);
});

it('a failure is kept with the erasure, without data, and it is tried again', async () => {
  const leaver = await t.person('unlucky');
  await erase(leaver);
  await t.db.execute(sql`
    create function refuse() returns trigger language plpgsql as $$ begin raise 'no: %', old.id; end $$`);
  await t.db.execute(sql`create trigger refuse before delete on users for each row execute function refuse()`);
  expect(await t.services.erasures.flush()).toBe(0);
  const [waiting] = await waitingErasures(t.db);
  expect(waiting).toMatchObject({ userId: leaver.id, attempts: 1, lastError: expect.stringContaining('P0001') });
  expect(waiting?.lastError).not.toContain(`no: ${leaver.id}`);
  expect(await t.services.erasures.flush()).toBe(0); // not before its pause is over
  await t.db.execute(sql`drop trigger refuse on users`);
  await t.db.execute(sql`update erasures set next_attempt_at = now()`);
  expect(await t.services.erasures.flush()).toBe(1);
  expect(await remains(leaver.id)).toEqual([]);
});
