/** A streaming standby of a worker of the test cluster, on this machine. */
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chown, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { childOptions, serverAccount } from '../embedded/account.ts';
import { freePort } from '../free-port.ts';
import { withConnection } from '../postgres/driver.ts';

const run = promisify(execFile);
const pollMs = 50;

/** A standby that replays what its worker writes. */
export interface WorkerStandby {
  readonly port: number;
  /** Resolves when it has what the worker has now. */
  caughtUp(): Promise<void>;
  /** Makes it a server of its own. */
  promote(statement: string): Promise<void>;
  stop(): Promise<void>;
}

async function ask(url: string, statement: string): Promise<string> {
  const [row] = await withConnection(url, (sql) =>
    sql.unsafe<{ value: string }[]>(`select (${statement})::text as value`),
  );
  return row?.value ?? '';
}

/**
 * Copies a worker and follows it.
 * @param worker `postgres://host:port` as the cluster's superuser; its PostgreSQL is on this machine
 * @param user the superuser
 */
export async function startStandbyOf(worker: string, user: string): Promise<WorkerStandby> {
  const { hostname, port: workerPort } = new URL(worker);
  const urlOf = (host: string, port: string | number) => `postgres://${user}@${host}:${port}/postgres`;
  const bin = await ask(urlOf(hostname, workerPort), `select setting from pg_config where name = 'BINDIR'`);
  const folder = await mkdtemp(join(tmpdir(), 'nuances-standby-'));
  const account = await serverAccount([]);
  const home = join(folder, 'all');
  await mkdir(home);
  if (account !== null) for (const path of [folder, home]) await chown(path, account.uid, account.gid);
  const files = join(home, 'standby');
  await run(
    join(bin, 'pg_basebackup'),
    ['-h', hostname, '-p', workerPort, '-U', user, '-D', files, '-R', '-c', 'fast'],
    childOptions(account),
  );
  const port = await freePort();
  const child = spawn(
    join(bin, 'postgres'),
    ['-D', files, '-p', String(port), '-c', `unix_socket_directories=${home}`],
    {
      ...childOptions(account),
      stdio: 'ignore',
    },
  );
  const own = urlOf('127.0.0.1', port);
  const until = async (statement: string) => {
    while ((await ask(own, statement).catch(() => '')) !== 'true') {
      if (child.exitCode !== null) throw new Error('The standby ended');
      await sleep(pollMs);
    }
  };
  await until('pg_is_in_recovery()');
  return {
    port,
    async caughtUp() {
      const lsn = await ask(urlOf(hostname, workerPort), 'pg_current_wal_lsn()');
      await until(`pg_last_wal_replay_lsn() >= '${lsn}'::pg_lsn`);
    },
    async promote(statement) {
      await ask(own, statement.replaceAll(/^select |;$/g, ''));
      await until('not pg_is_in_recovery()');
    },
    async stop() {
      child.kill('SIGINT');
      if (child.exitCode === null) await once(child, 'exit');
      await rm(folder, { recursive: true, force: true });
    },
  };
}
