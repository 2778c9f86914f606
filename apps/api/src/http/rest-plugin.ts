import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Context } from '../context.ts';
import { openApiDocument } from '../openapi/document.ts';
import { createPage } from '../openapi/page.ts';
import { accountDocuments, sendAccountDocument } from './account-documents.ts';
import { rejectOtherMethods, rejectUnknownPaths } from './method-not-allowed.ts';
import { authorize } from '../trpc.ts';
import { allowedMethods, callRoute, restRoutes } from './rest.ts';
import { themeOf } from '../web/choices.ts';
import type { Fonts } from '../web/fonts.ts';

/**
 * Registers the REST routes, the OpenAPI document, and the answers for wrong methods and paths.
 * @param fonts the product's fonts for the page of the document; null for system fonts
 */
export function registerRest(
  app: FastifyInstance,
  contextOf: (request: FastifyRequest) => Context,
  fonts: Fonts | null,
): void {
  for (const route of restRoutes) {
    app.route({
      method: route.method,
      url: route.path,
      bodyLimit: route.maxBodyBytes,
      exposeHeadRoute: !route.hasNoHead,
      onRequest: (request) => authorize(route.access, contextOf(request)),
      handler: async (request, reply) => {
        const document = accountDocuments.get(route.name);
        // A HEAD request reads nothing of the account.
        if (document && request.method === 'HEAD') return reply.type('application/json; charset=utf-8').send('');
        if (document) return sendAccountDocument(document, contextOf(request), reply);
        const answer = await callRoute(route, request, contextOf(request));
        return reply.code(route.status).send(answer);
      },
    });
  }

  // A buffer, which all answers share: a string would be copied for each.
  const document = Buffer.from(JSON.stringify(openApiDocument()));
  const page = createPage(fonts);
  app.get('/api/openapi.json', (_request, reply) => reply.type('application/json; charset=utf-8').send(document));
  app.get('/api/docs', (request, reply) =>
    reply
      .headers({ 'content-security-policy': page.policy, 'content-language': 'en', vary: 'Cookie' })
      .type('text/html; charset=utf-8')
      .send(page.html(themeOf(request))),
  );

  for (const path of new Set(restRoutes.map((route) => route.path)))
    rejectOtherMethods(app, path, allowedMethods(path));
  for (const path of ['/api/openapi.json', '/api/docs']) rejectOtherMethods(app, path, ['GET', 'HEAD']);
  for (const path of ['/api', '/trpc']) rejectUnknownPaths(app, path);
}
