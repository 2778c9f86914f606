import { AppError } from '@nuances/domain/errors';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Context } from './context.ts';
import { docsHtml, docsPolicy } from './docs-page.ts';
import { openApiDocument } from './openapi.ts';
import { allowedMethods, callRoute, requireAccess, restRoutes } from './rest.ts';

const allMethods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE'];

/** Puts the REST table, its description and the answers for wrong methods on the server. */
export function serveRest(app: FastifyInstance, contextOf: (request: FastifyRequest) => Context): void {
  for (const route of restRoutes) {
    app.route({
      method: route.method,
      url: route.path,
      onRequest: (request) => requireAccess(route.access, contextOf(request)),
      handler: async (request, reply) => {
        const answer = await callRoute(route, request, contextOf(request));
        return reply.code(route.status).send(answer);
      },
    });
  }

  const document = JSON.stringify(openApiDocument());
  const page = docsHtml();
  app.get('/api/openapi.json', (_request, reply) => reply.type('application/json').send(document));
  app.get('/api/docs', (_request, reply) =>
    reply.header('content-security-policy', docsPolicy).type('text/html; charset=utf-8').send(page),
  );

  const readOnly = ['/api/openapi.json', '/api/docs'];
  for (const url of new Set([...restRoutes.map(({ path }) => path), ...readOnly])) {
    const allowed = readOnly.includes(url) ? ['GET', 'HEAD'] : allowedMethods(url);
    app.route({
      method: allMethods.filter((method) => !allowed.includes(method)),
      url,
      onRequest: async (_request, reply) => {
        reply.header('allow', allowed.join(', '));
        throw new AppError('method');
      },
      handler: (_request, reply) => reply.send(), // never reached: the hook refuses
    });
  }
}
