import { openUserKey } from '@nuances/crypto/seal';
import { type MasterKeys, parseMasterKey } from '@nuances/crypto/master-key';
import { openDriver } from '@nuances/db/postgres/driver';
import { migrate, withMigrationLock } from '@nuances/db/migrations/migrate';
import { recreateTables, latestSchemaState, readSchemaState, tablesOf } from '@nuances/db/migrations/schema-state';
import { testDatabase, type TestDatabase } from '@nuances/db/testing';
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import type { Sql } from 'postgres';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { checkFingerprint } from '../../database/master-key-check.ts';
import { runBackup, spawnCommand } from '../../testing/commands.ts';
import { seal, unseal } from '../../testing/seal.ts';
import { testApp, type TestApp } from '../../testing/test-app.ts';
import { backupCommandOf } from './run.ts';

const masterKeyHex = randomBytes(32).toString('hex');
const keysOf = (hex: string): MasterKeys => ({ current: parseMasterKey(hex), previous: null });

let t: TestApp;
let source: Sql;
let folder: string;
let file: string;
/** One that knows of nothing since: without any, a restore takes the administrators' role. */
let ledger: string;
/** The content of the database at the time of the backup. */
let atBackup: Record<string, string>;
/** The expected content after a restore of `file`. */
let afterRestore: Record<string, string>;
let target: TestDatabase;
let restored: Sql;

beforeAll(async () => {
  t = await testApp({ masterKeys: keysOf(masterKeyHex) });
  source = openDriver(t.databaseUrl, { max: 2 });
  folder = await mkdtemp(join(tmpdir(), 'nuances-backup-'));
  file = join(folder, 'all.backup');
  ledger = join(folder, 'quiet.log');
  await writeFile(ledger, '');
  await checkFingerprint(t.db, t.masterKeys);
  await fill();
  expect((await run(['backup', file])).isDone).toBe(true);
  atBackup = await contents(source);
  afterRestore = { ...atBackup, sessions: '0 ', mail_tokens: '0 ', mail_outbox: '0 ' };
});
afterAll(async () => {
  await source.end();
  await t.close();
  await rm(folder, { recursive: true });
});
beforeEach(async () => {
  target = await testDatabase({ migrated: false });
  restored = openDriver(target.url, { max: 2, onnotice: () => undefined });
});
afterEach(async () => {
  await restored.end();
  await target.drop();
});

/** Texts with characters that the file format has to escape. */
const awkward = [
  '\\.',
  '\\N',
  'a\tb\nc\r\nd',
  '\\\\n\\.',
  '',
  ' \u2028 ',
  'é😀\u202Eabc',
  '"{}\',;--',
  'x'.repeat(200_000),
];

const noteText = (name: string, index: number) => `${name} ${index} ${awkward[index % awkward.length]}`;
const notesEach = 30;

async function fill(): Promise<void> {
  for (const person of [t.alice, t.bob]) {
    for (let index = 0; index < notesEach; index += 1) {
      const scan = randomUUID();
      await person.api.results.create({ _id: scan, answers: [1, 2, 3, 4, 5, 6, 10], duration: 5 });
      await source`
        insert into notes (user_id, id, title_sealed, text_sealed, category_id, scan_result_id, revision, created_at, updated_at)
        values (${person.id}, ${randomUUID()}, '', ${seal(person.userKey, noteText(person.username, index))}, 'red', ${scan}, 1, now(), now())`;
    }
    for (const [index, text] of awkward.entries())
      await source`insert into instance (key, value) values (${`${person.username} ${index}`}, ${text})`;
  }
  await t.http('POST', '/api/auth/signup', {
    body: { username: 'waiting', email: 'waiting@example.org', password: 'Correct-horse-7!' },
  });
}

/** Runs a command on a database, the app's own by default. */
const run = (words: readonly string[], at: { readonly url?: string; readonly masterKeys?: MasterKeys } = {}) =>
  runBackup(t, words, { ledgerFile: join(folder, 'erased-accounts.log'), ...at });
const there = () => ({ url: target.url });

/** Each table's number of rows and a hash of what they hold, whatever their order. */
async function contents(sql: Sql): Promise<Record<string, string>> {
  const tables = tablesOf(await readSchemaState(sql)).toSorted();
  const all: Record<string, string> = {};
  for (const table of tables) {
    const [row] = await sql<{ n: string; hash: string }[]>`
      select count(*) as n, coalesce(md5(string_agg(row::text, chr(10) order by row::text)), '') as hash from ${sql(table)} as row`;
    all[table] = `${row?.n} ${row?.hash}`;
  }
  return all;
}

/** The backup with its text changed, compressed again. */
async function altered(change: (text: string) => string): Promise<string> {
  const other = join(folder, `${randomUUID()}.backup`);
  await writeFile(other, gzipSync(change(gunzipSync(await readFile(file)).toString('utf8'))));
  return other;
}

/** A text with the checksum that belongs to it. */
function summed(text: string): string {
  const lastLine = text.lastIndexOf('\n', text.length - 2) + 1;
  const sha256 = createHash('sha256').update(text.slice(0, lastLine)).digest('hex');
  return text.replace(/"sha256":"\w+"\}\n$/, `"sha256":"${sha256}"}\n`);
}

describe('a backup', () => {
  it('is one file with mode 600, leaves no temporary file, and names the location of the key', async () => {
    const other = join(folder, 'own.backup');
    const { said } = await run(['backup', other]);
    expect((await stat(other)).mode & 0o777).toBe(0o600);
    expect((await readdir(folder)).filter((name) => name.includes('.part'))).toEqual([]);
    expect(said.at(-2)).toMatch(/^Backed up to .*own\.backup \([\d.]+ [KM]B\)\.$/);
    expect(said.at(-1)).toContain('/safe/master.key');
    expect(said.join()).toMatch(/\b60 notes/);
  });

  it('contains no master key in any encoding, and is plain gzip', async () => {
    const bytes = gunzipSync(await readFile(file));
    const [head = ''] = bytes.toString('utf8').split('\n', 1);
    expect(JSON.parse(head)).toMatchObject({ format: 'nuances-backup-2', migrations: latestSchemaState() });
    const key = Buffer.from(masterKeyHex, 'hex');
    for (const spelling of [key, key.toString('hex'), key.toString('base64'), key.toString('base64url')])
      expect(bytes.includes(spelling)).toBe(false);
    expect(bytes.includes(t.alice.id)).toBe(true); // control: the search works
  });

  it('replaces an older one only when it is complete', async () => {
    const place = join(folder, 'kept.backup');
    await writeFile(place, 'older');
    const other = keysOf(randomBytes(32).toString('hex'));
    await expect(run(['backup', place], { url: t.databaseUrl, masterKeys: other })).rejects.toThrow(
      /^This database was sealed with another master key/,
    );
    expect(await readFile(place, 'utf8')).toBe('older');
    await run(['backup', place]);
    expect((await readFile(place)).length).toBeGreaterThan(1_000);
    await expect(run(['backup', join(folder, 'nowhere', 'x')])).rejects.toThrow('ENOENT');
  });

  it('of an empty database is refused', async () => {
    const { isDone, said } = await run(['backup', join(folder, 'nothing')], there());
    expect([isDone, said]).toEqual([false, ['The database holds nothing yet: there is nothing to back up.']]);
    expect(await readdir(folder)).not.toContain('nothing');
  });

  it('is a consistent snapshot during writes', async () => {
    const other = join(folder, 'busy.backup');
    let isWriting = true;
    const writing = (async () => {
      while (isWriting) await t.alice.api.results.create({ answers: [1, 1, 1, 1, 1, 1, 1], duration: 1 });
    })();
    await run(['backup', other]);
    isWriting = false;
    await writing;
    await run(['restore', other], there());
    // A scan and its event are written together, so both are there or neither is.
    const [row] = await restored<{ scans: string; events: string }[]>`
      select (select count(*) from scans) as scans, (select count(*) from usage_events where kind = 'scan') as events`;
    expect(row?.scans).toBe(row?.events);
  });
});

describe('a restore', () => {
  it('R10: restores every row of every table; every note opens with the key and none without', async () => {
    const { isDone, said } = await run(['restore', file, '--ledger', ledger], there());
    expect(isDone).toBe(true);
    expect(said.at(-1)).toMatch(/^Restored from .*all\.backup, as it was at \d{4}-/);
    expect(Object.keys(atBackup).length).toBeGreaterThan(10);
    expect(await contents(restored)).toEqual(afterRestore);
    const filled = ['notes', 'scans', 'mail_outbox', 'mail_tokens', 'sessions'].map((table) => atBackup[table]);
    expect(filled).toMatchObject([/^60 /, /^60 /, /^1 /, /^2 /, /^3 /].map((count) => expect.stringMatching(count)));

    const rows = await restored<{ id: string; name: string; sealed: string; version: number; notes: string[] }[]>`
      select u.id, username as name, user_key_sealed as sealed, user_key_version as version, array_agg(text_sealed) as notes
      from users u join notes n on n.user_id = u.id group by u.id`;
    expect(rows).toHaveLength(2);
    for (const { id, name, sealed, version, notes } of rows) {
      const place = { userId: id, keyVersion: version };
      const userKey = openUserKey(t.masterKeys, place, sealed);
      const texts = notes.map((note) => unseal(userKey, note));
      expect(texts.toSorted()).toEqual(
        Array.from({ length: notesEach }, (_, index) => noteText(name, index)).toSorted(),
      );
      expect(() => openUserKey(keysOf(randomBytes(32).toString('hex')), place, sealed)).toThrow(
        'None of the master keys',
      );
      const wrong = randomBytes(32).toString('hex');
      for (const note of notes) expect(() => unseal(wrong, note)).toThrow('authenticate');
    }
  });

  it('refuses the wrong master key before any change', async () => {
    const other = keysOf(randomBytes(32).toString('hex'));
    await expect(run(['restore', file], { url: target.url, masterKeys: other })).rejects.toThrow(
      /^This backup was sealed with another master key/,
    );
    expect(await readSchemaState(restored)).toEqual([]);
    // During a rotation either key is accepted.
    const both = { current: other.current, previous: t.masterKeys.current };
    expect(await run(['restore', file], { url: target.url, masterKeys: both })).toMatchObject({ isDone: true });
  });

  it('refuses a database with data, unless --replace is given', async () => {
    await migrate(target.url);
    await restored`insert into instance (key, value) values ('a fact', 'is no data')`;
    expect(await run(['restore', file], there())).toMatchObject({ isDone: true });
    await restored`delete from notes where user_id = ${t.bob.id}`;
    await restored`update users set username = 'somebody_else' where id = ${t.alice.id}`;
    const changed = await contents(restored);
    await expect(run(['restore', file], there())).rejects.toThrow(
      /^The database is not empty \(.*users.*\)\. .*--replace/,
    );
    expect(await contents(restored)).toEqual(changed);
    const named = ['restore', file, '--replace', '--ledger', ledger];
    expect(await run(named, there())).toMatchObject({ isDone: true });
    expect(await contents(restored)).toEqual(afterRestore);
  });

  it('refuses a truncated, changed or foreign file before any change', async () => {
    const whole = await readFile(file);
    const cut = join(folder, 'cut.backup');
    await writeFile(cut, whole.subarray(0, whole.length - 200));
    const noise = join(folder, 'noise.backup');
    await writeFile(noise, randomBytes(5_000));
    const broken = [
      [cut, 'it cannot be unpacked'],
      [noise, 'it cannot be unpacked'],
      [await altered((text) => text.slice(0, text.length / 2)), 'it ends too early'],
      [await altered((text) => text.replace('\talice\t', '\tmallory\t')), 'its content is not what was written'],
      // A row less.
      [await altered((text) => text.replace(/\n[^\n{]+\n\\\.\n/, '\n\\.\n')), 'its content is not what was written'],
      // The line of a table.
      [
        await altered((text) => text.replace('"first_name","last_name"', '"last_name","first_name"')),
        'its content is not what was written',
      ],
      [await altered((text) => text.replace('nuances-backup-2', 'nuances-backup-9')), 'no backup says'],
      [await altered(() => 'Dear diary,\n'), 'no backup says'],
    ] as const;
    for (const [path, reason] of broken) await expect(run(['restore', path], there())).rejects.toThrow(reason);
    await expect(run(['restore', join(folder, 'none')], there())).rejects.toThrow('ENOENT');
    expect(await readSchemaState(restored)).toEqual([]);
  });

  it('rolls back when a row is refused', async () => {
    await run(['restore', file], there());
    const before = await contents(restored);
    // A valid file, but no database of ours has such an account.
    const impossible = await altered((text) => {
      const changed = text.replace(/\tuser\t(en|fr)\t/, '\temperor\t$1\t');
      const rows = /\{"table":"users"[^\n]*\n([\s\S]*?)\\\.\n/.exec(changed)?.[1] ?? '';
      const sha256 = createHash('sha256').update(rows).digest('hex');
      return summed(changed.replace(/("table":"users","rows":\d+,"sha256":")\w+/, `$1${sha256}`));
    });
    await expect(run(['restore', impossible, '--replace'], there())).rejects.toThrow('users_role_known');
    expect(await contents(restored)).toEqual(before);
  });

  it('migrates an older backup, and refuses a newer one', async () => {
    const older = latestSchemaState().slice(0, 1);
    await withMigrationLock(target.url, (transaction) => recreateTables(transaction, older));
    await restored`
      insert into users (id, username, email, locale, user_key_sealed, user_key_version, created_at)
      values (${randomUUID()}, 'veteran', 'v@example.org', 'fr', 'v1.x.y', 1, now())`;
    const old = join(folder, 'old.backup');
    await run(['backup', old], there());
    const fresh = await testDatabase({ migrated: false });
    const sql = openDriver(fresh.url, { max: 1, onnotice: () => undefined });
    try {
      await run(['restore', old], { url: fresh.url });
      expect(await readSchemaState(sql)).toEqual(latestSchemaState());
      expect(await sql`select username, first_name from users`).toEqual([{ username: 'veteran', first_name: '' }]);
      const newer = await altered((text) =>
        summed(text.replace(/"migrations":\[([^\]]*)\]/, '"migrations":[$1,9999999999999]')),
      );
      await expect(run(['restore', newer, '--replace'], { url: fresh.url })).rejects.toThrow(
        /^This backup was made by Nuances .* newer one\.$/,
      );
      await sql`insert into drizzle.__drizzle_migrations (hash, created_at) values ('x', 9999999999999)`;
      for (const words of [
        ['restore', file, '--replace'],
        ['backup', old],
      ])
        await expect(run(words, { url: fresh.url })).rejects.toThrow('newer Nuances');
    } finally {
      await sql.end();
      await fresh.drop();
    }
  });

  it('a running product continues with the restored data', async () => {
    const own = join(folder, 'beside.backup');
    const person = await t.person('time_traveller');
    await run(['backup', own]);
    await person.api.results.create({ answers: [1, 2, 3, 4, 5, 6, 10], duration: 5 });
    expect(await person.api.results.list({ source: 'history' })).toHaveLength(1);
    let isAsking = true;
    const statuses = new Set<number>();
    const asking = (async () => {
      while (isAsking) statuses.add((await t.http('GET', '/api/health')).status);
    })();
    await run(['restore', own, '--replace']).finally(() => (isAsking = false));
    await asking;
    expect([...statuses].filter((status) => ![200, 503].includes(status))).toEqual([]);
    const login = await t.logIn(person.username);
    const again = t.callerOf(String(Object(login.json).shortToken));
    expect(await again.results.list({ source: 'history' })).toEqual([]);
  });
});

describe('arguments', () => {
  it.each([
    [['backup']],
    [['restore']],
    [['backup', '--replace']],
    [['backup', 'a', 'b']],
    [['restore', 'a', 'b']],
    [['restore', 'a', '--ledger']],
    [['restore', 'a', '--ledger', '--replace']],
    [['restore', 'a', '--identity']],
    [['backup', 'a', '--encrypt-to']],
    [['backup', 'a', '--encrypt-to', 'age1', 'b']],
    [['grant', 'a']],
    [[]],
  ])('not of these: %j', (words) => {
    expect(backupCommandOf(words)).toBeNull();
  });
});

describe('as a process', () => {
  async function admin(words: readonly string[], env: Record<string, string>) {
    const { said, ended } = spawnCommand(words, env);
    return { code: await ended, ...said };
  }

  it('needs an existing key, creates none, and restores into an external database', async () => {
    const dataDir = join(folder, 'house');
    const lost = await admin(['restore', file], { DATA_DIR: dataDir });
    expect(lost).toMatchObject({ code: 1, out: '' });
    expect(lost.err).toMatch(/^There is no master key: put the one that belongs to the data into .*master\.key/);
    expect(await readdir(folder)).not.toContain('house');
    const env = { DATA_DIR: dataDir, MASTER_KEY: masterKeyHex };
    // A command leaves one security event, as a line of JSON; as root, the first one says before it where the files are.
    const eventOf = (command: string) =>
      expect.stringMatching(
        new RegExp(
          `^(?:\\{[^\\n]*: the database files go to [^\\n]*\\n)?\\{[^\\n]*"event":"admin_command","command":"${command}"[^\\n]*\\n$`,
        ),
      );
    expect(await admin(['restore', file, '--ledger', ledger], env)).toMatchObject({ code: 0, err: eventOf('restore') });
    const again = join(folder, 'again.backup');
    const made = await admin(['backup', again], env);
    expect(made).toMatchObject({
      code: 0,
      err: eventOf('backup'),
      out: expect.stringContaining('environment variable MASTER_KEY'),
    });
    const countsOf = async (path: string) => {
      const lines = gunzipSync(await readFile(path))
        .toString('utf8')
        .trim()
        .split('\n');
      const { tables }: { tables: { table: string }[] } = JSON.parse(lines.at(-1) ?? '');
      return tables.filter(({ table }) => !['sessions', 'mail_tokens', 'mail_outbox'].includes(table));
    };
    const counts = await countsOf(again);
    expect(counts.length).toBeGreaterThan(10);
    expect(counts).toEqual(await countsOf(file));
  });
});
