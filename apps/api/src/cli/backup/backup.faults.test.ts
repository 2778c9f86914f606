/** Backups on a bad day: a full disk, a crash, a thief, an older version. */
import { generateX25519Identity, identityToRecipient } from 'age-encryption';
import { parseMasterKey } from '@nuances/crypto/master-key';
import { openDriver } from '@nuances/db/postgres/driver';
import { testDatabase } from '@nuances/db/testing';
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { checkFingerprint } from '../../database/master-key-check.ts';
import { runBackup } from '../../testing/commands.ts';
import { testApp, type TestApp } from '../../testing/test-app.ts';

const masterKeyHex = randomBytes(32).toString('hex');
let t: TestApp;
let folder: string;
beforeAll(async () => {
  t = await testApp({ masterKeys: { current: parseMasterKey(masterKeyHex), previous: null } });
  folder = await mkdtemp(join(tmpdir(), 'nuances-backup-faults-'));
  await checkFingerprint(t.db, t.masterKeys);
  // More than fits into the buffers between the database and the file.
  await t.db.execute(`insert into instance select 'x' || n, string_agg(md5(random()::text), '')
    from generate_series(1, 400) as n, generate_series(1, 1000) group by n`);
});
afterAll(async () => {
  await t.close();
  await rm(folder, { recursive: true });
});

const run = (words: readonly string[], url = t.databaseUrl) =>
  runBackup(t, words, { url, ledgerFile: join(folder, 'erased-accounts.log') });

const snapshots = async () =>
  (await t.db.execute(`select from pg_stat_activity where application_name = 'nuances-backup'`)).length;

it('a file that cannot be written ends it at once, with its name, and leaves neither a file nor a snapshot', async () => {
  const own = await mkdtemp(join(folder, 'full-'));
  const file = join(own, 'all.backup');
  // As on a full disk: the system refuses to let the file grow beyond 64 KB.
  const command = `ulimit -f 64; exec "$0" --import tsx "$1" backup "$2"`;
  const main = fileURLToPath(new URL('../main.ts', import.meta.url));
  const child = spawn('bash', ['-c', command, process.execPath, main, file], {
    env: { PATH: process.env['PATH'] ?? '', DATABASE_URL: t.databaseUrl, MASTER_KEY: masterKeyHex, DATA_DIR: own },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let complaint = '';
  child.stderr.on('data', (chunk) => (complaint += String(chunk)));
  // One that goes on would be here for ever.
  const hung = setTimeout(() => child.kill('SIGKILL'), 50_000);
  const [code]: unknown[] = await once(child, 'close');
  clearTimeout(hung);
  expect(code).toBe(1);
  expect(complaint).toContain(`${file} could not be written: EFBIG`);
  expect(await readdir(own)).toEqual([]);
  await expect.poll(snapshots).toBe(0);
});

it('what a killed backup left is removed by the next one; what another one writes is not', async () => {
  const own = await mkdtemp(join(folder, 'parts-'));
  const hourAgo = new Date(Date.now() - 3_600_000);
  const left = ['yesterday.backup.0123456789ab.part', 'all.backup.0123456789ab.part'];
  const kept = ['yesterday.backup.ba9876543210.part', 'film.part', 'yesterday.backup'];
  for (const name of [...left, ...kept]) await writeFile(join(own, name), 'x');
  for (const name of [...left, 'film.part']) await utimes(join(own, name), hourAgo, hourAgo);
  await run(['backup', join(own, 'all.backup')]);
  expect((await readdir(own)).toSorted()).toEqual(['all.backup', ...kept].toSorted());
});

it('an encrypted one can be read and restored with its identity only', async () => {
  const identity = await generateX25519Identity();
  const recipient = await identityToRecipient(identity);
  const file = join(folder, 'sealed.backup');
  const { said } = await run(['backup', file, '--encrypt-to', recipient]);
  expect(said.at(-2)).toContain(`encrypted to ${recipient}`);
  const bytes = await readFile(file);
  expect(bytes.toString('latin1', 0, 21)).toBe('age-encryption.org/v1');
  expect(() => gunzipSync(bytes)).toThrow('incorrect header');

  const [right, wrong] = [join(folder, 'key.txt'), join(folder, 'other.txt')];
  await writeFile(right, `# created: today\n# public key: ${recipient}\n${identity}\n`);
  await writeFile(wrong, `${await generateX25519Identity()}\n`);
  const cut = join(folder, 'cut.backup');
  await writeFile(cut, bytes.subarray(0, bytes.length - 1_000));
  const target = await testDatabase({ migrated: false });
  const restored = openDriver(target.url, { max: 1 });
  try {
    await expect(run(['restore', file], target.url)).rejects.toThrow(`${file} is encrypted. Name the file`);
    await expect(run(['restore', file, '--identity', wrong], target.url)).rejects.toThrow('cannot be decrypted');
    await expect(run(['restore', cut, '--identity', right], target.url)).rejects.toThrow('to its end');
    expect((await run(['restore', file, '--identity', right], target.url)).isDone).toBe(true);
    expect(await restored`select username from users where username = 'alice'`).toHaveLength(1);
  } finally {
    await restored.end();
    await target.drop();
  }
});

it('something that is no public key is refused before anything is read', async () => {
  const identity = await generateX25519Identity();
  for (const key of ['age1', 'ssh-ed25519 AAAA', identity])
    await expect(run(['backup', join(folder, 'never.backup'), '--encrypt-to', key])).rejects.toThrow('no public key');
  expect(await readdir(folder)).not.toContain('never.backup');
});

it('one that cannot be written is named', async () => {
  for (const file of [join(folder, 'missing', 'x.backup'), folder])
    await expect(run(['backup', file])).rejects.toThrow(`${file} could not be written: E`);
});

it('one of an older version, without a checksum of the whole, is restored', async () => {
  const file = join(folder, 'new.backup');
  await run(['backup', file]);
  const text = gunzipSync(await readFile(file)).toString('utf8');
  const old = join(folder, 'old.backup');
  const older = text.replace('nuances-backup-2', 'nuances-backup-1').replace(/,"sha256":"\w+"\}\n$/, '}\n');
  await writeFile(old, gzipSync(older));
  const bare = join(folder, 'bare.backup');
  await writeFile(bare, gzipSync(older.replace('nuances-backup-1', 'nuances-backup-2')));
  const target = await testDatabase({ migrated: false });
  try {
    await expect(run(['restore', bare], target.url)).rejects.toThrow('not what was written'); // control
    expect((await run(['restore', old], target.url)).isDone).toBe(true);
  } finally {
    await target.drop();
  }
});
