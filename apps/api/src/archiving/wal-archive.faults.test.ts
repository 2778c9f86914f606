/** The last minute: what was saved before everything but the archive was lost. */
import { generateX25519Identity, identityToRecipient } from 'age-encryption';
import { processStart } from '@nuances/db/embedded/process';
import { connectEmbedded } from '@nuances/db/embedded/server';
import { openDriver } from '@nuances/db/postgres/driver';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { chmod, copyFile, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { isWhole } from '../faults/env.ts';
import { openHttpClient } from '../testing/http-client.ts';
import { type Product, startProduct } from '../testing/product.ts';
import { archiveOf, readArchive } from './archive-folder.ts';

let home: string;
let safe: string;
let product: Product;
beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'nuances-minute-'));
  // Started as root, the database runs under another account, which has to pass through.
  await chmod(home, 0o711);
  safe = join(home, 'safe');
});
afterAll(async () => {
  await product.discard();
  await rm(home, { recursive: true, force: true, maxRetries: 10 });
});

const password = 'Nights&Days-7';
async function call(method: string, path: string, options: { readonly body?: object; readonly token?: string } = {}) {
  const client = openHttpClient(product.port, 1);
  const headers = options.token === undefined ? {} : { authorization: `Bearer ${options.token}` };
  const answer = await client.request({ method, path: `/api${path}`, headers, body: options.body });
  client.close();
  return { status: answer.status, json: Object(answer.json) as Record<string, unknown> };
}
const tokenOf = async (username: string) =>
  String((await call('POST', '/auth/login', { body: { username, password } })).json['shortToken']);
async function signUp(username: string): Promise<void> {
  const body = { username, email: `${username}@example.org`, password, language: 'fr' };
  expect((await call('POST', '/auth/signup', { body })).status).toBeLessThan(300);
}
async function save(username: string): Promise<string> {
  const _id = randomUUID();
  const body = { _id, answers: [1, 2, 3, 4, 5, 6, 7], duration: 5 };
  const token = await tokenOf(username);
  expect((await call('POST', '/results', { body, token })).status).toBeLessThan(300);
  return _id;
}
async function scansOf(username: string): Promise<unknown[]> {
  const { json } = await call('GET', '/results?source=stats', { token: await tokenOf(username) });
  return Array.isArray(json['results']) ? json['results'] : Object.values(json);
}

/** The segment that is being written now; it is archived once it is closed. */
async function currentSegment(dataDir: string): Promise<string> {
  const sql = openDriver((await connectEmbedded({ dataDir })) ?? '', { max: 1 });
  try {
    const [row] = await sql<{ name: string }[]>`select pg_walfile_name(pg_current_wal_insert_lsn()) as name`;
    return row?.name ?? '';
  } finally {
    await sql.end();
  }
}
const segments = async () => (await readArchive(archiveOf(safe))).flatMap((archive) => archive.segments);
const bases = async () => (await readArchive(archiveOf(safe))).flatMap((archive) => archive.bases);
const archived = async (name: string) => (await segments()).some(({ segment }) => segment === name);

/** Longer than a segment is open at most. */
const pollOptions = { timeout: 90_000, interval: 200 };

it('a save, a kill -9 and no data folder: back, up to the moment that is named, and what was erased stays erased', async () => {
  const identity = await generateX25519Identity();
  const key = join(home, 'key.txt');
  await writeFile(key, `${identity}\n`);
  const env = { BACKUP_DIR: safe, BACKUP_WAL: 'on', BACKUP_ENCRYPT_TO: await identityToRecipient(identity) };
  const dataDir = join(home, 'data');
  await mkdir(dataDir, { mode: 0o711 });
  product = await startProduct({ dataDir, env });
  await copyFile(join(dataDir, 'master.key'), join(home, 'master.key'));
  await signUp('ada');
  await signUp('leaver');
  await expect.poll(async () => (await bases()).length, pollOptions).toBe(1);

  const saved = await save('ada');
  const moment = new Date(Date.now() + 1);
  // The clock of the next transaction is past the moment.
  await expect.poll(() => Date.now()).toBeGreaterThan(moment.getTime());
  const after = await save('ada');
  const leaver = await tokenOf('leaver');
  expect((await call('POST', '/profile/erase', { body: { password }, token: leaver })).status).toBeLessThan(300);
  const last = await currentSegment(dataDir);
  await expect.poll(() => archived(last), pollOptions).toBe(true);
  await expect
    .poll(() => readFile(join(safe, 'erased-accounts.log'), 'utf8').catch(() => ''), pollOptions)
    .toMatch(/./);
  for (const archive of await readdir(archiveOf(safe)))
    for (const name of await readdir(join(archiveOf(safe), archive))) {
      expect(name).toMatch(/\.age$/);
      expect((await readFile(join(archiveOf(safe), archive, name))).toString('latin1', 0, 21)).toBe(
        'age-encryption.org/v1',
      );
    }

  const server = Number.parseInt(await readFile(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8'), 10);
  const ended = once(product.child, 'exit');
  product.child.kill('SIGKILL');
  await ended;
  // At its end, a database server would remove the socket of the next one.
  await expect.poll(() => processStart(server), pollOptions).toBeNull();
  await rm(dataDir, { recursive: true });

  // What a supervisor does: it starts the product again, with nothing.
  await mkdir(dataDir, { mode: 0o711 });
  await copyFile(join(home, 'master.key'), join(dataDir, 'master.key'));
  product = await startProduct({ dataDir, env });
  await expect(product.admin('restore', '--until', moment.toISOString())).rejects.toThrow('is encrypted');
  const early = new Date(Date.now() - 3_600_000).toISOString();
  await expect(product.admin('restore', '--until', early)).rejects.toThrow('has no base backup of before');
  // An older one that is named takes nothing back.
  const older = join(home, 'older.log');
  await writeFile(older, '');
  const said = await product.admin('restore', '--until', moment.toISOString(), '--identity', key, '--ledger', older);
  expect(said).toContain(`Restored: that is the database as it was at ${moment.toISOString()}.`);
  expect(said).not.toContain('recovered.backup');
  expect(JSON.stringify(await scansOf('ada'))).toContain(saved);
  expect(JSON.stringify(await scansOf('ada'))).not.toContain(after);
  expect((await call('POST', '/auth/login', { body: { username: 'leaver', password } })).status).toBe(401);
  expect(await readdir(dataDir)).not.toContain('recovery');
  // Refused before the archive is read, which would ask for the identity.
  await expect(product.admin('restore', '--until', moment.toISOString())).rejects.toThrow('is not empty');

  if (!isWhole) return;
  // The archive ends before now, as after a loss; the newest server's, which holds the restored data.
  await expect.poll(async () => archived(await currentSegment(dataDir)), pollOptions).toBe(false);
  const restored = await currentSegment(dataDir);
  await expect.poll(() => archived(restored), pollOptions).toBe(true);
  const later = new Date(Date.now() + 60_000).toISOString();
  await product.admin('restore', '--until', later, '--identity', key, '--replace');
  expect(JSON.stringify(await scansOf('ada'))).toContain(saved);
}, 400_000);
