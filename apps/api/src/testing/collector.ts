import { once } from 'node:events';
import { createServer } from 'node:http';
import { buffer } from 'node:stream/consumers';
import * as z from 'zod';

const value = z.record(z.string(), z.unknown());
const attributes = z.array(z.object({ key: z.string(), value }));
const spanSchema = z.object({
  traceId: z.string(),
  spanId: z.string(),
  parentSpanId: z.string().optional(),
  name: z.string(),
  kind: z.number(),
  attributes,
  events: z.array(z.unknown()),
  links: z.array(z.unknown()),
  status: z.object({ code: z.number(), message: z.string().optional() }),
});
const sent = z.object({
  resourceSpans: z.array(
    z.object({
      resource: z.object({ attributes }),
      scopeSpans: z.array(z.object({ spans: z.array(spanSchema) })),
    }),
  ),
});

/** A span as a collector of OpenTelemetry receives it. */
export type ReceivedSpan = z.output<typeof spanSchema>;

/** Attributes by name; what they hold is a string, a number or a list. */
export const attributesOf = (list: z.output<typeof attributes>) =>
  Object.fromEntries(list.map((entry) => [entry.key, Object.values(entry.value)[0]]));

/** A collector on loopback, which takes traces over OTLP. */
export async function startCollector() {
  const spans: ReceivedSpan[] = [];
  const resources: Record<string, unknown>[] = [];
  /** Everything that arrived, as it was sent. */
  const bodies: { readonly path: string; readonly type: string; readonly body: Buffer }[] = [];
  const server = createServer((request, response) => {
    void buffer(request).then((body) => {
      const type = request.headers['content-type'] ?? '';
      bodies.push({ path: String(request.url), type, body });
      if (type.startsWith('application/json'))
        for (const { resource, scopeSpans } of sent.parse(JSON.parse(body.toString())).resourceSpans) {
          resources.push(attributesOf(resource.attributes));
          spans.push(...scopeSpans.flatMap((scope) => scope.spans));
        }
      response.writeHead(200, { 'content-type': type }).end(type.startsWith('application/json') ? '{}' : '');
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('no port');
  return {
    endpoint: `http://127.0.0.1:${address.port}`,
    spans,
    resources,
    bodies,
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
