import { createServer, request, type IncomingHttpHeaders } from 'node:http';
import { once } from 'node:events';

/** What the newer version calls itself. */
export const newerVersion = '98.7.6';

/** The product behind an address of its own, where a newer version is released by a call. */
export interface VersionedProduct {
  readonly url: string;
  /** From now on worker and pages are those of {@link newerVersion}: the pages say so in a meta tag. */
  release(): void;
  close(): Promise<void>;
}

/** The worker of the next version: another name, and another empty page to install. */
function nextWorker(script: string): string {
  const other = script
    .replaceAll(/(url:"app\.\w+\.html",revision:"|revision:"(?=\w+",url:"app\.\w+\.html"))\w{4}/g, '$1beef')
    .replace(/postMessage\([`"']\d+\.\d+\.\d+[`"']\)/, `postMessage("${newerVersion}")`);
  if (!other.includes('beef') || !other.includes(newerVersion)) throw new Error('The worker has another form');
  return other;
}

const nextPage = (html: string) => html.replace('<head>', `<head><meta name="version" content="${newerVersion}">`);

/** Passes every request on to a product. Its answers are asked for without compression, so that they can be changed. */
export async function serveVersions(origin: string): Promise<VersionedProduct> {
  let isReleased = false;
  const server = createServer((incoming, answer) => {
    const { url = '/', method } = incoming;
    // What the browser has is of the former version.
    const { 'if-none-match': _tag, 'if-modified-since': _time, ...asked } = incoming.headers;
    const headers: IncomingHttpHeaders = { ...asked, 'accept-encoding': 'identity' };
    const passed = request(new URL(url, origin), { method, headers }, (received) => {
      const isPage = received.headers['content-type']?.startsWith('text/html') === true;
      if (!isReleased || (!isPage && url !== '/sw.js')) {
        answer.writeHead(received.statusCode ?? 502, received.headers);
        return void received.pipe(answer);
      }
      const parts: Buffer[] = [];
      received.on('data', (part: Buffer) => parts.push(part));
      received.on('end', () => {
        const text = Buffer.concat(parts).toString();
        const { 'content-length': _length, etag: _etag, ...others } = received.headers;
        answer.writeHead(received.statusCode ?? 502, others);
        answer.end(isPage ? nextPage(text) : nextWorker(text));
      });
    });
    passed.on('error', () => answer.destroy());
    incoming.pipe(passed);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  return {
    // Workers are allowed on this name without encryption, and the product does not redirect from it.
    url: `http://localhost:${port}`,
    release: () => (isReleased = true),
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
