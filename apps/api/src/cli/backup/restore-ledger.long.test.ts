/** What operators and people decided after a backup stays decided after a restore, over the real commands and calls. */
import { parseMasterKey } from '@nuances/crypto/master-key';
import { openDriver } from '@nuances/db/postgres/driver';
import { anonymousUserId } from '@nuances/db/schema';
import { testDatabase, type TestDatabase } from '@nuances/db/testing';
import { currentConsentVersion } from '@nuances/domain/consent/ledger';
import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Sql } from 'postgres';
import { afterEach, beforeEach, expect, it } from 'vitest';
import * as z from 'zod';
import { ledgerPath, readLedger } from '../../account/ledger.ts';
import { checkFingerprint } from '../../database/master-key-check.ts';
import { startLedger } from '../../jobs/ledger.ts';
import { addPasskey, type SoftPasskey } from '../../testing/authenticator.ts';
import { runBackup, runCommand } from '../../testing/commands.ts';
import { turnCodesOn } from '../../testing/one-time-codes.ts';
import { prove, slot, turnVaultOn } from '../../testing/vault.ts';
import { password, testApp, type TestApp } from '../../testing/test-app.ts';

let t: TestApp;
let dataDir: string;
let file: string;
let ledger: string;
let source: Sql;
let elsewhere: TestDatabase;
let other: Sql;

beforeEach(async () => {
  const masterKeys = { current: parseMasterKey(randomBytes(32).toString('hex')), previous: null };
  t = await testApp({ masterKeys });
  await checkFingerprint(t.db, t.masterKeys);
  dataDir = await mkdtemp(join(tmpdir(), 'nuances-decisions-'));
  [file, ledger] = [join(dataDir, 'nightly.backup'), ledgerPath(dataDir)];
  source = openDriver(t.databaseUrl, { max: 1, onnotice: () => undefined });
  elsewhere = await testDatabase({ migrated: false });
  other = openDriver(elsewhere.url, { max: 1, onnotice: () => undefined });
});
afterEach(async () => {
  await Promise.all([source.end(), other.end()]);
  await t.close();
  await elsewhere.drop();
  await rm(dataDir, { recursive: true });
});

async function run(words: readonly string[], url = t.databaseUrl) {
  const { isDone, said } = await runBackup(t, words, { url, ledgerFile: ledger });
  expect(isDone).toBe(true);
  return said.join('\n');
}

async function admin(...words: readonly string[]) {
  expect(await runCommand(t, words)).toMatchObject({ isDone: true });
}

/** The running product writes the file once a minute, and at its end. */
async function writeLedger(): Promise<void> {
  const warnings: string[] = [];
  await startLedger(t.db, dataDir, { warn: (line) => warnings.push(line) }).stop();
  expect(warnings).toEqual([]);
}

const logIn = async (username: string) => (await t.logIn(username)).status;

const answers = [1, 2, 3, 4, 5, 6, 7];
const envelope = Buffer.alloc(40, 1).toString('base64');
type Person = Awaited<ReturnType<TestApp['person']>>;

async function write({ api }: Person): Promise<void> {
  const { _id } = await api.results.create({ _id: randomUUID(), answers });
  await api.notes.create({ _id: randomUUID(), text: envelope, categoryId: 'red', scanResultId: _id });
}
async function erase({ api }: Person, part: 'scans' | 'notes'): Promise<void> {
  const { at } = await api.profile.erasable();
  expect(await api.profile.erasePart({ part, before: at })).toMatchObject({ erased: 1, more: false });
}

/** How an account is stored. */
async function stateOf({ id }: Person, sql = source) {
  const [row] = await sql<{ role: string; locked: boolean; counted: boolean; scans: number; notes: number }[]>`
    select role, locked_at is not null as locked, counts_usage as counted,
      (select count(*)::int from scans where user_id = ${id}) as scans,
      (select count(*)::int from notes where user_id = ${id}) as notes
    from users where id = ${id}`;
  return row;
}
const asBefore = { role: 'user', locked: false, counted: true, scans: 1, notes: 1 };

/** People and what is decided about each after the backup, with what is there after a restore. */
async function decideAll() {
  const people = {
    bad: await t.person('bad'),
    good: await t.person('good'),
    demoted: await t.person('demoted', 'admin'),
    kept: await t.person('kept', 'admin'),
    promoted: await t.person('promoted'),
    scanless: await t.person('scanless'),
    noteless: await t.person('noteless'),
    uncounted: await t.person('uncounted'),
    bystander: await t.person('bystander'),
  };
  for (const person of Object.values(people)) await write(person);
  await admin('lock', 'good');
  await run(['backup', file]);
  await admin('lock', 'bad');
  await admin('unlock', 'good');
  await admin('revoke', 'demoted');
  await admin('revoke', 'kept');
  await admin('grant', 'kept');
  await admin('grant', 'promoted');
  await erase(people.scanless, 'scans');
  await erase(people.noteless, 'notes');
  await people.uncounted.api.consents.withdraw({ purpose: 'usage' });
  return people;
}
type People = Awaited<ReturnType<typeof decideAll>>;

const decided: Readonly<Record<keyof People, object>> = {
  bad: { locked: true },
  good: {},
  demoted: {},
  kept: { role: 'admin' },
  // A restore raises no role.
  promoted: {},
  scanless: { scans: 0 },
  noteless: { notes: 0 },
  uncounted: { counted: false },
  bystander: {},
};
async function expectDecided(people: People, sql = source): Promise<void> {
  for (const [name, change] of Object.entries(decided)) {
    const person = Object.entries(people).find(([key]) => key === name)?.[1];
    if (!person) throw new Error(name);
    expect(await stateOf(person, sql), name).toEqual({ ...asBefore, ...change });
  }
}
function expectNames(said: string): void {
  expect(said).toContain('locked again: bad.');
  expect(said).toContain('and open: good.');
  expect(said).toContain('Administrators no longer: demoted.');
  expect(said).toMatch(/^Made administrators after the backup.*: promoted\.$/m);
  expect(said).toMatch(/erased again, of: noteless, scanless\.$/m);
  expect(said).toMatch(/withdrawn again, of: uncounted\.$/m);
  expect(said).not.toContain('bystander');
}

it('in place of the database: lock, role, erased parts and withdrawals stay, by name, at every restore', async () => {
  const people = await decideAll();
  const older = file;
  for (let time = 0; time < 2; time += 1) {
    const said = await run(['restore', older, '--replace']);
    expectNames(said);
    expect(said).not.toContain('Nothing here knows');
    await expectDecided(people);
    expect([await logIn('bad'), await logIn('good')]).toEqual([401, 200]);
  }
  // The note of an erased scan stays, and its owner's devices see that the link is gone.
  const [note] = await source`select scan_result_id as scan, revision from notes where user_id = ${people.scanless.id}`;
  expect(note).toEqual({ scan: null, revision: 2 });

  // The next backup has the decisions, and a restore of it has nothing to say.
  const next = join(dataDir, 'next.backup');
  await run(['backup', next]);
  const again = await run(['restore', next, '--replace']);
  expect(again).not.toMatch(/bad|demoted|scanless/);
  await expectDecided(people);
  // And the one before it does not take them back.
  expectNames(await run(['restore', older, '--replace']));
  await expectDecided(people);
}, 120_000);

it('on another machine: with the ledger as in place; without it administrators become ordinary accounts, by name', async () => {
  const people = await decideAll();
  await writeLedger();
  const safe = join(dataDir, 'safe.log');
  await writeFile(safe, await readFile(ledger));
  await rm(ledger);

  const blind = await run(['restore', file], elsewhere.url);
  expect(blind).toContain('Nothing here knows every account that was erased, in part or whole, or locked');
  expect(blind).toMatch(/^Administrators of the backup who may not be.*: demoted, kept, root_admin\.$/m);
  for (const person of [people.demoted, people.kept, t.admin])
    expect(await stateOf(person, other)).toMatchObject({ role: 'user' });
  // Control: what nothing knows is as in the backup. Good was locked in it, and stays so.
  expect(await stateOf(people.bad, other)).toEqual(asBefore);
  expect(await stateOf(people.scanless, other)).toEqual(asBefore);
  expect(await stateOf(people.good, other)).toEqual({ ...asBefore, locked: true });

  // Restored a second time, that database knows no more than before.
  expect(await run(['restore', file, '--replace'], elsewhere.url)).toContain('Nothing here knows');
  expect(await stateOf(people.kept, other)).toMatchObject({ role: 'user' });

  for (let time = 0; time < 2; time += 1) {
    const said = await run(['restore', file, '--replace', '--ledger', safe], elsewhere.url);
    expectNames(said);
    expect(said).not.toContain('Nothing here knows');
    await expectDecided(people, other);
    expect(await stateOf(t.admin, other)).toMatchObject({ role: 'admin' });
  }
  const [entries] = await other`select count(*)::int as withdrawals from consents where not given`;
  expect(entries).toEqual({ withdrawals: 1 });
}, 120_000);

it('a database or a ledger of other people is no knowledge of these', async () => {
  const demoted = await t.person('demoted', 'admin');
  await run(['backup', file]);
  await admin('revoke', 'demoted');
  // On the new machine somebody signed up, and the product wrote its own ledger.
  const stranger = await testApp({ suffix: '_elsewhere' });
  try {
    await startLedger(stranger.db, dataDir, { warn: () => undefined }).stop();
    expect(await readFile(ledger, 'utf8')).toBe('');
    const said = await run(['restore', file, '--replace'], stranger.databaseUrl);
    expect(said).toMatch(/who may not be any more.*: demoted, root_admin\.$/m);
    expect(said).toContain('Nothing here knows');
  } finally {
    await stranger.close();
  }
  // Control: an empty ledger that the operator names says that nothing happened.
  const empty = await run(['restore', file, '--ledger', ledger], elsewhere.url);
  expect(empty).not.toContain('Nothing here knows');
  expect(await stateOf(demoted, other)).toMatchObject({ role: 'admin' });
}, 120_000);

it('a restore says what it changed also when what follows its transaction fails', async () => {
  const person = await t.person('counted');
  // More than a number of the weeks can be, once they are nobody's.
  await source`
    insert into usage_weeks (week_start, computed_at, is_final)
    values (date_trunc('week', now() at time zone 'UTC') - interval '28 days', now(), true)`;
  for (const [id, count] of [
    [person.id, 2_147_483_647],
    [anonymousUserId, 1],
  ] as const)
    await source`insert into usage_user_weeks (user_id, week_start, nb_landing) select ${id}, week_start, ${count} from usage_weeks`;
  await run(['backup', file]);
  const at = new Date(Date.now() + 1_000).toISOString();
  await writeFile(
    ledger,
    `${person.id} ${at} usage ${currentConsentVersion('usage')}\n${t.bob.id} ${at} lock locked\n`,
  );
  const said: string[] = [];
  const parts = { url: elsewhere.url, ledgerFile: ledger, print: (line: string) => void said.push(line) };
  await expect(runBackup(t, ['restore', file], parts)).rejects.toThrow('insert into usage_user_weeks');
  expect(said).toContain('Locked after the backup, and locked again: bob.');
}, 120_000);

it('a running product adds to its ledger what a restore beside it has from a named one', async () => {
  await run(['backup', file]);
  const job = startLedger(t.db, dataDir, { warn: () => undefined });
  await expect.poll(() => readLedger(ledger)).not.toBeNull();
  const named = join(dataDir, 'named.log');
  const line = `${t.bob.id} 2026-01-02T03:04:05.678901Z lock locked\n`;
  await writeFile(named, line);
  await run(['restore', file, '--replace', '--ledger', named]);
  await job.stop();
  expect(await readFile(ledger, 'utf8')).toBe(line);
}, 120_000);

it('after a restore without knowledge, a backup that is made later is known again', async () => {
  await run(['backup', file]);
  await run(['restore', file], elsewhere.url);
  await other`update users set role = 'admin' where username = 'root_admin'`;
  const later = join(dataDir, 'later.backup');
  await run(['backup', later], elsewhere.url);
  const said = await run(['restore', later, '--replace'], elsewhere.url);
  expect(said).not.toContain('Nothing here knows');
  expect(await stateOf(t.admin, other)).toMatchObject({ role: 'admin' });
  expect(await run(['restore', file, '--replace'], elsewhere.url)).toContain('Nothing here knows');
}, 120_000);

it('what a version without the ledger had decided is read from its accounts', async () => {
  const people = await decideAll();
  await source`drop table ledger_entries, one_time_codes, backup_codes, passkeys, used_challenges, vault_slots, usage_funnel, moods`;
  const journal = new URL('../../../../../packages/db/migrations/meta/_journal.json', import.meta.url);
  const { entries } = z
    .object({ entries: z.array(z.object({ tag: z.string(), when: z.number() })) })
    .parse(JSON.parse(await readFile(journal, 'utf8')));
  const madeIt = entries.find(({ tag }) => tag.endsWith('_ledger_entries'));
  await source`delete from drizzle.__drizzle_migrations where created_at >= ${madeIt?.when ?? 0}`;
  const said = await run(['restore', file, '--replace']);
  expect(said).toContain('locked again: bad.');
  expect(said).toContain('Administrators no longer: demoted.');
  expect(await stateOf(people.bad)).toMatchObject({ locked: true });
  expect(await stateOf(people.demoted)).toMatchObject({ role: 'user' });
  expect(await stateOf(people.kept)).toMatchObject({ role: 'admin' });
  // Nothing says whether the lock or its end came last.
  expect(await stateOf(people.good)).toMatchObject({ locked: true });
}, 120_000);

it('what was brought back after an erasure stays; control: what was erased does not', async () => {
  const person = await t.person('returning');
  await write(person);
  const before = await person.api.profile.exportData();
  await run(['backup', file]);
  await erase(person, 'scans');
  const scans = before.scans.map(({ scoring: _scoring, answers, duration, createdAt, receivedAt, ...scan }) => ({
    ...scan,
    answers: answers ?? [],
    ...(duration !== null && { duration }),
    createdAt: createdAt.toISOString(),
    receivedAt: receivedAt.toISOString(),
  }));
  await person.api.restore.add({ scans, notes: [] });
  const later = join(dataDir, 'later.backup');
  await run(['backup', later]);
  await writeLedger();
  await run(['restore', later], elsewhere.url);
  expect(await stateOf(person, other)).toEqual(asBefore);
  await run(['restore', file, '--replace'], elsewhere.url);
  expect(await stateOf(person, other)).toEqual({ ...asBefore, scans: 0 });
}, 120_000);

it('an erasure that reaches less far takes none back that reached further; control: what came between was erased', async () => {
  const person = await t.person('twice');
  const { at: first } = await person.api.profile.erasable();
  await write(person);
  const { at: second } = await person.api.profile.erasable();
  await run(['backup', file]);
  expect(await person.api.profile.erasePart({ part: 'scans', before: second })).toMatchObject({ erased: 1 });
  await person.api.restore.add({
    scans: [
      {
        _id: randomUUID(),
        answers,
        createdAt: '2026-01-02T03:04:05.000Z',
        receivedAt: '2026-01-02T03:04:05.000Z',
        tags: null,
      },
    ],
    notes: [],
  });
  expect(await person.api.profile.erasePart({ part: 'scans', before: first })).toMatchObject({ erased: 1 });
  await run(['restore', file, '--replace']);
  expect(await stateOf(person)).toEqual({ ...asBefore, scans: 0 });
}, 120_000);

it('an address that waited for its link when the backup was made waits no longer', async () => {
  await t.alice.api.profile.changeEmail({ email: 'thief@example.org', password });
  const pending = () => source`select username from users where pending_email is not null`;
  expect(await pending()).toHaveLength(1);
  await run(['backup', file]);
  await run(['restore', file, '--replace']);
  expect(await pending()).toHaveLength(0);
}, 120_000);

it('an erasure in the middle of a backup is finished by its restore', async () => {
  const person = await t.person('slow');
  await source`
    insert into scans (user_id, id, answers, scoring, created_at, received_at)
    select ${person.id}, gen_random_uuid(), '{1,2,3,4,5,6,7}', 0, now(), now() from generate_series(1, 700)`;
  const { at } = await person.api.profile.erasable();
  const step = () => person.api.profile.erasePart({ part: 'scans', before: at });
  expect(await step()).toMatchObject({ more: true });
  await run(['backup', file]);
  await step();
  await run(['restore', file, '--replace']);
  expect(await stateOf(person)).toMatchObject({ scans: 0 });
}, 120_000);

it('the ledger of the data folder has every kind of decision, the last one of each; an erasure takes them out', async () => {
  const people = await decideAll();
  const { api } = people.uncounted;
  const endpoint = 'https://push.example/1';
  await api.reminder.set({ days: [1], time: '08:00', zone: 'UTC', endpoint });
  await api.consents.withdraw({ purpose: 'reminder' });
  await writeLedger();
  const idOf = (name: keyof People) => people[name].id;
  const said = async () =>
    (await readLedger(ledger))?.entries
      .filter(({ userId }) => userId !== t.admin.id)
      .map(({ userId, subject, value }) => `${userId} ${subject} ${value.replace(/T.*$/, '')}`)
      .toSorted();
  const today = new Date().toISOString().slice(0, 10);
  const version = currentConsentVersion('usage');
  const all = [
    `${idOf('bad')} lock locked`,
    `${idOf('good')} lock unlocked`,
    `${idOf('demoted')} role user`,
    `${idOf('kept')} role admin`,
    `${idOf('promoted')} role admin`,
    `${idOf('scanless')} scans ${today}`,
    `${idOf('noteless')} notes ${today}`,
    `${idOf('uncounted')} reminder ${currentConsentVersion('reminder')}`,
    `${idOf('uncounted')} usage ${version}`,
  ];
  expect(await said()).toEqual(all.toSorted());
  await people.uncounted.api.profile.erase({ password });
  await people.noteless.api.profile.erase({ password });
  await writeLedger();
  expect(await said()).toEqual(all.slice(0, 6).toSorted());
  for (const broken of [
    'lock open',
    'role root',
    'scans yesterday',
    'usage',
    'codes maybe',
    'passkeys added',
    "role user'--",
  ]) {
    await writeFile(ledger, `${idOf('bad')} 2026-01-02T03:04:05.678901Z ${broken}\n`);
    await expect(readLedger(ledger), broken).rejects.toThrow('line 1');
  }
}, 120_000);

const enter = async (username: string, code?: string) => {
  const { status, json } = await t.http('POST', '/api/auth/login', { body: { username, password, code } });
  return status === 200 ? 'in' : z.looseObject({ code: z.string() }).parse(json).code;
};

it.each(['in place', 'elsewhere'])('%s: no one-time code that was removed or used since comes back', async (where) => {
  const [removed, anew, used, later, same] = [
    await t.person('removed'),
    await t.person('anew'),
    await t.person('used'),
    await t.person('later'),
    await t.person('same'),
  ];
  const removedCodes = await turnCodesOn(removed);
  const anewCodes = await turnCodesOn(anew);
  const usedCodes = await turnCodesOn(used);
  const sameCodes = await turnCodesOn(same);
  await run(['backup', file]);
  await removed.api.security.endCodes({ code: removedCodes[0] ?? '' });
  await anew.api.security.endCodes({ code: anewCodes[0] ?? '' });
  await turnCodesOn(anew);
  expect(await enter('used', usedCodes[0])).toBe('in');
  await turnCodesOn(later);
  await writeLedger();

  const said =
    where === 'in place'
      ? await run(['restore', file, '--replace'])
      : await run(['restore', file, '--ledger', ledger], elsewhere.url);
  expect(said).toMatch(/turned on after the backup, and lost.*: anew, later\.$/m);
  expect(said).toMatch(/^One-time codes changed after the backup.*: anew, removed\.$/m);
  expect(said).toMatch(/^Backup codes used or made after the backup.*: used\.$/m);
  const sql = where === 'in place' ? source : other;
  const codes = await sql<{ username: string; spare: number }[]>`
    select username, (select count(*)::int from backup_codes where user_id = users.id) as spare
    from users join one_time_codes on user_id = users.id order by username`;
  expect([...codes]).toEqual([
    { username: 'same', spare: 10 },
    { username: 'used', spare: 0 },
  ]);
  if (where !== 'in place') return;
  expect(await enter('removed')).toBe('in');
  expect(await enter('used')).toBe('secondFactorRequired');
  expect(await enter('used', usedCodes[1])).toBe('secondFactorWrong');
  expect(await enter('same', sameCodes[1])).toBe('in');
});

it('without a ledger the codes of the backup stay, and are named', async () => {
  const person = await t.person('cautious');
  await turnCodesOn(person);
  await run(['backup', file]);
  const said = await run(['restore', file], elsewhere.url);
  expect(said).toMatch(/^One-time codes of the backup, which may have been removed since, of: cautious\.$/m);
});

it('codes whose end was announced at the backup stay: their owner may have taken it back', async () => {
  const person = await t.person('lifted');
  const [spare = ''] = await turnCodesOn(person);
  await admin('second-factor', 'end', 'lifted');
  await run(['backup', file]);
  expect(await enter('lifted', spare)).toBe('in');
  const said = await run(['restore', file, '--replace']);
  expect(said).toMatch(/^One-time codes whose end was announced, and which stay .*: lifted\.$/m);
  await source`update one_time_codes set ends_at = ends_at - interval '25 hours'`;
  expect(await enter('lifted')).toBe('secondFactorRequired');
}, 120_000);
const enterWith = async (passkey: SoftPasskey) => {
  const credential = passkey.get(await t.guest.auth.passkeyOptions());
  return (await t.http('POST', '/api/auth/passkey', { body: { credential } })).status;
};

it.each(['in place', 'elsewhere'])('%s: no passkey that was removed since comes back', async (where) => {
  const [removed, kept] = [await t.person('removed'), await t.person('kept')];
  const [lost, second] = [await addPasskey(removed, 'lost'), await addPasskey(removed, 'other')];
  const own = await addPasskey(kept);
  await run(['backup', file]);
  const { passkeys } = await removed.api.security.passkeys();
  await removed.api.security.removePasskey({ id: passkeys.find(({ name }) => name === 'lost')?.id ?? '' });
  const later = await addPasskey(kept, 'later');
  await writeLedger();
  expect([await enterWith(second), await enterWith(later)]).toEqual([200, 200]);

  const said =
    where === 'in place'
      ? await run(['restore', file, '--replace'])
      : await run(['restore', file, '--ledger', ledger], elsewhere.url);
  expect(said).toMatch(/^Passkeys removed after the backup.*: removed\.$/m);
  const sql = where === 'in place' ? source : other;
  const left = await sql`select username from users join passkeys on user_id = users.id order by username`;
  expect([...left]).toEqual([{ username: 'kept' }]);
  if (where !== 'in place') return;
  expect(await Promise.all([lost, second, later].map(enterWith))).toEqual([401, 401, 401]);
  expect(await enterWith(own)).toBe(200);
});

it('without a ledger no passkey of the backup comes back, and whose is named', async () => {
  const person = await t.person('cautious');
  await addPasskey(person);
  await run(['backup', file]);
  const said = await run(['restore', file], elsewhere.url);
  expect(said).toMatch(/^Passkeys of the backup, which may have been removed since, and are removed, of: cautious\.$/m);
  expect([...(await other`select 1 from passkeys`)]).toEqual([]);
});

it('vaults: a lost passkey does not come back, and whose vault was changed, made or renewed since is named', async () => {
  const [changed, renewed, made] = [await t.person('changed'), await t.person('renewed'), await t.person('made')];
  const passkey = slot('passkey', 'Lost');
  await write(made);
  for (const person of [changed, renewed]) await turnVaultOn(person);
  await prove(changed);
  await changed.api.vault.addSlot({ keyVersion: 2, slot: passkey });
  const before = await changed.api.vault.state();
  await run(['backup', file]);
  await changed.api.vault.removeSlot({ id: passkey.id });
  await turnVaultOn(renewed);
  await turnVaultOn(made);
  // Without the ledger nothing here can know.
  const unsure = await run(['restore', file], elsewhere.url);
  expect(unsure).toContain('may have been changed since, of: changed, renewed.');
  await writeLedger();
  const said = await run(['restore', file, '--replace', '--ledger', ledger], elsewhere.url);
  expect(said).toContain('which the former open again (not the passkeys), of: changed.');
  expect(said).toContain('which have the former key again, of: renewed.');
  expect(said).toContain('whose content of then the server has the key of, until they are made again, of: made.');
  const kept = await other`select wrapped from vault_slots where user_id = ${changed.id}`;
  const expected = before.slots.filter(({ kind }) => kind !== 'passkey').map(({ wrapped }) => wrapped);
  expect(kept.map((row) => String(row['wrapped'])).toSorted()).toEqual(expected.toSorted());
  // The next vault has another version than the one of which devices may have the key.
  const [versions] = await other`
    select key_version, profile_key_version, (select array_agg(key_version) from notes where user_id = users.id) as notes,
      (select array_agg(key_version) from scans where user_id = users.id) as scans
    from users where id = ${made.id}`;
  expect(versions).toEqual({ key_version: 2, profile_key_version: 2, notes: [2], scans: [2] });
}, 120_000);

it('a vault that was begun anew comes back without its content', async () => {
  const person = await t.person('anew');
  await person.api.results.create({ answers: [1, 2, 3, 4, 5, 6, 7] });
  await turnVaultOn(person);
  await run(['backup', file]);
  await person.api.vault.anew({ password, word: 'erase' });
  await writeLedger();
  await run(['restore', file], elsewhere.url);
  expect(await other`select id from scans where user_id = ${person.id}`).toHaveLength(0);
}, 120_000);
