import fastifyStatic from '@fastify/static';
import { AppError } from '@nuances/domain/errors';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { encodingOf } from '../http/encoding.ts';
import { refuse } from '../http/method-not-allowed.ts';
import { assetPolicy, headersOfPages, pagePolicy, passphrasePolicy } from '../http/security-headers.ts';
import { filesIn } from './build.ts';
import { localeOf, themeOf } from './choices.ts';
import { type Pages, readPages, shellName } from './pages.ts';

const loopbackNames = /^(?:localhost|.+\.localhost|127(?:\.\d{1,3}){3}|\[::1\]|0\.0\.0\.0)$/;

/**
 * The canonical address of a page: storage and sessions belong to one origin, so `127.0.0.1` and `localhost`
 * would not share them. Null when the request used it already, and behind a proxy, which may name itself as it reached us.
 */
function otherAddress(request: FastifyRequest, appUrl: string): string | null {
  const wanted = new URL(appUrl);
  const asked = request.headers.host?.replace(/:\d+$/, '').toLowerCase();
  if (asked === undefined || asked === wanted.hostname) return null;
  if (![asked, wanted.hostname].every((name) => loopbackNames.test(name))) return null;
  // Only the path is taken from the request, so it is no open redirect.
  const path = request.raw.url?.replace(/^\/+/, '/') ?? '/';
  return `${wanted.origin}${path}`;
}

/** What is asked for so is a page only where the request says that it takes one. */
const namedAsFile = /\.[a-z\d]{2,5}$/;

async function sendPage(pages: Pages, path: string, request: FastifyRequest, reply: FastifyReply) {
  const locale = localeOf(request);
  const encoding = encodingOf(request);
  const page = await pages.get(path, locale, themeOf(request), encoding);
  reply.headers({
    'content-type': 'text/html; charset=utf-8',
    'content-language': locale,
    'content-security-policy': pagePolicy,
    'cache-control': 'no-cache',
    vary: `${namedAsFile.test(path) ? 'Accept, ' : ''}Cookie, Accept-Language, Accept-Encoding`,
    etag: page.etag,
  });
  if (request.headers['if-none-match'] === page.etag) return reply.code(304).send();
  if (encoding !== 'identity') reply.header('content-encoding', encoding);
  return reply.send(page.bytes);
}

/** The files that may compile WebAssembly, as the build names them (`worker/passphrase.ts` and `worker/archive.ts` of the app). */
const passphraseWorkers = /^assets\/(?:passphrase|archive)-[\w-]+\.js$/;

/** Files in which no browser runs anything: a policy would forbid nothing. */
const inert = /\.(?:css|woff2?)$/;

/** Serves the web build: its files, the pages of visitors, and the app's empty page for every other path. */
export async function registerWeb(
  app: FastifyInstance,
  { root, appUrl }: { root: string; appUrl: () => string },
): Promise<void> {
  const pages = await readPages(root);
  const files = await filesIn(root, pages);

  await app.register(fastifyStatic, {
    root,
    serve: false,
    preCompressed: true,
    cacheControl: false,
  });

  registerClearSiteData(app);
  app.get<{ Params: { '*': string } }>('/*', (request, reply) => {
    const path = request.params['*'];
    // A file of an older build, or one that crawlers look for: the shell in its place would be read as a broken file.
    const isFile = namedAsFile.test(path) && request.headers.accept?.includes('text/html') !== true;
    if ((path.startsWith('assets/') || isFile) && !files.has(path) && !pages.shells.has(path)) {
      reply.header('vary', 'Accept, Accept-Language');
      throw new AppError('notFound');
    }
    if (files.has(path)) {
      reply.header('vary', 'Accept-Encoding');
      // Every other file than those below keeps its name and may change.
      if (!path.startsWith('assets/')) {
        reply.headers({ 'content-security-policy': pagePolicy, 'cache-control': 'no-cache' });
        return reply.sendFile(path);
      }
      // Their names hold a hash of the content, so nobody asks whether they changed.
      for (const name of headersOfPages) reply.removeHeader(name);
      const policy = passphraseWorkers.test(path) ? passphrasePolicy : assetPolicy;
      if (inert.test(path)) reply.removeHeader('content-security-policy');
      else reply.header('content-security-policy', policy);
      reply.header('cache-control', 'public, max-age=31536000, immutable');
      return reply.sendFile(path, { etag: false, lastModified: false, acceptRanges: false });
    }
    const address = otherAddress(request, appUrl());
    if (address !== null) return reply.redirect(address, 307);
    // The icon of an installed app opens Today, not the welcome of a first visit.
    return sendPage(pages, request.url === '/?app' ? shellName : path, request, reply);
  });
}

/** The path whose answer clears the browser's storage of our origin. */
const clearSiteDataPath = '/clear-site-data';

/**
 * Answers 204 with `Clear-Site-Data` for everything but cookies, which hold language and theme only. The app decides when:
 * at a chosen logout that leaves nothing unsent. A page of another origin must not be able to delete data that is not
 * sent yet, so only same-origin requests are answered; a browser that sends no Sec-Fetch-Site keeps its data.
 */
function registerClearSiteData(app: FastifyInstance): void {
  app.post(clearSiteDataPath, (request, reply) => {
    const { 'sec-fetch-site': site, 'sec-fetch-mode': mode } = request.headers;
    if (site !== 'same-origin' || mode === 'navigate') throw new AppError('forbidden');
    return reply.code(204).header('clear-site-data', '"storage", "cache"').send();
  });
  refuse(app, clearSiteDataPath, ['GET', 'HEAD']);
}
