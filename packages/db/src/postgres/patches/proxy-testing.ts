import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

/** A proxy to a database whose connections can be lost in the ways of a network. */
export async function startProxy(databaseUrl: string) {
  const target = new URL(databaseUrl);
  const [host, port] = [decodeURIComponent(target.hostname), Number(target.port)];
  const pairs: (readonly [near: Socket, far: Socket])[] = [];
  const server = createServer((near) => {
    const far = host.startsWith('/') ? connect(`${host}/.s.PGSQL.${port}`) : connect(port, host);
    pairs.push([near, far]);
    near.on('error', () => undefined).on('close', () => far.destroy());
    far.on('error', () => undefined).on('close', () => near.destroy());
    near.pipe(far).pipe(near);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  target.host = `127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`;
  return {
    url: target.href,
    /** The open connections pass nothing on any more, as when the host has vanished: nothing is reset. */
    vanish() {
      for (const socket of pairs.flat()) socket.unpipe().pause();
    },
    /** Resets the open connections: their error then comes before their close event. */
    reset() {
      for (const [near] of pairs.splice(0)) near.resetAndDestroy();
    },
    close() {
      for (const socket of pairs.flat()) socket.destroy();
      server.close();
    },
  };
}
