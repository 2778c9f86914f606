import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

/** What a listener heard, and where it is. */
export interface Listener {
  readonly url: string;
  /** Everything since its start, as text. */
  readonly heard: () => string;
  readonly stop: () => Promise<void>;
}

async function listen(server: ReturnType<typeof createServer>, heard: () => string): Promise<Listener> {
  server.listen(0, 'localhost');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://localhost:${port}`,
    heard,
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** A collector of OpenTelemetry for JSON. */
export function startCollector(): Promise<Listener> {
  const bodies: string[] = [];
  const server = createServer((asked, answer) => {
    void buffer(asked).then((body) => {
      bodies.push(body.toString());
      answer.writeHead(200, { 'content-type': 'application/json' }).end('{}');
    });
  });
  return listen(server, () => bodies.join('\n'));
}

/** Somebody on the way between browsers and the server, who writes down every call of the API and its answer. */
export function startWiretap(target: string): Promise<Listener> {
  const bodies: string[] = [];
  const server = createServer((asked, answer) => {
    const isCall = /^\/(trpc|api)\//.test(asked.url ?? '');
    void buffer(asked).then((body) => {
      const headers = { ...asked.headers, 'accept-encoding': 'identity' };
      const { method, url: path } = asked;
      const sent = request(new URL(path ?? '/', target), { method, headers }, (given) => {
        void buffer(given).then((said) => {
          if (isCall) bodies.push(`${method} ${path} ${JSON.stringify(headers)}`, body.toString(), said.toString());
          answer.writeHead(given.statusCode ?? 502, given.headers).end(said);
        });
      });
      sent.once('error', () => answer.destroy());
      sent.end(body);
    });
  });
  return listen(server, () => bodies.join('\n'));
}

/** A port that nobody has. */
export async function freePort(): Promise<number> {
  const { url, stop } = await listen(createServer(), () => '');
  await stop();
  return Number(new URL(url).port);
}
