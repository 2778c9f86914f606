import { AppError } from '@nuances/domain/errors';
import type { FastifyInstance } from 'fastify';
import { rejectOtherMethods } from '../http/method-not-allowed.ts';

/** The path whose answer clears the browser's storage of our origin. */
const clearSiteDataPath = '/clear-site-data';

/**
 * Answers 204 with `Clear-Site-Data` for everything but cookies, which hold language and theme only. The app decides when:
 * at a chosen logout that leaves nothing unsent. A page of another origin must not be able to delete data that is not
 * sent yet, so only same-origin requests are answered; a browser that sends no Sec-Fetch-Site keeps its data.
 */
export function registerClearSiteData(app: FastifyInstance): void {
  app.post(clearSiteDataPath, (request, reply) => {
    const { 'sec-fetch-site': site, 'sec-fetch-mode': mode } = request.headers;
    if (site !== 'same-origin' || mode === 'navigate') throw new AppError('forbidden');
    return reply.code(204).header('clear-site-data', '"storage", "cache"').send();
  });
  rejectOtherMethods(app, clearSiteDataPath, ['POST']);
}
