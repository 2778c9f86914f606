import { AppError } from '@nuances/domain/errors';
import type { FastifyInstance } from 'fastify';
import { METHODS } from 'node:http';

/** Every method that a request may carry as far as a route; CONNECT asks for a tunnel, and Node closes its connection. */
const methods: readonly string[] = METHODS.filter((method) => method !== 'CONNECT');

/** Registers all methods with Fastify, so that PROPFIND and others get 405 and not 404. */
export function addHttpMethods(app: FastifyInstance): void {
  for (const method of methods) if (!app.supportedMethods.includes(method)) app.addHttpMethod(method);
}

/** Answers 405 with `Allow` to every method that a path does not have, before the request is read further. */
export function rejectOtherMethods(app: FastifyInstance, url: string, allowed: readonly string[]): void {
  app.route({
    method: methods.filter((method) => !allowed.includes(method)),
    url,
    exposeHeadRoute: false,
    onRequest: async (_request, reply) => {
      reply.header('allow', allowed.join(', '));
      throw new AppError('method');
    },
    handler: (_request, reply) => reply.send(), // never reached: the hook refuses
  });
}

/** Answers 404 to unknown paths below a prefix, so that an unknown path of the API never shows a page. */
export function rejectUnknownPaths(app: FastifyInstance, path: string): void {
  for (const url of [path, `${path}/*`])
    app.route({
      method: [...methods],
      url,
      exposeHeadRoute: false,
      onRequest: async () => {
        throw new AppError('notFound');
      },
      handler: (_request, reply) => reply.send(), // never reached: the hook refuses
    });
}
