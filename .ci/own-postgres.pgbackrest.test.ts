/**
 * `npm run test:pgbackrest`: the lines of docs/backup.md about a PostgreSQL of one's own, as they stand, with Debian's packages
 * `postgresql` and `pgbackrest`. Only names, folders, ports and addresses are replaced. Needs root, or the account `postgres`.
 */
import { freePort } from '@nuances/db/free-port';
import { execFileSync } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { appendFileSync, chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Product, startProduct } from '../apps/api/src/testing/product.ts';

const root = dirname(import.meta.dirname);
const id = randomBytes(4).toString('hex');
const names = { main: `nuances_${id}`, past: `nuances_${id}_past`, standby: `nuances_${id}_standby` };
const password = randomBytes(12).toString('hex');
const masterKey = randomBytes(32).toString('hex');
const ada = { username: 'ada', email: 'ada@example.org', password: 'Nights&Days-7', language: 'en' };

let major: string;
let home: string;
const ports = { main: 0, past: 0, standby: 0 };
let product: Product | undefined;
let relay: Server | undefined;

const asPostgres = (line: string) =>
  execFileSync(
    process.getuid?.() === 0 ? 'runuser' : 'env',
    [...(process.getuid?.() === 0 ? ['-u', 'postgres', '--'] : []), ...['bash', '-c', line]],
    { cwd: '/', encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] },
  );
const query = (statement: string, port = ports.main) => asPostgres(`psql -p ${port} -qAtc "${statement}"`).trim();

const chapter = () =>
  readFileSync(join(root, 'docs/backup.md'), 'utf8')
    .split(/^## /m)
    .find((part) => part.startsWith('A PostgreSQL of your own\n')) ?? '';
/** The blocks of a language, with what stands for something of the reader's replaced. */
const blocks = (language: string) =>
  Array.from(chapter().matchAll(new RegExp(`^\`\`\`${language}\\n([^]*?)^\`\`\`$`, 'gm')), ([, text = '']) =>
    text
      .replaceAll('<openssl rand -hex 32>', masterKey)
      .replaceAll('<password>', password)
      .replaceAll('db.example.org:5432', `127.0.0.1:${ports.main}`)
      .replaceAll(
        /\b15([ /])(main|past|standby)\b/g,
        (_all, after: string, name: keyof typeof names) => major + after + names[name],
      )
      .replaceAll('5433', String(ports.past))
      .replaceAll('5434', String(ports.standby))
      .replaceAll('/safe/', `${home}/`)
      .replaceAll(/\bpgbackrest --/g, `pgbackrest --config=${home}/pgbackrest.conf --`),
  );

const urlAt = (port: number) => `postgres://nuances:${password}@127.0.0.1:${port}/nuances`;

async function call(path: string, { body, token }: { body?: object; token?: string } = {}) {
  const answer = await fetch(`${product?.url}/api${path}`, {
    method: body ? 'POST' : 'GET',
    headers: { 'content-type': 'application/json', ...(token !== undefined && { authorization: `Bearer ${token}` }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  return { status: answer.status, json: (await answer.json()) as unknown };
}
const logIn = async () => {
  const { json } = await call('/auth/login', { body: ada });
  return String(Object(json).shortToken);
};
/** Saves a scan, also when that takes a few tries. */
async function save(token: string): Promise<string> {
  const _id = randomUUID();
  const body = { _id, answers: [1, 2, 3, 4, 5, 6, 7] };
  await expect
    .poll(async () => (await call('/results', { body, token })).status, { timeout: 60_000 })
    .toBeLessThan(300);
  return _id;
}
const saved = async (token: string) => {
  const { json } = await call('/results?source=stats', { token });
  return (json as { _id: string }[]).map(({ _id }) => _id).toSorted();
};

beforeAll(async () => {
  const found = execFileSync(
    'bash',
    ['-c', 'command -v pgbackrest pg_createcluster pg_basebackup && ls /usr/lib/postgresql'],
    { encoding: 'utf8' },
  );
  major = found.trim().split('\n').at(-1) ?? '';
  home = mkdtempSync(join(tmpdir(), 'nuances-pgbackrest-'));
  chmodSync(home, 0o777);
  for (const name of ['main', 'past', 'standby'] as const) ports[name] = await freePort();
});
afterAll(async () => {
  await product?.discard();
  relay?.close();
  for (const name of Object.values(names))
    if (readdirSync(`/etc/postgresql/${major}`).includes(name)) asPostgres(`pg_dropcluster --stop ${major} ${name}`);
  rmSync(home, { recursive: true });
});

it('archives, brings a moment back, and goes on with a standby', { timeout: 300_000 }, async () => {
  const [configuration = '', settings = ''] = blocks('ini');
  const [first = '', moment = '', copy = '', promotion = ''] = blocks('sh');
  writeFileSync(join(home, 'pgbackrest.conf'), `${configuration}pg1-port=${ports.main}\n`);
  asPostgres(`pg_createcluster ${major} ${names.main} --port ${ports.main}`);
  appendFileSync(`/etc/postgresql/${major}/${names.main}/postgresql.conf`, settings);
  asPostgres(`pg_ctlcluster ${major} ${names.main} start`);
  query(`create role nuances login password '${password}'`);
  query('create database nuances owner nuances');
  query(`create role replicator login replication password '${password}'`);

  // The name in the address: it leads to the standby later.
  let target = ports.main;
  const open = new Set<Socket>();
  relay = createServer((near) => {
    const far = connect(target, '127.0.0.1');
    open.add(near);
    near.on('error', () => far.destroy()).on('close', () => far.destroy());
    far.on('error', () => near.destroy()).on('close', () => near.destroy());
    near.pipe(far).pipe(near);
  });
  const relayPort = await freePort();
  await new Promise<void>((resolve) => relay?.listen(relayPort, '127.0.0.1', resolve));
  product = await startProduct({ databaseUrl: urlAt(relayPort), env: { MASTER_KEY: masterKey } });
  expect((await call('/auth/signup', { body: ada })).status).toBe(201);
  let token = await logIn();

  asPostgres(`set -e; ${first}`);
  // Only a moment of a later second than the end of a backup is after it.
  const second = () => Number(query('select floor(extract(epoch from clock_timestamp()))'));
  const ended = second();
  await expect.poll(second).toBeGreaterThan(ended);
  const before = await save(token);
  const at = query("select to_char(clock_timestamp() at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS.US+00')");
  await save(token);
  const segment = query('select pg_walfile_name(pg_switch_wal())');
  await expect
    .poll(() => query('select last_archived_wal from pg_stat_archiver') >= segment, { timeout: 30_000 })
    .toBe(true);

  for (const line of moment.replace('2026-11-20 14:05:00+00', at).trim().split('\n'))
    if (!line.includes('npm run')) asPostgres(line);
    else {
      await expect.poll(() => query('select pg_is_in_recovery()', ports.past), { timeout: 30_000 }).toBe('f');
      execFileSync('bash', ['-c', line], {
        cwd: root,
        env: { ...process.env, DATABASE_URL: urlAt(ports.main), DATA_DIR: product.dataDir, MASTER_KEY: masterKey },
        stdio: ['ignore', 'pipe', 'pipe'],
      });
    }
  token = await logIn();
  expect(await saved(token)).toEqual([before]);

  for (const line of copy.trim().split('\n')) asPostgres(line);
  query("alter system set synchronous_standby_names = 'standby'");
  query('select pg_reload_conf()');
  await expect.poll(() => query('select sync_state from pg_stat_replication'), { timeout: 30_000 }).toBe('sync');
  const acknowledged = [before, await save(token), await save(token)].toSorted();
  asPostgres(`pg_ctlcluster ${major} ${names.main} stop -m immediate`);
  for (const line of promotion.trim().split('\n')) asPostgres(line);
  target = ports.standby;
  for (const socket of open) socket.destroy();
  acknowledged.push(await save(token));
  expect(await saved(token)).toEqual(acknowledged.toSorted());
});
