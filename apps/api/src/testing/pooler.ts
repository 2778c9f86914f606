import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '@nuances/db/free-port';
import { openDriver } from '@nuances/db/postgres/driver';

/** A running PgBouncer. */
export interface Pooler {
  readonly url: string;
  stop(): Promise<void>;
}

/**
 * Starts PgBouncer of the machine in transaction mode before a database, with the settings of docs/operating.md and as few
 * connections as make clients share them.
 * @param databaseUrl over TCP
 */
export async function startPooler(databaseUrl: string): Promise<Pooler> {
  const { hostname, port, username, password, pathname } = new URL(databaseUrl);
  const folder = await mkdtemp(join(tmpdir(), 'nuances-pooler-'));
  await chmod(folder, 0o755); // Started as root, it runs under another account.
  const own = await freePort();
  const [user, secret] = [decodeURIComponent(username), decodeURIComponent(password)];
  await writeFile(join(folder, 'users.txt'), `"${user}" "${secret}"\n`);
  await writeFile(
    join(folder, 'pgbouncer.ini'),
    `[databases]
* = host=${hostname} port=${port}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${own}
unix_socket_dir =
auth_type = scram-sha-256
auth_file = ${join(folder, 'users.txt')}
pool_mode = transaction
default_pool_size = 4
query_wait_timeout = 2
server_login_retry = 1
`,
  );
  const account = process.getuid?.() === 0 ? ['-u', 'nobody'] : [];
  const child = spawn('pgbouncer', ['-q', ...account, join(folder, 'pgbouncer.ini')], { stdio: 'ignore' });
  const url = new URL(databaseUrl);
  url.host = `127.0.0.1:${own}`;
  url.pathname = pathname;
  const sql = openDriver(url.href, { max: 1, prepare: false, connect_timeout: 2 }, { isPooler: true });
  try {
    for (let left = 50; ; left -= 1) {
      const isReady = await sql`select 1`.then(Boolean, () => false);
      if (isReady) break;
      if (left === 0) throw new Error('PgBouncer did not start');
      await sleep(100);
    }
  } finally {
    await sql.end({ timeout: 1 });
  }
  return {
    url: url.href,
    async stop() {
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
}
