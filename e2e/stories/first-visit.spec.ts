import type { Page, Response } from '@playwright/test';
import { gzipSync } from 'node:zlib';
import { expect, test } from '../support/fixtures.ts';
import { waitUntilReady, waitUntilSettled } from '../support/page.ts';
import { countOf } from '../support/quiz.ts';
import { languages, words } from '../support/words.ts';

const budget = 117_000;

test('a first visit of Home costs at most 117 kB of JavaScript, gzipped, until it is idle @journey', async ({
  page,
}) => {
  const scripts = new Map<string, number>();
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  const bodies: Promise<void>[] = [];
  const weigh = async (response: Response) => {
    scripts.set(response.url(), gzipSync(await response.body(), { level: 9 }).length);
  };
  const collect = (response: Response) => {
    if (new URL(response.url()).pathname.endsWith('.js')) bodies.push(weigh(response));
  };
  page.on('response', collect);
  const client = await page.context().newCDPSession(page);
  await client.send('Network.enable');
  let transferred = 0;
  const wanted = new Set<string>();
  client.on('Network.responseReceived', ({ requestId, response }) => {
    if (response.mimeType.includes('javascript')) wanted.add(requestId);
  });
  client.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (wanted.has(requestId)) transferred += encodedDataLength;
  });

  const visit = page.waitForResponse((response) => response.url().includes('visit'));
  await page.goto('/');
  await waitUntilReady(page);
  await visit;
  await page.waitForLoadState('networkidle');

  page.off('response', collect);
  await Promise.all(bodies);
  const total = [...scripts.values()].reduce((sum, size) => sum + size, 0);
  console.log(
    `JavaScript of the first visit: ${total} bytes gzipped, ${transferred} transferred, ${scripts.size} files`,
  );
  expect(scripts.size).toBeGreaterThan(1);
  expect(total).toBeLessThanOrEqual(budget);
  expect(transferred).toBeLessThanOrEqual(budget);
  // No code of the screens behind it.
  for (const path of asked) expect(path).not.toMatch(/history|nivo|calendar|result|signup|login|modal|story|drawer/i);
  // Both upright fonts, once each, because they were preloaded; also the small one of the prompt.
  const faces = asked.filter((path) => path.endsWith('.woff2'));
  const fonts = faces.filter((path) => path.includes('/upright-'));
  expect(faces.filter((path) => !path.includes('/prompt-'))).toEqual(fonts);
  expect(fonts).toHaveLength(2);
  const preloaded = await page
    .locator('link[rel="preload"][as="font"]')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href')));
  expect([...preloaded].sort()).toEqual([...fonts].sort());
  const used = await page.evaluate(async () => {
    await document.fonts.ready;
    return [...document.fonts]
      .filter(({ status }) => status === 'loaded')
      .map(({ family }) => family.replaceAll('"', ''));
  });
  // The fallback font until then is a font of the system.
  const own = used.filter((family) => !family.endsWith('Fallback'));
  expect([...new Set(own)].sort()).toEqual(['Source Sans 3 Variable', 'Ysabeau Prompt', 'Ysabeau Variable']);
});

/** Bytes that a first visit may transfer until it is idle, headers included; of them fonts. */
const budgets = [
  { path: '/', total: 175_000, fonts: 42_000 },
  { path: '/bodyscan', total: 215_000, fonts: 40_000 },
  { path: '/help', total: 150_000, fonts: 36_000 },
] as const;

for (const budget of budgets) {
  test(`a first visit of ${budget.path} transfers at most ${budget.total / 1_000} kB @phone`, async ({ page }) => {
    const client = await page.context().newCDPSession(page);
    await client.send('Network.enable');
    const urls = new Map<string, string>();
    const sizes = new Map<string, number>();
    client.on('Network.responseReceived', ({ requestId, response }) => urls.set(requestId, response.url));
    client.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
      const url = urls.get(requestId);
      if (url?.startsWith('http')) sizes.set(url, (sizes.get(url) ?? 0) + encodedDataLength);
    });
    await page.goto(budget.path);
    await waitUntilReady(page);
    await page.waitForLoadState('networkidle');
    const sum = (found: [string, number][]) => found.reduce((total, [, size]) => total + size, 0);
    const fonts = sum([...sizes].filter(([url]) => url.endsWith('.woff2')));
    console.log(`first visit of ${budget.path}: ${sum([...sizes])} bytes, ${fonts} of them fonts, ${sizes.size} files`);
    expect(fonts).toBeGreaterThan(0);
    expect(fonts).toBeLessThanOrEqual(budget.fonts);
    expect(sum([...sizes])).toBeLessThanOrEqual(budget.total);
  });
}

test.describe('the service worker', () => {
  test.use({ serviceWorkers: 'allow' });

  test('fetches at most 900 kB when it is installed, and nothing of members for a visitor @phone', async ({ page }) => {
    await page.goto('/');
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
    const caught = await page.evaluate(async () => {
      const found: { cache: string; path: string; size: number }[] = [];
      for (const name of await caches.keys()) {
        const cache = await caches.open(name);
        for (const request of await cache.keys()) {
          const body = await (await cache.match(request))?.arrayBuffer();
          found.push({ cache: name, path: new URL(request.url).pathname, size: body?.byteLength ?? 0 });
        }
      }
      return found;
    });
    expect(caught.length).toBeGreaterThan(20);
    expect(caught.reduce((total, { size }) => total + size, 0)).toBeLessThanOrEqual(900_000);
    expect(caught.filter(({ path }) => /statistics|history|note|admin|page-maker|archive/.test(path))).toEqual([]);
  });
});

for (const language of languages) {
  test.describe(`in ${language}`, () => {
    test.use({ language });

    test.describe('without JavaScript', () => {
      test.use({ javaScriptEnabled: false });

      test('Home can be read and leads to the quiz @phone @journey', async ({ page }) => {
        await page.goto('/');
        const w = words[language];
        await expect(page.locator('html')).toHaveAttribute('lang', language);
        await expect(page.getByRole('heading', { level: 1 })).toHaveText(w.homeTitle);
        await expect(page.getByText(w.clickOn)).toBeVisible();
        await expect(page.getByRole('link', { name: w.quizBloom })).toHaveAttribute('href', '/bodyscan');
        await expect(page.getByRole('link', { name: w.help }).filter({ visible: true }).first()).toBeVisible();
      });

      test('the quiz shows its place and the way to the help lines, and nothing to press @phone @journey', async ({
        page,
      }) => {
        const w = words[language];
        await page.goto('/bodyscan');
        await expect(page.getByRole('banner')).toBeVisible();
        await expect(page.getByRole('main').locator('svg:visible path').first()).toBeVisible();
        await expect(page.getByRole('link', { name: w.help }).filter({ visible: true }).first()).toBeVisible();
        // Somebody may be at a later question, and an answer would be lost.
        await expect(page.getByRole('main').getByRole('heading')).toHaveCount(0);
        await expect(page.getByRole('main').locator('input:visible, button:visible, text:visible')).toHaveCount(0);
        expect((await page.getByRole('main').innerText()).trim()).toBe('');
      });

      test('the help lines can be read and called, and the privacy page read @phone @journey', async ({ page }) => {
        const w = words[language];
        await page.goto('/help');
        await expect(page).toHaveTitle(`${w.help} · Nuances`);
        await expect(page.getByRole('heading', { level: 1 })).toHaveText(w.help);
        await expect(page.locator('a[href="tel:3114"]')).toBeVisible();
        await page.goto('/privacy');
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      });
    });

    test('the served page holds no style attribute, no inline script and no handler', async ({ baseURL, w }) => {
      for (const path of ['/', '/help', '/bodyscan', '/history', '/nowhere']) {
        const answer = await fetch(`${baseURL}${path}`, { headers: { 'accept-language': language } });
        const html = await answer.text();
        expect(html).toMatch(new RegExp(`<html lang="${language}"`));
        expect(html).not.toMatch(/\sstyle\s*=/i);
        expect(html).not.toMatch(/<style/i);
        expect(html).not.toMatch(/<script(?![^>]*\ssrc=)/i);
        expect(html).not.toMatch(/\son[a-z]+\s*=\s*"/i);
        // Links to other sites are for people; the page itself loads nothing from elsewhere.
        expect(html.replaceAll(/<a [^>]*>/gi, '')).not.toMatch(/(?:src|href)="(?:https?:)?\/\//i);
        if (path === '/') expect(html).toContain(w.homeTitle);
      }
    });
  });
}

test('the page has a strict policy and the other security headers @journey', async ({ baseURL }) => {
  for (const path of ['/', '/history', '/nowhere']) {
    const { headers } = await fetch(`${baseURL}${path}`);
    const policy = headers.get('content-security-policy') ?? '';
    const rules = new Map(
      policy.split(';').map((rule) => {
        const [name = '', ...values] = rule.trim().split(/\s+/);
        return [name, values.join(' ')] as const;
      }),
    );
    expect(policy).not.toMatch(/unsafe-inline|unsafe-eval|https?:|\*/);
    expect(rules.get('script-src')).toBe("'self'");
    expect(rules.get('default-src')).toBe("'none'");
    expect(rules.get('connect-src')).toBe("'self'");
    expect(rules.get('object-src')).toBe("'none'");
    expect(rules.get('base-uri')).toBe("'none'");
    expect(rules.get('frame-ancestors')).toBe("'none'");
    const vary = (headers.get('vary') ?? '').toLowerCase().split(/,\s*/);
    for (const name of ['cookie', 'accept-language', 'accept-encoding']) expect(vary).toContain(name);
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('referrer-policy')).toBe('no-referrer');
    expect(Number(/max-age=(\d+)/.exec(headers.get('strict-transport-security') ?? '')?.[1])).toBeGreaterThanOrEqual(
      31_536_000,
    );
    expect(headers.get('server')).toBeNull();
  }
});

test('the page of the quiz names all files that its first question needs @journey', async ({ page }) => {
  const asked: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (/\.(?:js|css)$/.test(pathname)) asked.push(pathname);
  });
  // What is loaded while the browser is idle belongs to later steps.
  await page.addInitScript(() => Object.assign(window, { requestIdleCallback: () => 0 }));
  const answer = await page.goto('/bodyscan');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const named = [...((await answer?.text()) ?? '').matchAll(/(?:href|src)="(\/assets\/[^"]+\.(?:js|css))"/g)].map(
    ([, path = '']) => path,
  );
  expect(asked.length).toBeGreaterThan(5);
  expect(asked.filter((path) => !named.includes(path))).toEqual([]);
});

test.describe('the other routes', () => {
  const file = /\/assets\/screens-[^/]*\.js/;

  test('come with the first press, and keep what was pressed @journey', async ({ page, w }) => {
    let release = () => undefined as void;
    const held = new Promise<void>((resolve) => (release = resolve));
    const asked: string[] = [];
    await page.route(file, async (route) => {
      asked.push(route.request().url());
      await held;
      await route.continue();
    });
    // The page is never idle, so that only the press asks for them.
    await page.addInitScript(() => Object.assign(window, { requestIdleCallback: () => 0 }));
    await page.goto('/');
    await waitUntilReady(page);
    expect(asked).toEqual([]);
    await page.getByRole('link', { name: w.quizBloom }).click();
    await expect.poll(() => asked).not.toEqual([]);
    await expect(page.getByRole('status').filter({ hasText: w.loading })).toBeVisible();
    release();
    await expect(countOf(page)).toHaveText(w.count(1));
    await expect(page).toHaveURL(/\/bodyscan$/);
    await page.goBack();
    await expect(page.getByRole('heading', { level: 1, name: w.homeTitle })).toBeVisible();
    await page.goForward();
    await expect(countOf(page)).toHaveText(w.count(1));
  });

  test('are asked for again when they could not be fetched', async ({ page, w, pageErrors }) => {
    pageErrors.allowFailedRequests();
    pageErrors.expect(/not fetched/);
    await page.addInitScript(() => Object.assign(window, { requestIdleCallback: () => 0 }));
    await page.route(file, (route) => route.abort('failed'));
    await page.goto('/');
    await waitUntilReady(page);
    await page.getByRole('link', { name: w.quizBloom }).click();
    const trouble = page.getByRole('alert').filter({ hasText: w.network });
    await expect(trouble).toBeVisible();
    await page.unroute(file);
    await trouble.getByRole('button', { name: w.retry }).click();
    await expect(countOf(page)).toHaveText(w.count(1));
  });
});

test('a planted inline script does not run @journey', async ({ page, pageErrors }) => {
  await page.route(/\/$/, async (route) => {
    const answer = await route.fetch();
    const body = (await answer.text()).replace('</head>', '<script>window.planted = true</script></head>');
    await route.fulfill({ response: answer, body });
  });
  await page.goto('/');
  await waitUntilReady(page);
  expect(await page.content()).toContain('window.planted');
  expect(await page.evaluate(() => 'planted' in window)).toBe(false);
  await expect.poll(() => pageErrors.found.join('\n')).toContain('CSP violation: script-src');
  pageErrors.take();
});

test('files are compressed and cached for ever, pages are revalidated', async ({ baseURL }) => {
  const page = await fetch(`${baseURL}/`, { headers: { 'accept-encoding': 'br' } });
  expect(page.headers.get('content-encoding')).toBe('br');
  expect(page.headers.get('cache-control')).toBe('no-cache');
  const script = /(?:href|src)="(\/assets\/core-[^"]+\.js)"/.exec(await page.text())?.[1] ?? '';
  for (const encoding of ['br', 'gzip']) {
    const file = await fetch(`${baseURL}${script}`, { headers: { 'accept-encoding': encoding } });
    expect(file.headers.get('content-encoding')).toBe(encoding);
    expect(file.headers.get('cache-control')).toContain('immutable');
    await file.arrayBuffer();
  }
});

/** Measures from the first paint on how far visible content moves, as Chromium does (CLS). */
async function watchShifts(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    const root = window as unknown as { shifted: number };
    root.shifted = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) root.shifted += (entry as unknown as { value: number }).value;
    }).observe({ type: 'layout-shift', buffered: true });
  });
  return () => page.evaluate(() => (window as unknown as { shifted: number }).shifted);
}

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test('nothing moves on a first visit, on any screen', async ({ page, account }) => {
    const shifted = await watchShifts(page);
    const persona = await account('writer');
    const moved: Record<string, number> = {};
    const visit = async (path: string, go: () => Promise<unknown>) => {
      await go();
      await waitUntilReady(page);
      await page.waitForLoadState('networkidle');
      await waitUntilSettled(page);
      moved[path] = await shifted();
    };
    for (const path of ['/', '/bodyscan', '/help']) await visit(path, () => page.goto(path));
    for (const path of ['/history', '/note', '/statistics', '/profile'])
      await visit(path, () => persona.openInSharedSession(page, path));
    console.log(`Layout shift of first visits: ${JSON.stringify(moved)}`);
    for (const [path, value] of Object.entries(moved)) expect(value, path).toBeLessThanOrEqual(0.02);
  });
});
