import type { FastifyInstance, FastifyRequest } from 'fastify';
import { isIP } from 'node:net';
import { type Context, createContext, type Services } from '../context.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Made when first needed; see {@link createContextOf}. */
    callContext: Context | null;
  }
}

/** Adds the property that holds the context of a request: a weak map of all requests costs the garbage collector more. */
export function decorateWithContext(app: FastifyInstance): void {
  app.decorateRequest('callContext', null);
}

/**
 * The address that counts for limits and logs: the one that trusted proxies forward. What they forward and is none, such as
 * a name or an address with a port, counts as that proxy's own: otherwise each text would have limits of its own.
 */
export function callerAddress({ ip, ips, socket }: FastifyRequest): string {
  return [socket.remoteAddress ?? ip, ...(ips ?? [ip])].findLast((address) => isIP(address) !== 0) ?? ip;
}

/** Gives one context a request, made when first needed, the same for hooks, handlers and errors. */
export function createContextOf(services: Services): (request: FastifyRequest) => Context {
  return (request) => {
    if (request.callContext) return request.callContext;
    const context = createContext(services, {
      acceptLanguage: request.headers['accept-language'],
      authorization: request.headers.authorization,
      userAgent: request.headers['user-agent'],
      address: callerAddress(request),
      isHead: request.method === 'HEAD',
    });
    request.callContext = context;
    return context;
  };
}
