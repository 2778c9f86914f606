import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { RequestSpan, Tracing } from '../observability/tracing.ts';
import { isHealthCheck } from './health-checks.ts';

const headerOf = (value: string | string[] | undefined) => (typeof value === 'string' ? value : undefined);

/** The status in a span when the client disconnected before the answer: HTTP has none, so nginx's is used. */
const clientClosedRequest = 499;

/** Gives each request but health checks a span. Call it before all other hooks are added: what they do belongs to it. */
export function addTracingHooks(app: FastifyInstance, tracing: Tracing): void {
  const spans = new WeakMap<FastifyRequest, RequestSpan>();
  const inSpan = (request: FastifyRequest, work: () => void) => {
    const span = spans.get(request);
    if (span) span.run(work);
    else work();
  };

  app.addHook('onRequest', (request, reply, done) => {
    // Load balancers call them all the time.
    if (isHealthCheck(request.routeOptions.url)) return done();
    const { method, headers } = request;
    const span = tracing.begin({
      method,
      route: request.is404 ? 'none' : (request.routeOptions.url ?? 'none'),
      procedure: request.routeOptions.config.procedure ?? 'none',
      traceparent: headerOf(headers['traceparent']),
      tracestate: headerOf(headers['tracestate']),
    });
    spans.set(request, span);
    // For a caller that has left before its answer.
    reply.raw.once('close', () => span.end(clientClosedRequest));
    span.run(done);
  });
  // A body is read in the context of its connection, and what follows would be, too.
  app.addHook('preValidation', (request, _reply, done) => inSpan(request, done));
  app.addHook('onResponse', (request, reply, done) => {
    spans.get(request)?.end(reply.statusCode);
    inSpan(request, done);
  });
}
