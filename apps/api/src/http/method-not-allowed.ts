import { AppError } from '@nuances/domain/errors';
import type { FastifyInstance, FastifyReply } from 'fastify';
import findMyWay from 'find-my-way';
import { METHODS } from 'node:http';
import { isHealthCheck } from './health-checks.ts';

/** Every method that a request may carry as far as a route; CONNECT asks for a tunnel, and Node closes its connection. */
const methods: readonly string[] = METHODS.filter((method) => method !== 'CONNECT');

/** Registers all methods with Fastify, so that PROPFIND and others get 405 and not 404. */
export function addHttpMethods(app: FastifyInstance): void {
  for (const method of methods) if (!app.supportedMethods.includes(method)) app.addHttpMethod(method);
}

const refuseMethod = (reply: FastifyReply, allowed: readonly string[]): never => {
  reply.header('allow', allowed.join(', '));
  throw new AppError('method');
};

/** A route of which only the hook runs: it refuses, before the request is read further. */
function refuse(
  app: FastifyInstance,
  url: string,
  refused: readonly string[],
  onRequest: (url: string, reply: FastifyReply) => never,
): void {
  app.route({
    method: [...refused],
    url,
    exposeHeadRoute: false,
    onRequest: async (request, reply) => onRequest(request.url, reply),
    handler: (_request, reply) => reply.send(), // never reached
  });
}

const without = (all: Iterable<string>, allowed: readonly string[]) =>
  [...all].filter((method) => !allowed.includes(method));

/** Answers 405 with `Allow` to every method that a path does not have, before the request is read further. */
export function rejectOtherMethods(app: FastifyInstance, url: string, allowed: readonly string[]): void {
  refuse(app, url, without(methods, allowed), (_url, reply) => refuseMethod(reply, allowed));
}

/** Answers 404 to unknown paths below a prefix, so that an unknown path of the API never shows a page. */
export function rejectUnknownPaths(app: FastifyInstance, prefix: string): void {
  for (const url of [prefix, `${prefix}/*`])
    refuse(app, url, methods, () => {
      throw new AppError('notFound');
    });
}

/**
 * Both for many paths below a prefix, with one route for all of them: one for each path and method would be two thousand
 * routes, a tenth of the start.
 * @param paths with the methods of each
 */
export function rejectOtherCalls(
  app: FastifyInstance,
  prefix: string,
  paths: ReadonlyMap<string, readonly string[]>,
): void {
  const withParameters = [...paths]
    .filter(([path]) => path.includes(':'))
    .map(([path, allowed]) => ({ pattern: new RegExp(`^${path.replaceAll(/:[^/]+/g, '[^/]+')}$`), allowed }));
  // As the server's own router (server.ts).
  const known = findMyWay({ ignoreTrailingSlash: true, maxParamLength: Number.MAX_SAFE_INTEGER });
  const allowedOf = new Map<unknown, readonly string[]>();
  for (const [path, allowed] of paths) {
    // Without it `DELETE /notes/all` would be a call of `/notes/:id`; a health check is one by its route.
    const shadowed = new Set(
      withParameters.flatMap(({ pattern, allowed: theirs }) => (pattern.test(path) ? theirs : [])),
    );
    const others = without(isHealthCheck(path) ? methods : shadowed, allowed);
    if (others.length > 0) refuse(app, path, others, (_url, reply) => refuseMethod(reply, allowed));
    const handler = () => undefined;
    known.on('GET', path, handler);
    allowedOf.set(handler, allowed);
  }
  const onRequest = (url: string, reply: FastifyReply) => {
    const allowed = allowedOf.get(known.find('GET', url)?.handler);
    if (allowed === undefined) throw new AppError('notFound');
    return refuseMethod(reply, allowed);
  };
  for (const url of [prefix, `${prefix}/*`]) refuse(app, url, methods, onRequest);
}
