import postgres, { type Options, type Sql } from 'postgres';
import { createConnectionGuard } from './patches/dead-connection.ts';
import { guardedSockets } from './patches/clear-text-password.ts';

/**
 * Opens a pool of postgres.js with our patches applied. All code connects through this, because without the patches a
 * dying connection can end the process (docs/decisions/0025-patches-of-postgres-js.md).
 * @param url `postgres://user:password@host:port/database`; a host that is the folder of a Unix socket has its slashes
 * encoded (`%2F`)
 * @param behind.isPooler for PgBouncer in transaction mode, which refuses most startup parameters
 * @param behind.silenceMs how long the server may send nothing while it owes an answer; for ever by default
 */
export function openDriver(
  url: string,
  options: Options<Record<string, never>>,
  { isPooler = false, silenceMs }: { readonly isPooler?: boolean; readonly silenceMs?: number } = {},
): Sql {
  const guard = createConnectionGuard(!isPooler);
  const sockets = guardedSockets(url, silenceMs);
  const all = { ...socketOf(url), ...options, connection: withZeros(options.connection), ...sockets };
  return guard.attach(postgres(url, guard.extend(all)));
}

/** Does something over a connection of its own, which is closed afterwards. @param options besides or in place of ours */
export async function withConnection<Result>(
  url: string,
  work: (sql: Sql) => Promise<Result>,
  options: Options<Record<string, never>> = {},
): Promise<Result> {
  const sql = openDriver(url, { max: 1, connect_timeout: 10, onnotice: () => undefined, ...options });
  try {
    return await work(sql);
  } finally {
    await sql.end({ timeout: 5 });
  }
}

/** The driver leaves out a setting of 0, so that a connection had the default of its account. */
const withZeros = (settings: Options<Record<string, never>>['connection'] = {}) =>
  Object.fromEntries(Object.entries(settings).map(([name, value]) => [name, value === 0 ? '0' : value]));

/** The driver accepts the folder of a socket as an option only. */
function socketOf(url: string): { host?: string } {
  const host = decodeURIComponent(new URL(url).hostname);
  return host.startsWith('/') ? { host } : {};
}
