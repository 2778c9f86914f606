import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { openDatabase } from '../client.ts';
import { connectEmbedded, startEmbedded, type EmbeddedDatabase } from './server.ts';
import { folderHolder, FolderInUse } from './lock.ts';
import { commandLine, processStart } from './process.ts';

const isRoot = process.getuid?.() === 0;

let dataDir: string;
let lines: string[];
let warnings: string[];
let databases: EmbeddedDatabase[];
let children: ChildProcess[];

const note = (message: string) => void lines.push(message);
const warn = (message: string) => {
  note(message);
  warnings.push(message);
};
const log = { debug: () => undefined, info: note, warn, error: note };

async function start(): Promise<EmbeddedDatabase> {
  const database = await startEmbedded({ dataDir, log });
  databases.push(database);
  return database;
}

/** Starts the program in place of the product and waits until its database is ready. */
async function startChild({ folder = dataDir, mode = 'serve' } = {}): Promise<{ child: ChildProcess; url: string }> {
  const script = fileURLToPath(new URL('./server.child.ts', import.meta.url));
  const child = spawn(process.execPath, ['--import', 'tsx', script, folder, mode], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  children.push(child);
  let said = '';
  child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()));
  for await (const line of createInterface({ input: child.stdout })) {
    const answer: unknown = JSON.parse(line);
    if (typeof answer === 'object' && answer !== null && 'url' in answer) return { child, url: String(answer.url) };
  }
  throw new Error(`The child ended: ${said}`);
}

function deferred<T>() {
  let resolve: (value: T) => void = () => undefined;
  const promise = new Promise<T>((settle) => (resolve = settle));
  return { promise, resolve };
}

async function kill(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  const exit = once(child, 'exit');
  child.kill(signal);
  await exit;
}

async function withSql<Result>(
  url: string,
  use: (sql: ReturnType<typeof openDatabase>['sql']) => Promise<Result>,
): Promise<Result> {
  const { sql, close } = openDatabase(url, { max: 1, applicationName: 'test' });
  try {
    return await use(sql);
  } finally {
    await close();
  }
}

async function serverPid(files = join(dataDir, 'postgres')): Promise<number> {
  return Number((await readFile(join(files, 'postmaster.pid'), 'utf8')).split('\n')[0]);
}

/** Read from /proc. */
async function watchdogOf(server: number): Promise<number> {
  for (const name of await readdir('/proc')) {
    const pid = Number(name);
    if (pid > 0 && (await commandLine(pid)).endsWith(`nuances-watchdog ${server}`)) return pid;
  }
  throw new Error('The server has no watchdog');
}

/** Waits for the end of a process, five seconds at most. */
async function expectGone(pid: number): Promise<void> {
  await expect.poll(() => processStart(pid), { interval: 20, timeout: 5_000 }).toBeNull();
}

/** Repeats a query until the server answers. */
function eventually<Result>(ask: () => Promise<Result>): Promise<Result> {
  return vi.waitFor(ask, { interval: 50, timeout: 5_000 });
}

/** A folder with a stopped database: a copy of it is several times faster than a new one. */
let seed: string;

beforeAll(async () => {
  seed = await newFolder();
  const silent = () => undefined;
  const log = { debug: silent, info: silent, warn: silent, error: silent };
  await (await startEmbedded({ dataDir: seed, log })).stop();
});
afterAll(() => rm(seed, { recursive: true, force: true }));

async function newFolder(): Promise<string> {
  // With what means something in the settings of a server.
  const folder = await mkdtemp(join(tmpdir(), 'nuances, "embedded"-'));
  await chmod(folder, 0o711); // Started as root, the server runs under another account.
  return folder;
}

async function copySeed(folder = dataDir): Promise<void> {
  await promisify(execFile)('cp', ['-a', `${seed}/.`, folder]);
}

beforeEach(async () => {
  dataDir = await newFolder();
  lines = [];
  warnings = [];
  databases = [];
  children = [];
});

afterEach(async () => {
  for (const database of databases) await database.stop();
  for (const child of children) if (child.exitCode === null && child.signalCode === null) await kill(child, 'SIGKILL');
  // A killed child leaves its server running; the next start ends it.
  if ((await connectEmbedded({ dataDir })) !== null) await (await startEmbedded({ dataDir, log })).stop();
  const id = await readFile(join(dataDir, 'instance'), 'utf8').catch(() => null);
  if (id !== null) await rm(join('/var/lib/nuances', id.trim()), { recursive: true, force: true });
  await rm(dataDir, { recursive: true, force: true });
});

describe('the embedded database in a fresh folder', () => {
  it('starts in a fresh folder within seconds, and again after a stop, with its data', async ({ annotate }) => {
    const began = performance.now();
    const first = await start();
    const settings = await withSql(first.url, async (sql) => {
      await sql`create table kept (n int)`;
      await sql`insert into kept values (1)`;
      return sql<{ name: string; setting: string }[]>`
        select name, setting from pg_settings where name in
          ('listen_addresses', 'fsync', 'full_page_writes', 'server_encoding', 'data_checksums', 'password_encryption')`;
    });
    const fresh = performance.now() - began;
    expect(Object.fromEntries(settings.map(({ name, setting }) => [name, setting]))).toEqual({
      data_checksums: 'on',
      fsync: 'on',
      full_page_writes: 'on',
      listen_addresses: '',
      password_encryption: 'scram-sha-256',
      server_encoding: 'UTF8',
    });
    await first.stop();
    await first.stop(); // A second stop has no effect.

    const again = performance.now();
    const second = await start();
    expect(await withSql(second.url, (sql) => sql`select n from kept`)).toEqual([{ n: 1 }]);
    const restart = performance.now() - again;
    await annotate(`fresh folder to first rows ${fresh.toFixed(0)} ms, second start ${restart.toFixed(0)} ms`);
  });
});

describe('the embedded database', () => {
  beforeEach(() => copySeed());

  it('reports that the process exists before it accepts connections', async () => {
    const { promise: launched, resolve } = deferred<string>();
    const opening = startEmbedded({ dataDir, log, onLaunch: () => resolve('launched') });
    expect(await Promise.race([launched, opening.then(() => 'ready')])).toBe('launched');
    databases.push(await opening);
  });

  it('lets no role in without the password, which is in a file of mode 600', async () => {
    const database = await start();
    const path = join(dataDir, 'postgres.password');
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    const password = (await readFile(path, 'utf8')).trim();
    expect(password).toMatch(/^[0-9a-f]{48}$/);
    const wrong = database.url.replace(password, 'wrong');
    await expect(withSql(wrong, (sql) => sql`select 1`)).rejects.toMatchObject({ code: '28P01' });
    await expect(withSql(database.url, (sql) => sql`select 1`)).resolves.toHaveLength(1);
  });

  it('logs neither a refused statement nor its values', async () => {
    const said: string[] = [];
    const all = (message: string) => void said.push(message);
    const database = await startEmbedded({ dataDir, log: { debug: all, info: all, warn: all, error: all } });
    databases.push(database);
    await withSql(database.url, async (sql) => {
      await sql`create table secrets (word text unique)`;
      await sql`insert into secrets values ('canary')`;
      await expect(sql`insert into secrets values ('canary')`).rejects.toMatchObject({ code: '23505' });
      await expect(sql`select 'canary' from nowhere`).rejects.toMatchObject({ code: '42P01' });
    });
    await database.stop();
    expect(said.join('\n')).toContain('ready to accept connections');
    expect(said.join('\n')).not.toContain('canary');
  });

  it('refuses a second product on the folder and gives the remedy', async () => {
    await start();
    const second = startEmbedded({ dataDir, log });
    await expect(second).rejects.toBeInstanceOf(FolderInUse);
    await expect(second).rejects.toThrow(/process \d+.*already running.*Stop it first.*DATA_DIR/);

    await expect(startChild()).rejects.toThrow(`Another Nuances (process ${process.pid}) is already running`);
  });

  it('lets commands connect beside the product', async () => {
    expect(await connectEmbedded({ dataDir })).toBeNull();
    const database = await start();
    expect(await connectEmbedded({ dataDir })).toBe(database.url);
    await database.stop();
    expect(await connectEmbedded({ dataDir })).toBeNull();
  });

  it('lets commands wait for a product that is starting', async () => {
    const starting = start();
    await expect.poll(() => folderHolder(dataDir), { interval: 1 }).toBe(process.pid);
    expect(await connectEmbedded({ dataDir })).toBe((await starting).url);
  });

  it('restarts by itself, at the same address, when the server is killed', async () => {
    const database = await start();
    const { sql, close } = openDatabase(database.url, { max: 2, applicationName: 'test' });
    await sql`create table kept (n int)`;
    await sql`insert into kept values (7)`;
    const killed = await serverPid();
    process.kill(killed, 'SIGKILL');
    await expectGone(killed);
    // On a busy machine a backend of the killed server may answer once more.
    await expect.poll(serverPid, { timeout: 15_000 }).not.toBe(killed);
    // The same pool in the same process.
    expect(await eventually(() => sql`select n from kept`)).toEqual([{ n: 7 }]);
    expect(lines.join('\n')).toMatch(/ended unexpectedly \(signal SIGKILL\)[^]*The database is back/);
    await close();
  });
});

describe('after a kill -9 of the product', () => {
  beforeEach(() => copySeed());

  it.each([
    ['with its folder', false],
    ['although its folder was deleted', true],
  ])('the server ends by itself within five seconds, %s', async (_how, isDeleted) => {
    const { child } = await startChild();
    const server = await serverPid();
    if (isDeleted) await rm(dataDir, { recursive: true, force: true });
    await kill(child, 'SIGKILL');
    await expectGone(server);
  });

  it.runIf(process.platform === 'linux')(
    'control: without its watchdog the server keeps running; the next start ends it, and has every row',
    async () => {
      const { child, url } = await startChild();
      await withSql(url, async (sql) => {
        await sql`create table kept (n int)`;
        await sql`insert into kept select generate_series(1, 1000)`;
      });
      const orphan = await serverPid();
      process.kill(await watchdogOf(orphan), 'SIGKILL');
      await kill(child, 'SIGKILL');
      // When the product is killed later, its server has ended before.
      const folder = await newFolder();
      await copySeed(folder);
      const { child: guarded } = await startChild({ folder });
      const ended = await serverPid(join(folder, 'postgres'));
      await kill(guarded, 'SIGKILL');
      await expectGone(ended);
      await rm(folder, { recursive: true, force: true });
      expect(await processStart(orphan)).not.toBeNull();

      const database = await start();
      expect(await processStart(orphan)).toBeNull();
      expect(await serverPid()).not.toBe(orphan);
      expect(lines.join('\n')).toContain(`Ending the database (process ${orphan})`);
      const count = () => withSql(database.url, (sql) => sql`select count(*)::int from kept`);
      expect(await count()).toEqual([{ count: 1000 }]);

      // It is supervised like any other.
      const own = await serverPid();
      process.kill(own, 'SIGKILL');
      await expectGone(own);
      expect(await eventually(count)).toEqual([{ count: 1000 }]);
      await database.stop();
      expect(await connectEmbedded({ dataDir })).toBeNull();
    },
  );

  it('recovers when the server was killed too, with every committed row', async () => {
    const { child, url } = await startChild();
    let acknowledged = 0;
    await withSql(url, async (sql) => {
      await sql`create table kept (n int primary key)`;
      const writing = (async () => {
        for (;;) {
          await sql`insert into kept values (${acknowledged + 1})`;
          acknowledged += 1;
        }
      })();
      await expect.poll(() => acknowledged, { interval: 5, timeout: 5_000 }).toBeGreaterThan(20);
      const server = await serverPid();
      // A killed process may live on for a moment and hold the folder.
      const productEnds = kill(child, 'SIGKILL');
      process.kill(server, 'SIGKILL');
      await expect(writing).rejects.toBeInstanceOf(Error);
      await productEnds;
      await expectGone(server);
    });
    expect(acknowledged).toBeGreaterThan(0);

    const database = await start();
    const rows = await withSql(database.url, (sql) => sql<{ n: number }[]>`select n from kept order by n`);
    // One more may have been committed without its answer.
    expect(rows.slice(0, acknowledged).map(({ n }) => n)).toEqual(
      Array.from({ length: acknowledged }, (_, i) => i + 1),
    );
    expect(rows.length - acknowledged).toBeLessThanOrEqual(1);
  });

  it('ignores a pid file whose process id now belongs to another process', async () => {
    await (await start()).stop();
    const stale = `${process.pid}\n${join(dataDir, 'postgres')}\n1\n5432\n\n127.0.0.1\n0 0\nready   \n`;
    await writeFile(join(dataDir, 'postgres', 'postmaster.pid'), stale);
    const database = await start();
    expect(await withSql(database.url, (sql) => sql`select 1 as one`)).toEqual([{ one: 1 }]);
  });
});

describe('the server ends with the product', () => {
  beforeEach(() => copySeed());

  it('when the product has no more work', async () => {
    const { child } = await startChild({ mode: 'end' });
    if (child.exitCode === null) await once(child, 'exit');
    expect(child.exitCode).toBe(0);
    await expect.poll(() => connectEmbedded({ dataDir }), { interval: 20, timeout: 5_000 }).toBeNull();
    await start();
  });

  it('when the product is stopped', async () => {
    const { child } = await startChild();
    const server = await serverPid();
    await kill(child, 'SIGTERM');
    // The last entry disappears when the system has reaped the process.
    await expect.poll(() => processStart(server), { timeout: 5_000 }).toBeNull();
  });
});

describe.runIf(isRoot)('as root', () => {
  it('runs the server under an unprivileged account', async () => {
    await copySeed();
    await start();
    expect((await stat(`/proc/${await serverPid()}`)).uid).not.toBe(0);
    expect((await stat(join(dataDir, 'postgres'))).mode & 0o777).toBe(0o700);
  });

  it('keeps the files in /var/lib/nuances when the account cannot reach the folder, and says so', async () => {
    await chmod(dataDir, 0o700);
    const first = await start();
    const id = (await readFile(join(dataDir, 'instance'), 'utf8')).trim();
    const files = join('/var/lib/nuances', id, 'postgres');
    expect(warnings.join('\n')).toContain(`cannot use ${dataDir}: the database files go to /var/lib/nuances/${id}`);
    expect((await stat(files)).isDirectory()).toBe(true);
    expect(await connectEmbedded({ dataDir })).toBe(first.url);
    await withSql(first.url, (sql) => sql`create table kept (n int)`);
    await first.stop();

    const second = await start();
    expect(await withSql(second.url, (sql) => sql`select n from kept`)).toEqual([]);
  });
});
