/**
 * Patch of postgres.js 3.4.9: it sends the password in clear text to any server that asks for it, so that a program that
 * takes the place of the server learns it, and has no option like libpq's `require_auth`. Through its option `socket` the
 * connections of a pool are opened here, TLS included, and one whose server asks for the password ends.
 */
import { once } from 'node:events';
import { connect, isIP, Socket } from 'node:net';
import { connect as secure } from 'node:tls';
import { failAtClose } from './dead-connection.ts';
import { endWhenSilent } from './silent-server.ts';

/** Messages of the protocol: a request of authentication, and its kinds. */
const authentication = 'R'.charCodeAt(0);
const granted = 0;
const clearText = 3;

/** Asks for TLS; the server answers with one byte. */
const tlsRequest = Buffer.from([0, 0, 0, 8, 4, 210, 22, 47]);

/** What the driver has read of its url and options. */
interface Target {
  readonly host: readonly string[];
  readonly port: readonly number[];
  /** Of a Unix socket. */
  readonly path?: string | undefined;
  readonly connect_timeout: number;
}

/** How connections are encrypted, by libpq's names; null for not at all. `prefer`, `allow` and `require` check no certificate. */
function sslModeOf(url: string): string | null {
  const { searchParams } = new URL(url);
  const mode = searchParams.get('sslrootcert') === 'system' ? 'verify-full' : searchParams.get('sslmode');
  return mode === 'disable' ? null : mode;
}

/** Options with which the driver opens no connection by itself. */
export function guardedSockets(
  url: string,
  silenceMs: number | undefined,
): {
  readonly ssl: false;
  readonly socket: (target: Target) => Promise<Socket>;
} {
  return { ssl: false, socket: socketOpener(url, silenceMs) };
}

function socketOpener(url: string, silenceMs: number | undefined): (target: Target) => Promise<Socket> {
  const guarded = (socket: Socket) => watched(silenceMs === undefined ? socket : endWhenSilent(socket, silenceMs));
  const sslMode = sslModeOf(url);
  const { hostname, port: ownPort } = new URL(url);
  // The driver ends the name of a host at the first colon.
  const [, ipv6] = /^\[(.+)\]$/.exec(hostname) ?? [];
  let attempts = 0;
  return async (target) => {
    const at = attempts % target.host.length;
    attempts += 1;
    const [host = '', port = 0] =
      ipv6 === undefined ? [target.host[at], target.port[at]] : [ipv6, Number(ownPort || 5432)];
    const socket = target.path ? connect(target.path) : connect(port, host);
    // The driver names them in its errors.
    Object.assign(socket, { host, port });
    if (sslMode === null || target.path) return guarded(socket);
    const signal = AbortSignal.timeout(target.connect_timeout * 1_000);
    try {
      return guarded(await encrypted(socket, host, sslMode, signal));
    } catch (error) {
      socket.destroy();
      // The driver waits for the end of a socket, not for one that cannot be had. It listens before the next tick, in which this
      // one tells its end.
      const none = Object.assign(new Socket(), { host, port });
      const late = () => Object.assign(new Error('The database does not answer'), { code: 'CONNECT_TIMEOUT' });
      none.destroy(signal.aborted ? late() : error instanceof Error ? error : undefined);
      return none;
    }
  };
}

async function encrypted(socket: Socket, host: string, sslMode: string, signal: AbortSignal): Promise<Socket> {
  socket.on('error', () => undefined); // Of a socket that nobody waits for any more.
  await once(socket, 'connect', { signal });
  socket.write(tlsRequest);
  const answer: readonly unknown[] = await once(socket, 'data', { signal });
  if (answer.join('') !== 'S') {
    if (sslMode === 'prefer') return socket;
    throw Object.assign(new Error('The database does not encrypt its connections'), { code: 'CONNECTION_DESTROYED' });
  }
  const isVerified = !['prefer', 'allow', 'require'].includes(sslMode);
  const own = secure({ socket, rejectUnauthorized: isVerified, ...(isIP(host) === 0 && { servername: host }) });
  own.on('error', () => undefined);
  await once(own, 'secureConnect', { signal });
  return own;
}

/** Ends a socket before the driver sees that the server asks for the password in clear text. */
function watched(socket: Socket): Socket {
  const push = socket.push.bind(socket);
  let unread = Buffer.alloc(0);
  let isGranted = false;
  socket.push = (chunk: Buffer | null) => {
    unread = Buffer.concat([unread, chunk ?? Buffer.alloc(0)]);
    while (unread.length >= 9) {
      const kind = unread[0] === authentication ? unread.readUInt32BE(5) : null;
      if (kind === clearText) {
        socket.destroy(
          Object.assign(new Error('The server asks for the password in clear text'), { code: 'CONNECTION_DESTROYED' }),
        );
        return false;
      }
      if (kind === granted) {
        isGranted = true;
        socket.push = push;
        break;
      }
      const length = 1 + unread.readUInt32BE(1);
      if (length > unread.length) break;
      unread = unread.subarray(length);
    }
    return push(chunk);
  };
  return failAtClose(socket, () => isGranted);
}
