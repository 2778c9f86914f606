import { execFile, spawn } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { chmod, chown, mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { migrate } from '../migrations/migrate.ts';
import { latestSchemaState, readSchemaState } from '../migrations/schema-state.ts';
import { openDriver } from '../postgres/driver.ts';
import { childOptions } from './account.ts';
import { findBinaries } from './binaries.ts';
import { resolveDataLocation } from './data-location.ts';
import { findServer } from './pid-file.ts';
import { connectEmbedded, startEmbedded } from './server.ts';
import { shutDown } from './shutdown.ts';

const silent = () => undefined;
const log = { debug: silent, info: silent, warn: silent, error: silent };

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'nuances-access-'));
  await chmod(folder, 0o711); // Started as root, the server runs under another account.
});
afterEach(() => rm(folder, { recursive: true, force: true }));

async function withSql<Result>(
  url: string,
  use: (sql: ReturnType<typeof openDriver>) => Promise<Result>,
): Promise<Result> {
  const sql = openDriver(url, { max: 1, connect_timeout: 5, onnotice: silent });
  try {
    return await use(sql);
  } finally {
    await sql.end({ timeout: 1 });
  }
}

/** A data folder as version 0.3.0 left it: one role, a superuser, reached through TCP. */
async function makeOldFolder(dataDir: string, fill: (url: string) => Promise<void>): Promise<void> {
  const location = await resolveDataLocation(dataDir, log);
  const binaries = await findBinaries(location.account, location.base, null);
  const password = randomBytes(24).toString('hex');
  const passwordFile = join(dataDir, 'postgres.password');
  const lentFile = join(dataDir, 'lent.password');
  await writeFile(passwordFile, `${password}\n`, { mode: 0o600 });
  await writeFile(lentFile, password, { mode: 0o600 });
  await mkdir(location.files, { mode: 0o700 });
  if (location.account !== null) {
    await chown(location.files, location.account.uid, location.account.gid);
    await chown(lentFile, location.account.uid, location.account.gid);
  }
  const options = childOptions(location.account);
  await promisify(execFile)(
    binaries.initdb,
    [
      ...['-D', location.files, '-U', 'nuances', `--pwfile=${lentFile}`, '--auth=scram-sha-256'],
      ...['--encoding=UTF8', '--locale=C', '--data-checksums', '--no-instructions'],
    ],
    options,
  );
  await rm(lentFile);
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  probe.close();
  const settings = ['-c', `port=${port}`, '-c', 'listen_addresses=127.0.0.1', '-c', 'unix_socket_directories='];
  const server = spawn(binaries.postgres, ['-D', location.files, ...settings], { ...options, stdio: 'ignore' });
  const exited = once(server, 'exit');
  await expect.poll(async () => (await findServer(location))?.status, { timeout: 20_000 }).toBe('ready');
  await fill(`postgres://nuances:${password}@127.0.0.1:${port}/postgres`);
  await shutDown(server.pid ?? 0, log);
  await exited;
}

it('a data folder of 0.3.0 loses its superuser login and its port, and no row', async () => {
  const id = randomUUID();
  await makeOldFolder(folder, async (url) => {
    await migrate(url);
    await withSql(url, async (sql) => {
      await sql`
        insert into users (id, username, email, locale, user_key_sealed, user_key_version, created_at)
        values (${id}, 'veteran', 'v@example.org', 'fr', 'v1.x.y', 1, now())`;
      await sql`create view by_hand as select username from users`;
    });
  });

  for (let round = 0; round < 2; round += 1) {
    const database = await startEmbedded({ dataDir: folder, log });
    try {
      expect(database.url).toContain('%2Fpostgres.run:');
      await migrate(database.url);
      await withSql(database.url, async (sql) => {
        expect(await readSchemaState(sql)).toEqual(latestSchemaState());
        expect(await sql`select id, username from users`).toEqual([{ id, username: 'veteran' }]);
        expect(await sql`select * from by_hand`).toEqual([{ username: 'veteran' }]);
        expect(
          await sql`select count(*)::int as foreign from pg_class where relnamespace = 'public'::regnamespace and relowner <> current_user::regrole`,
        ).toEqual([{ foreign: 0 }]);
        // As a later migration does.
        await sql`alter table users add column added text`;
        await sql`alter table users drop column added`;
      });
    } finally {
      await database.stop();
    }
  }
}, 120_000);

it('the role of the product is no superuser, reads no file of the server, and is the only role that can log in', async () => {
  const database = await startEmbedded({ dataDir: folder, log });
  try {
    await withSql(database.url, async (sql) => {
      expect(
        await sql`select rolsuper, rolcreaterole, rolcreatedb, rolreplication, rolbypassrls from pg_roles where rolname = current_user`,
      ).toEqual([
        { rolsuper: false, rolcreaterole: false, rolcreatedb: false, rolreplication: false, rolbypassrls: false },
      ]);
      for (const statement of [
        `select pg_read_file('PG_VERSION')`,
        `copy (select 1) to program 'true'`,
        `alter system set listen_addresses = '*'`,
        `set role nuances`,
        `create role other`,
      ])
        await expect(sql.unsafe(statement)).rejects.toMatchObject({ code: '42501' });
    });
    const superuser = database.url.replace('nuances_app:', 'nuances:');
    await expect(withSql(superuser, (sql) => sql`select 1`)).rejects.toMatchObject({ code: '28000' });
    const elsewhere = database.url.replace(/\/postgres$/, '/template1');
    await expect(withSql(elsewhere, (sql) => sql`select 1`)).rejects.toMatchObject({ code: '28000' });
  } finally {
    await database.stop();
  }
});

it('listens on a socket in a folder of mode 700, and on no port', async () => {
  const database = await startEmbedded({ dataDir: folder, log });
  try {
    const run = join(folder, 'postgres.run');
    expect(database.url).toContain(`@${encodeURIComponent(run)}:`);
    expect((await stat(run)).mode & 0o777).toBe(0o700);
    expect((await stat(join(run, '.s.PGSQL.5432'))).isSocket()).toBe(true);
    if (process.platform === 'linux') {
      const location = await resolveDataLocation(folder, log);
      const server = await findServer(location);
      const sockets = await promisify(execFile)('ls', ['-l', `/proc/${server?.pid}/fd`]);
      const inodes = [...sockets.stdout.matchAll(/socket:\[(\d+)\]/g)].map(([, inode]) => inode);
      const tcp =
        (await readFile('/proc/net/tcp', 'utf8')) + (await readFile('/proc/net/tcp6', 'utf8').catch(() => ''));
      expect(inodes.length).toBeGreaterThan(0);
      expect(tcp.split('\n').filter((line) => inodes.includes(line.trim().split(/\s+/)[9]))).toEqual([]);
    }
  } finally {
    await database.stop();
  }
});

it('listens on the loopback interface where the path is too long for a socket, with the password', async () => {
  const dataDir = join(folder, 'x'.repeat(60));
  await mkdir(dataDir, { mode: 0o711 });
  const database = await startEmbedded({ dataDir, log });
  try {
    expect(database.url).toContain('@127.0.0.1:');
    expect(await connectEmbedded({ dataDir })).toBe(database.url);
    expect(await withSql(database.url, (sql) => sql`select current_user as role`)).toEqual([{ role: 'nuances_app' }]);
    const wrong = database.url.replace(/:[0-9a-f]{48}@/, ':wrong@');
    await expect(withSql(wrong, (sql) => sql`select 1`)).rejects.toMatchObject({ code: '28P01' });
    const superuser = database.url.replace('nuances_app:', 'nuances:');
    await expect(withSql(superuser, (sql) => sql`select 1`)).rejects.toMatchObject({ code: '28000' });
  } finally {
    await database.stop();
  }
});
