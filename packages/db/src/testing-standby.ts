/** A primary with a streaming standby, for tests: two real servers of the embedded binaries. */
import { itemAt } from '@nuances/domain/item-at';
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, chown, cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { childOptions, serverAccount } from './embedded/account.ts';
import { findBinaries } from './embedded/binaries.ts';
import { freePort } from './free-port.ts';
import { migrate } from './migrations/migrate.ts';
import { withConnection } from './postgres/driver.ts';

const run = promisify(execFile);
const pollMs = 50;
const startTries = 600;

/** Two servers; the second one replays what the first one writes. */
export interface ReplicatedServers {
  /** A migrated database. */
  readonly url: string;
  readonly standbyUrl: string;
  /** The standby replays nothing until {@link resume}. */
  pause(): Promise<void>;
  resume(): Promise<void>;
  /** Resolves when the standby has what the primary has now. */
  caughtUp(): Promise<void>;
  stopStandby(): Promise<void>;
  startStandby(): Promise<void>;
  stop(): Promise<void>;
}

const query = <Row extends object>(url: string, text: string) => withConnection(url, (sql) => sql.unsafe<Row[]>(text));

/**
 * @param delayS how long the standby waits before it replays a commit, seconds; 0 for as soon as it can
 */
export async function startReplicatedServers({ delayS = 0 } = {}): Promise<ReplicatedServers> {
  const folder = await mkdtemp(join(tmpdir(), 'nuances-standby-'));
  const account = await serverAccount([]);
  const binaries = await findBinaries(account, folder, null);
  await chmod(folder, 0o711);
  const home = join(folder, 'all');
  await run('mkdir', ['-m', '700', home]);
  if (account !== null) await chown(home, account.uid, account.gid);
  const files = { primary: join(home, 'primary'), standby: join(home, 'standby') };
  const ports = { primary: await freePort(), standby: await freePort() };
  const urlOf = (port: number) => `postgres://nuances@127.0.0.1:${port}/postgres`;
  const children = new Map<keyof typeof files, ChildProcess>();

  async function start(name: keyof typeof files): Promise<void> {
    const settings = {
      port: ports[name],
      listen_addresses: '127.0.0.1',
      unix_socket_directories: '',
      fsync: 'off',
      wal_level: 'replica',
      hot_standby: 'on',
      primary_conninfo: `host=127.0.0.1 port=${ports.primary} user=nuances`,
      recovery_min_apply_delay: `${delayS}s`,
    };
    const child = spawn(
      binaries.postgres,
      ['-D', files[name], ...Object.entries(settings).flatMap(([key, value]) => ['-c', `${key}=${value}`])],
      { ...childOptions(account), stdio: 'ignore' },
    );
    children.set(name, child);
    for (let left = startTries; ; left -= 1) {
      if (child.exitCode !== null || left === 0) throw new Error(`The ${name} did not start`);
      if (await query(urlOf(ports[name]), 'select 1').then(Boolean, () => false)) return;
      await sleep(pollMs);
    }
  }

  async function stop(name: keyof typeof files, signal: 'SIGINT' | 'SIGQUIT' = 'SIGINT'): Promise<void> {
    const child = children.get(name);
    children.delete(name);
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill(signal);
    await ended;
  }

  await run(
    binaries.initdb,
    ['-D', files.primary, '-U', 'nuances', '--auth=trust', '--encoding=UTF8', '--locale=C', '--no-sync'],
    childOptions(account),
  );
  await start('primary');
  await migrate(urlOf(ports.primary));
  await stop('primary');
  // What pg_basebackup does beside a server that runs; the binaries do not have it.
  await cp(files.primary, files.standby, { recursive: true, preserveTimestamps: true });
  await writeFile(join(files.standby, 'standby.signal'), '');
  if (account !== null) await run('chown', ['-R', `${account.uid}:${account.gid}`, files.standby]);
  await start('primary');
  await start('standby');
  const standbyUrl = urlOf(ports.standby);

  return {
    url: urlOf(ports.primary),
    standbyUrl,
    pause: async () => void (await query(standbyUrl, 'select pg_wal_replay_pause()')),
    resume: async () => void (await query(standbyUrl, 'select pg_wal_replay_resume()')),
    async caughtUp() {
      const rows = await query<{ lsn: string }>(urlOf(ports.primary), 'select pg_current_wal_lsn()::text as lsn');
      const { lsn } = itemAt(rows, 0);
      for (;;) {
        const [row] = await query<{ done: boolean }>(
          standbyUrl,
          `select pg_last_wal_replay_lsn() >= '${lsn}'::pg_lsn as done`,
        );
        if (row?.done) return;
        await sleep(pollMs);
      }
    },
    stopStandby: () => stop('standby'),
    startStandby: () => start('standby'),
    async stop() {
      await stop('standby', 'SIGQUIT');
      await stop('primary', 'SIGQUIT');
      await rm(folder, { recursive: true, force: true });
    },
  };
}
