/** Databases for tests: real PostgreSQL, one server per run, one fresh database per call. */
import { randomBytes } from 'node:crypto';
import { chmod, mkdtemp, readdir, rm, stat, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbedded } from './embedded/server.ts';
import { folderHolder } from './embedded/lock.ts';
import type { EmbeddedLog } from './embedded/log.ts';
import { ifRefused } from './embedded/file-error.ts';
import { distribute } from './citus/distribute.ts';
import { createClusterDatabase, dropClusterDatabase, type WorkerAddress } from './citus/testing.ts';
import { readExternalTestServer, readTestCluster, readTestServerEnv, writeTestServerEnv } from './testing-env.ts';
import { withConnection } from './postgres/driver.ts';
import { migrate } from './migrations/migrate.ts';

const folderPrefix = 'nuances-test-';

/** A separate database. */
export interface TestDatabase {
  readonly url: string;
  /** Removes it, also with open connections. */
  drop(): Promise<void>;
}

/**
 * A fresh database with every migration applied. Needs the server of {@link startTestServer}; vitest starts it through
 * `testing-setup.ts`.
 * @param options.migrated false for an empty database
 */
export async function testDatabase({ migrated = true }: { readonly migrated?: boolean } = {}): Promise<TestDatabase> {
  const cluster = readTestCluster();
  if (cluster !== undefined) return clusterDatabase(cluster, { state: migrated ? 'distributed' : 'empty' });
  const server = readTestServerEnv();
  if (server === null) {
    throw new Error('No test server: is packages/db/src/testing-setup.ts in the globalSetup of vitest.config.ts?');
  }
  const name = `nuances_test_${randomBytes(8).toString('hex')}`;
  await administer(server.serverUrl, `create database ${name} template ${migrated ? server.template : 'template0'}`);
  return {
    url: urlWithDatabase(server.serverUrl, name),
    drop: () => dropDatabase(server.serverUrl, name),
  };
}

/**
 * A fresh database on a Citus cluster.
 * @param options.state `migrated` has the tables, all on the coordinator
 * @param options.addressOf for proxies between the coordinator and the workers
 */
export async function clusterDatabase(
  cluster: string,
  {
    state,
    addressOf,
  }: { readonly state: 'empty' | 'migrated' | 'distributed'; readonly addressOf?: WorkerAddress | undefined },
): Promise<TestDatabase> {
  const name = `nuances_test_${randomBytes(8).toString('hex')}`;
  const url = await createClusterDatabase(cluster, name, addressOf);
  if (state !== 'empty') await migrate(url);
  if (state === 'distributed') await distribute(url);
  return { url, drop: () => dropClusterDatabase(cluster, name) };
}

/** A server for one run of tests. */
export interface TestServer {
  readonly url: string;
  stop(): Promise<void>;
}

/**
 * Starts the server for a run and prepares the template: the one at `DATABASE_TEST_URL` (its user
 * may create databases), else an embedded one in a temporary folder, without fsync.
 */
export async function startTestServer(): Promise<TestServer> {
  const cluster = readTestCluster();
  if (cluster !== undefined) return { url: cluster, stop: async () => undefined };
  const external = readExternalTestServer();
  const server = external ? { url: external, stop: async () => undefined } : await startTemporaryServer();
  const template = `nuances_template_${randomBytes(8).toString('hex')}`;
  try {
    await administer(server.url, `create database ${template} template template0`);
    await migrate(urlWithDatabase(server.url, template));
  } catch (error) {
    await server.stop();
    throw error;
  }
  writeTestServerEnv({ serverUrl: server.url, template });
  return {
    url: server.url,
    async stop() {
      writeTestServerEnv(null);
      if (external) await dropDatabase(server.url, template);
      await server.stop();
    },
  };
}

/** Linux's file system in memory, and the type that `statfs` gives of it. */
const memory = { folder: '/dev/shm', type: 0x01021994 };
/** A run takes about 150 MB; a container's memory folder may have as little as 64. */
const memoryBytes = 4 * 1024 ** 3;

/**
 * In memory, where there is enough: each test file makes and drops a database, and ext4 searches long for inodes where many files
 * were deleted shortly before, which took a fifth of the time of all tests.
 */
async function parentFolder(): Promise<string> {
  const found = await ifRefused(['ENOENT'], null, () => statfs(memory.folder));
  const isLarge = found !== null && found.type === memory.type && found.bavail * found.bsize >= memoryBytes;
  return isLarge ? memory.folder : tmpdir();
}

async function startTemporaryServer(): Promise<TestServer> {
  const parent = await parentFolder();
  await sweepFolders(parent);
  const dataDir = await mkdtemp(join(parent, folderPrefix));
  await chmod(dataDir, 0o711); // Started as root, the server runs under another account.
  const server = await startEmbedded({
    dataDir,
    log: quiet,
    mayCreateDatabases: true,
    settings: { fsync: 'off', full_page_writes: 'off', max_connections: '300' },
  });
  return {
    url: server.url,
    async stop() {
      await server.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** Stops and removes what a killed run left behind. */
async function sweepFolders(parent: string): Promise<void> {
  for (const name of await readdir(parent)) {
    if (!name.startsWith(folderPrefix)) continue;
    const dataDir = join(parent, name);
    if (!(await isLeftover(dataDir))) continue;
    // Starting takes the lock, so of two runs that clean up at the same time only one does. It also stops a server that
    // runs there.
    const server = await startEmbedded({ dataDir, log: quiet }).catch((error: unknown) => {
      quiet.error(`Cannot sweep ${dataDir}: ${String(error)}`);
      return null;
    });
    if (server === null) continue;
    await server.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

const isLeftover = (dataDir: string) =>
  ifRefused(['ENOENT'], false, async () => {
    const folder = await stat(dataDir);
    const isMine = folder.isDirectory() && folder.uid === process.getuid?.();
    // A run that has just started has the folder before the lock.
    return isMine && Date.now() - folder.mtimeMs > 60_000 && (await folderHolder(dataDir)) === null;
  });

const quiet: EmbeddedLog = {
  debug: () => undefined,
  info: () => undefined,
  warn: () => undefined, // tests end connections all the time
  error: (message) => console.error(message),
};

/**
 * Not `with (force)`: that is refused while an autovacuum worker, which belongs to a superuser, is in the database. The
 * plain form stops such a worker by itself and waits up to 5 s for the others.
 */
async function dropDatabase(server: string, name: string): Promise<void> {
  await administer(
    server,
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}' and usename = current_user`,
    `drop database if exists ${name}`,
  );
}

const administer = (server: string, ...statements: readonly string[]) =>
  withConnection(server, async (sql) => {
    for (const statement of statements) await sql.unsafe(statement);
  });

function urlWithDatabase(server: string, name: string): string {
  const url = new URL(server);
  url.pathname = `/${name}`;
  return url.href;
}
