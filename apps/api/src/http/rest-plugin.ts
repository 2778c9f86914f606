import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Context } from '../context.ts';
import { openApiDocument } from '../openapi/document.ts';
import { createPage } from '../openapi/page.ts';
import { answerCall, configOf } from './call-procedure.ts';
import { refuse, refuseShadowed } from './method-not-allowed.ts';
import { authorize, failureFor } from '../trpc.ts';
import type { SendFailure } from './send-failure.ts';
import { allowedMethods, inputOfRoute, methodsOf, type RestRoute, restRoutes } from './rest.ts';
import { themeOf } from '../web/choices.ts';
import type { Fonts } from '../web/fonts.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The guard of the route's procedure has let the request pass. */
    isAdmitted: boolean;
  }
}

interface RestOptions {
  readonly contextOf: (request: FastifyRequest) => Context;
  readonly fail: SendFailure;
  /** The product's fonts for the page of the document; null for system fonts. */
  readonly fonts: Fonts | null;
}

const json = 'application/json; charset=utf-8';

/**
 * Registers the REST routes, the OpenAPI document, and the answers for wrong methods and paths.
 */
export function registerRest(app: FastifyInstance, { contextOf, fail, fonts }: RestOptions): void {
  async function failAfterAccess(route: RestRoute, error: unknown, request: FastifyRequest, reply: FastifyReply) {
    fail(request.isAdmitted ? await failureFor(route, contextOf(request), error) : error, request, reply);
  }
  app.decorateRequest('isAdmitted', false);
  for (const route of restRoutes) {
    app.route({
      // Fastify's own HEAD would be a second route, and the making of routes is a good part of a start.
      method: methodsOf(route),
      url: route.path,
      bodyLimit: route.maxBodyBytes,
      exposeHeadRoute: false,
      config: configOf(route),
      onRequest: (request, _reply, done) => {
        const admit = () => {
          request.isAdmitted = true;
          done();
        };
        const deciding = authorize(route, contextOf(request));
        if (deciding) deciding.then(admit, done);
        else admit();
      },
      // A body that cannot be parsed fails before the procedure has looked for the session.
      errorHandler: (error, request, reply) => void failAfterAccess(route, error, request, reply),
      handler: async (request, reply) => {
        reply.code(route.status).type(json);
        return answerCall(route, contextOf(request), reply, () => inputOfRoute(route, request));
      },
    });
  }

  // Written at the first request, so that a start does not wait for them. A buffer, which all answers share: a string
  // would be copied for each.
  let document: Buffer | undefined;
  let page: ReturnType<typeof createPage> | undefined;
  app.get('/api/openapi.json', (_request, reply) => {
    document ??= Buffer.from(JSON.stringify(openApiDocument()));
    return reply.type(json).send(document);
  });
  app.get('/api/docs', (request, reply) => {
    page ??= createPage(fonts);
    return reply
      .headers({ 'content-security-policy': page.policy, 'content-language': 'en', vary: 'Cookie' })
      .type('text/html; charset=utf-8')
      .send(page.html(themeOf(request)));
  });

  refuseShadowed(app, new Map(restRoutes.map(({ path }) => [path, allowedMethods(path)])));
  // Unknown paths are no pages of the web.
  for (const url of ['/api', '/api/*', '/trpc', '/trpc/*']) refuse(app, url, ['GET', 'HEAD']);
}
