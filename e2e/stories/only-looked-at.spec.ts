/** What leaves the device while a person only looks back, breathes, and gives answers that are not saved yet. */
import type { BrowserContext, Page } from '@playwright/test';
import { expect, test } from '../support/fixtures.ts';
import { live, weekOf } from '../support/life.ts';
import { setClock } from '../support/lookback.ts';
import { disc } from '../support/quiz.ts';
import { giveVault, openVaultOn } from '../support/vault.ts';

const words = ['insomnie', 'canal', 'Zénobie'];
/** Files of the app, and calls that only read and say nothing but who asks: `log` is whether notes count as opened. */
const harmless =
  /^GET \/(?:assets\/\S+|sw\.js|member-files\.json|trpc\/[a-z]+\.[A-Za-z]+(?:\?input=%7B%22log%22%3Afalse%7D)?)$/;
/** The signed list of the rows of a vault, in its own time: numbers of rows, and hashes over ids and revisions. */
const manifest =
  /^POST \/trpc\/vault\.saveManifest \{"manifest":"m1\.[\w+/=]{44}\.(?:[\w-]{1,64}\|){11}[\w-]{1,64}"\}$/;
/** Views that the usage statistics count, by name only. */
const opened = (source: string) => `POST /trpc/usage.opened {"source":"${source}"}`;
const started = 'POST /trpc/results.startScan';

/** What a browser sends from now on, « POST /trpc/results.startScan »; beacons and service workers included. */
function recordTraffic(context: BrowserContext, page: Page): readonly string[] {
  const sent: string[] = [];
  context.on('request', (request) => {
    const { pathname, search } = new URL(request.url());
    sent.push(`${request.method()} ${pathname}${search} ${request.postData() ?? ''}`.trim());
  });
  page.on('websocket', (socket) => {
    sent.push(`WebSocket ${new URL(socket.url()).pathname}`);
    socket.on('framesent', ({ payload }) => sent.push(`frame ${String(payload)}`));
  });
  return sent;
}

const telling = (sent: readonly string[]) => sent.filter((one) => !harmless.test(one) && !manifest.test(one));

test.use({ serviceWorkers: 'allow' });

for (const kind of ['without', 'with'] as const)
  test(`${kind} a vault: week, month, sentences, a minute and unsaved answers stay on the device`, async ({
    page,
    context,
    w,
    newPersona,
  }) => {
    const persona = await newPersona();
    const vault = kind === 'with' ? await giveVault(persona) : null;
    await live(persona, weekOf(words), vault);
    await setClock(page, '2026-11-22T18:40:00');
    if (vault) await openVaultOn(page, persona, vault);
    else await persona.openInNewSession(page, '/dashboard');
    const main = page.getByRole('main');
    const menu = page.getByRole('navigation', { name: w.mainNavigation });
    await expect(page.getByRole('region', { name: 'Votre semaine' })).toBeVisible();
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
    await page.waitForLoadState('networkidle');
    const sent = recordTraffic(context, page);

    await page.getByRole('link', { name: 'Ouvrir la semaine' }).click();
    await expect(main.getByText('La fleur la plus contrastée')).toBeVisible();
    await main.getByRole('link', { name: /^Semaine précédente/ }).click();
    await expect(main.getByText('Pas de fleur ici.', { exact: false })).toBeVisible();
    await main.getByRole('link', { name: /^Semaine suivante/ }).click();
    await main.getByRole('link', { name: 'Voir novembre' }).click();
    await expect(page.getByRole('heading', { level: 1, name: /^Votre mois/ })).toBeVisible();
    await menu.getByRole('link', { name: 'Aujourd’hui', exact: true }).click();
    await page.getByRole('button', { name: 'Fermer ce retour' }).click();
    await expect(page.getByRole('region', { name: 'Ces sept jours' })).toBeVisible();
    await main.getByRole('link', { name: 'Une minute' }).click();
    await expect(main.getByRole('status').filter({ hasText: 'Inspirez' })).toBeVisible();
    await page.getByRole('button', { name: 'Arrêter' }).click();
    await expect(main.getByText('C’est fini.', { exact: false })).toBeVisible();
    await page.getByRole('link', { name: 'Fermer', exact: true }).click();
    await menu.getByRole('link', { name: 'Stats', exact: true }).click();
    await expect(main.getByText('Ce que montrent les courbes')).toBeVisible();
    await page.getByRole('radio', { name: 'Séparées' }).check();
    await page.getByRole('radio', { name: 'Fleur' }).check();
    await page.getByRole('slider').last().press('ArrowLeft');
    await page.waitForLoadState('networkidle');
    expect(telling(sent)).toEqual([opened('stats')]);

    await menu.getByRole('link', { name: 'Aujourd’hui', exact: true }).click();
    await main.getByRole('link', { name: 'Comme la dernière fois, sauf…' }).click();
    await page.getByRole('button', { name: /^Tristesse – Joie, / }).click();
    await disc(page, w, 3).click();
    await page.getByRole('button', { name: 'Remettre 8' }).click();
    await page.getByRole('button', { name: /^Haine – Paix, / }).click();
    await disc(page, w, 9).click();
    await page.waitForLoadState('networkidle');
    expect(telling(sent).slice(1), 'up to the last step').toEqual([started]);
    await page.getByRole('button', { name: w.finish, exact: true }).click();
    await expect(page.getByText('6 réponses reprises de la dernière fois')).toBeVisible();
    await page.waitForLoadState('networkidle');
    const saved = telling(sent).slice(2);
    expect(saved).toHaveLength(1);
    if (vault) expect(saved[0]).not.toContain('"answers":[');
    else expect(saved[0]).toContain('"answers":[7,5,8,7,5,9,7]');
  });

test('what is planted on the wire would be seen: a call, a beacon, a socket, and one of the service worker', async ({
  page,
  context,
  pageErrors,
}) => {
  pageErrors.allowFailedRequests();
  pageErrors.expect(/WebSocket/);
  await page.goto('/minute');
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await page.waitForLoadState('networkidle');
  const sent = recordTraffic(context, page);
  await page.evaluate(async () => {
    await fetch('/trpc/results.own?input=%7B%22week%22%3A47%7D');
    navigator.sendBeacon('/api/beacon', 'joie 8');
    const socket = new WebSocket(`${location.origin.replace('http', 'ws')}/socket`);
    await new Promise((resolve) => socket.addEventListener('error', resolve));
  });
  const [worker] = context.serviceWorkers();
  await worker?.evaluate(() => fetch('/api/worker', { method: 'POST', body: 'paix 9' }));
  await expect
    .poll(() => telling(sent).toSorted())
    .toEqual([
      'GET /trpc/results.own?input=%7B%22week%22%3A47%7D',
      'POST /api/beacon joie 8',
      'POST /api/worker paix 9',
      'WebSocket /socket',
    ]);
});
