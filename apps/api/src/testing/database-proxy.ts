import { connect, createServer, type Server, type Socket } from 'node:net';
import { Transform } from 'node:stream';
import { createStatementRecorder } from './statement-recorder.ts';

/** A TCP proxy to a database that can be cut, stalled and slowed. */
export interface DatabaseProxy {
  /** The proxy's port. */
  readonly url: string;
  join(): Promise<void>;
  cut(): Promise<void>;
  /** Connections stay open, but no data passes any more. */
  stall(): void;
  /** Adds a latency in each direction, milliseconds. */
  slow(ms: number): void;
}

/** @param onStatement called with each statement that is sent through it */
export async function openDatabaseProxy(url: string, onStatement?: (text: string) => void): Promise<DatabaseProxy> {
  const target = new URL(url);
  const [databaseHost, databasePort] = [decodeURIComponent(target.hostname), Number(target.port)];
  const open = new Set<Socket>();
  let server: Server | undefined;
  let port = 0;
  let isStalled = false;
  let delayMs = 0;
  const delay = () =>
    new Transform({
      transform(chunk, _encoding, passOn) {
        if (delayMs === 0) return passOn(null, chunk);
        setTimeout(() => this.push(chunk), delayMs);
        return passOn();
      },
    });

  const join = () =>
    new Promise<void>((resolve) => {
      server = createServer((near) => {
        const far = databaseHost.startsWith('/')
          ? connect(`${databaseHost}/.s.PGSQL.${databasePort}`)
          : connect(databasePort, databaseHost);
        for (const [from, to] of [
          [near, far],
          [far, near],
        ] as const) {
          open.add(from);
          from.on('error', () => to.destroy());
          from.on('close', () => to.destroy());
          if (isStalled) continue;
          const isRecorded = from === near && onStatement !== undefined;
          const source = isRecorded ? from.pipe(createStatementRecorder(onStatement)) : from;
          source.pipe(delay()).pipe(to);
        }
      }).listen(port, '127.0.0.1', () => {
        const address = server?.address();
        if (typeof address === 'object' && address) port = address.port;
        resolve();
      });
    });
  const stall = () => {
    isStalled = true;
    for (const socket of open) socket.unpipe().pause();
  };
  const slow = (ms: number) => {
    delayMs = ms;
  };
  const cut = async () => {
    const closed = new Promise((resolve) => server?.close(resolve));
    for (const socket of open) socket.destroy();
    open.clear();
    await closed;
  };

  await join();
  target.hostname = '127.0.0.1';
  target.port = String(port);
  return { url: target.href, join, cut, stall, slow };
}
