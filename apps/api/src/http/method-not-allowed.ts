import { AppError } from '@nuances/domain/errors';
import type { FastifyInstance } from 'fastify';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The route exists only to refuse its calls. */
    readonly isRefused?: true;
  }
}

/** Matches the paths of a route, its parameters being one segment each. */
const patternOf = (url: string) => new RegExp(`^${url.replaceAll(/:\w+/g, '[^/]+')}$`);

/** The path that the router looked for: without an origin and what it ignores, and decoded as it does. */
function pathOf(url: string): string {
  const [path = ''] = url.replace(/^https?:\/\/[^/?#]*/i, '').split(/[?#]/, 1);
  const trimmed = path.replace(/(?<=.)\/$/, '');
  try {
    return decodeURI(trimmed);
  } catch {
    return trimmed;
  }
}

/** Whether a path is of the API, known or not: no page of the web. */
export const isBelowApi = (url: string): boolean => /^\/(?:api|trpc)(?:\/|$)/.test(pathOf(url));

/**
 * Answers 405 with `Allow` to every method that a path does not have, also to unusual ones, and 404 to unknown paths, before
 * the request is read further. By one hook: a route for each path and method would be two thousand, a tenth of the start. To
 * be called before any route is registered.
 */
export function refuseUnknownCalls(app: FastifyInstance): void {
  const methodsOf = new Map<string, Set<string>>();
  app.addHook('onRoute', ({ url, method, config }) => {
    if (config?.isRefused) return;
    const methods = methodsOf.get(url) ?? new Set();
    for (const one of [method].flat()) methods.add(one);
    methodsOf.set(url, methods);
  });
  const withParameters = () => [...methodsOf].filter(([url]) => url.includes(':'));

  app.addHook('onRequest', async (request, reply) => {
    if (!request.is404 && !request.routeOptions.config.isRefused) return;
    const path = pathOf(request.url);
    const allowed =
      methodsOf.get(path) ??
      withParameters().find(([url]) => patternOf(url).test(path))?.[1] ??
      (isBelowApi(request.url) ? undefined : methodsOf.get('/*'));
    if (allowed === undefined) throw new AppError('notFound');
    reply.header('allow', [...allowed].join(', '));
    throw new AppError('method');
  });
}

/** Refuses calls that another route's parameter or wildcard would take. */
export function refuse(app: FastifyInstance, url: string, method: string[]): void {
  app.route({ method, url, exposeHeadRoute: false, config: { isRefused: true }, handler: (_request, reply) => reply });
}

/** Refuses a path's calls that are another's only by its parameter: `DELETE /notes/all` is none of `/notes/:id`. */
export function refuseShadowed(app: FastifyInstance, paths: ReadonlyMap<string, readonly string[]>): void {
  const withParameters = [...paths].filter(([path]) => path.includes(':'));
  for (const [url, allowed] of paths) {
    const theirs = withParameters.flatMap(([path, methods]) => (patternOf(path).test(url) ? methods : []));
    const methods = [...new Set(theirs)].filter((method) => !allowed.includes(method));
    if (!url.includes(':') && methods.length > 0) refuse(app, url, methods);
  }
}
