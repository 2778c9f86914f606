import type { FastifyInstance, FastifyRequest } from 'fastify';
import { callerAddress } from './caller-address.ts';
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
