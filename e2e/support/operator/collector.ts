import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

/** A collector of OpenTelemetry on loopback, which keeps what a server sends it. */
export async function startCollector() {
  const bodies: Buffer[] = [];
  const server = createServer((request, response) => {
    void buffer(request).then((body) => {
      bodies.push(body);
      response.writeHead(200, { 'content-type': 'application/x-protobuf' }).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    endpoint: `http://127.0.0.1:${port}`,
    /** The strings of a message are plain UTF-8 in it. */
    text: () => Buffer.concat(bodies).toString('utf8'),
    stop() {
      server.closeAllConnections();
      server.close();
    },
  };
}
