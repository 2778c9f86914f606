import type { FastifyRequest } from 'fastify';
import { procedures } from './procedures.ts';
import { restRoutes } from './rest.ts';

const names = new Set(procedures.map(({ name }) => name));
const ofRest = new Map(restRoutes.map(({ method, path, name }) => [`${method} ${path}`, name]));

/** The name of the procedure that a request calls, over either transport; `none` for anything else. Never what the caller sent. */
export function procedureOf({ method, url, routeOptions }: FastifyRequest): string {
  const route = routeOptions.url;
  // No route has this path.
  if (route === undefined) return 'none';
  if (!route.startsWith('/trpc/')) return ofRest.get(`${method === 'HEAD' ? 'GET' : method} ${route}`) ?? 'none';
  const [path = ''] = url.slice('/trpc/'.length).split('?', 1);
  return names.has(path) ? path : 'none';
}
