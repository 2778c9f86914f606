import type { FastifyRequest } from 'fastify';
import { type Context, createContext, type Services } from '../context.ts';

/** Gives one context a request, made when first needed, the same for hooks, handlers and errors. */
export function createContextOf(services: Services): (request: FastifyRequest) => Context {
  const contexts = new WeakMap<FastifyRequest, Context>();
  return (request) => {
    const known = contexts.get(request);
    if (known) return known;
    const context = createContext(services, {
      acceptLanguage: request.headers['accept-language'],
      authorization: request.headers.authorization,
      userAgent: request.headers['user-agent'],
      address: request.ip,
      isHead: request.method === 'HEAD',
    });
    contexts.set(request, context);
    return context;
  };
}
