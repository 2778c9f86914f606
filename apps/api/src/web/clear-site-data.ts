import { AppError } from '@nuances/domain/errors';
import type { FastifyInstance } from 'fastify';
import { rejectOtherMethods } from '../http/method-not-allowed.ts';

/** Where the app asks the browser to drop what it keeps of us. */
const clearSiteDataPath = '/clear-site-data';

/**
 * Answers 204 with `Clear-Site-Data` for everything but cookies, which hold language and theme only. The app decides when:
 * at a chosen logout that leaves nothing unsent. A page of another origin must not be able to make a browser forget what
 * it has not sent yet, so only a script of our own pages is answered; a browser that does not say where a request comes
 * from keeps its data.
 */
export function registerClearSiteData(app: FastifyInstance): void {
  app.post(clearSiteDataPath, (request, reply) => {
    const { 'sec-fetch-site': site, 'sec-fetch-mode': mode } = request.headers;
    if (site !== 'same-origin' || mode === 'navigate') throw new AppError('forbidden');
    return reply.code(204).header('clear-site-data', '"storage", "cache"').send();
  });
  rejectOtherMethods(app, clearSiteDataPath, ['POST']);
}
