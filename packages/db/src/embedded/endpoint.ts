import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { chmod, chown, lstat, mkdir, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { freePort } from '../free-port.ts';
import { databaseName, roleName } from './access.ts';
import type { ResolvedDataLocation } from './data-location.ts';
import { isFileError } from './file-error.ts';

/** Where a server listens: on a Unix socket in a folder, or on a port of the loopback interface. */
export interface Endpoint {
  /** Null for TCP. */
  readonly socketFolder: string | null;
  readonly port: number;
}

/** The number in the name of the socket. Nothing listens on that port. */
const socketPort = 5432;
/** `sun_path` holds 104 bytes on macOS and 108 on Linux, the final NUL included. */
const socketPathMaxBytes = 103;

/**
 * The endpoint of the next server of a location: a socket in a folder that only the server's account (and root) can
 * enter. Where a socket is not possible (path too long, file system without sockets, Windows), TCP on the loopback
 * interface.
 */
export async function chooseEndpoint(location: ResolvedDataLocation): Promise<Endpoint> {
  const socketFolder = join(location.base, 'postgres.run');
  if (Buffer.byteLength(socketPath(socketFolder)) > socketPathMaxBytes)
    return { socketFolder: null, port: await freePort() };
  await prepareFolder(socketFolder, location);
  if (!(await canListen(socketFolder))) return { socketFolder: null, port: await freePort() };
  return { socketFolder, port: socketPort };
}

/** Settings with which the server listens there and nowhere else. */
export function endpointSettings({ socketFolder, port }: Endpoint): Readonly<Record<string, string>> {
  return {
    port: String(port),
    listen_addresses: socketFolder === null ? '127.0.0.1' : '',
    // A list, in which quotes keep a comma of the name.
    unix_socket_directories: socketFolder === null ? '' : `"${socketFolder.replaceAll('"', '""')}"`,
    unix_socket_permissions: '0700',
  };
}

/** The address of a server, as `openDriver` takes it. As in libpq, a host that is a folder has its slashes encoded. */
export function urlOf({ socketFolder, port }: Endpoint, password: string): string {
  const host = socketFolder === null ? '127.0.0.1' : encodeURIComponent(socketFolder);
  return `postgres://${roleName}:${password}@${host}:${port}/${databaseName}`;
}

/** Removes the socket of a server that has ended: PostgreSQL would take any process with that id for the server. */
export async function removeStaleSocket({ socketFolder }: Endpoint): Promise<void> {
  if (socketFolder === null) return;
  await rm(socketPath(socketFolder), { force: true });
  await rm(`${socketPath(socketFolder)}.lock`, { force: true });
}

function socketPath(folder: string): string {
  return join(folder, `.s.PGSQL.${socketPort}`);
}

async function prepareFolder(folder: string, { account }: ResolvedDataLocation): Promise<void> {
  await mkdir(folder, { mode: 0o700 }).catch((error: unknown) => {
    if (!isFileError(error, 'EEXIST')) throw error;
  });
  if (!(await lstat(folder)).isDirectory()) throw new Error(`${folder} is not a folder: remove it`);
  await chmod(folder, 0o700);
  if (account !== null) await chown(folder, account.uid, account.gid);
}

/** Tried, because some file systems (of containers, of networks) have no sockets. */
async function canListen(folder: string): Promise<boolean> {
  const probe = createServer().listen(join(folder, `.probe-${randomBytes(3).toString('hex')}`));
  try {
    await once(probe, 'listening');
    return true;
  } catch {
    return false; // Whatever the reason, TCP works everywhere.
  } finally {
    probe.close();
  }
}
