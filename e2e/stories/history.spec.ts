import type { Page } from '@playwright/test';
import { expireToken } from '../support/auth.ts';
import { expect, test } from '../support/fixtures.ts';
import { copyNames } from '../support/device.ts';
import { live } from '../support/life.ts';
import { waitForPaint, holdRequests } from '../support/page.ts';
import { giveVault, openVaultOn } from '../support/vault.ts';

const list = /results\.own/;
const hash = /notes\.hash/;
const remove = /results\.delete/;
const app = { code: 'badRequest', message: 'Refusé.' };
const refusal = { error: { message: 'Refusé.', code: -32_600, data: { app } } };

async function askToDelete(page: Page, row: number, options: string, choice: string): Promise<void> {
  await page.getByRole('article').nth(row).getByRole('button', { name: options }).click();
  await page.getByRole('menuitem', { name: choice }).click();
}

test('an empty history invites to take a scan @journey', async ({ page, w, openAsNew }) => {
  await openAsNew('/history');
  await expect(page.getByText(w.historyEmpty)).toBeVisible();
  await page.getByRole('link', { name: w.startScan }).click();
  await expect(page).toHaveURL(/\/bodyscan$/);
});

test.describe('on a low window', () => {
  test.use({ viewport: { width: 1440, height: 420 } });

  test('three scans, then three more within 50 px of the end @journey', async ({ page, w, openAsNew }) => {
    const persona = await openAsNew('/history', (fresh) => fresh.saveScans(8));
    const rows = page.getByRole('article');
    await expect(rows).toHaveCount(3);

    /** Scrolls until the end of the list is this far below the window, px. */
    const leave = (distance: number) =>
      rows.last().evaluate((row, below) => {
        const end = (row.closest('ol') ?? row).getBoundingClientRect().bottom + scrollY;
        scrollTo(0, end - innerHeight - below);
      }, distance);
    await leave(90);
    await waitForPaint(page);
    await expect(rows).toHaveCount(3);
    // A device that paints late gets no more items meanwhile.
    await page.evaluate(() => {
      const post: (this: MessagePort, message: unknown) => void = MessagePort.prototype.postMessage;
      MessagePort.prototype.postMessage = function later(message: unknown) {
        setTimeout(() => post.call(this, message), 150);
      };
    });
    await leave(40);
    await expect(rows).toHaveCount(6);
    await waitForPaint(page);
    await expect(rows).toHaveCount(6);
    await leave(20);
    await expect(rows).toHaveCount(8);
    await expect(page.getByText(w.historyEnd)).toBeVisible();

    // Going on and coming back restores the scroll position, also when the list is fetched again.
    const place = await page.evaluate(() => scrollY);
    await page.getByRole('link', { name: w.quiz, exact: true }).first().click();
    await expect(page).toHaveURL(/\/bodyscan$/);
    await page.evaluate(() => history.back());
    await expect(rows).toHaveCount(8);
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(place);

    const times = (await persona.scans()).map((scan) => scan.createdAt);
    expect(times).toEqual([...times].sort().reverse());
    // Newest first on the screen too: the first scans have the answers 1, 2, 3 and so on.
    for (const [index, row] of (await rows.all()).entries()) {
      await expect(row.getByRole('img').first()).toHaveAttribute('aria-label', new RegExp(` ${index + 1} sur 10`));
    }
  });

  test('Back from a page that still loads restores the scroll position', async ({ page, w, openAsNew }) => {
    await openAsNew('/history', (persona) => persona.saveScans(3));
    await expect(page.getByRole('article')).toHaveCount(3);
    const place = await page.evaluate(() => {
      scrollTo(0, document.body.scrollHeight);
      return scrollY;
    });
    await waitForPaint(page);
    const files = holdRequests();
    await page.route('**/assets/**', files.hold);
    await page.getByRole('link', { name: w.quiz, exact: true }).first().click();
    await expect(page.getByText(w.loading)).toBeVisible();
    expect(await page.evaluate(() => scrollY)).toBeLessThan(place);
    await page.evaluate(() => history.back());
    await expect(page.getByRole('article')).toHaveCount(3);
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(place);
    files.release();
  });
});

test('a history that cannot be loaded shows an error and a retry', async ({ page, w, pageErrors, newPersona }) => {
  pageErrors.allowFailedRequests();
  const persona = await newPersona();
  await persona.saveScans(1);
  await page.route(list, (route) => route.fulfill({ status: 500, json: {} }));
  await persona.openInNewSession(page, '/history');
  await expect(page.getByText(w.historyError)).toBeVisible({ timeout: 20_000 });
  await expect(page.getByRole('article')).toHaveCount(0);
  await expect(page.getByText(w.historyEmpty)).toHaveCount(0);
  await page.unroute(list);
  await page.getByRole('button', { name: w.retry }).click();
  await expect(page.getByRole('article')).toHaveCount(1);
  await expect(page.getByText(w.historyError)).toHaveCount(0);
});

test('a loading state is shown only when it takes a moment', async ({ page, w, newPersona }) => {
  const persona = await newPersona();
  await persona.saveScans(1);
  const notes = holdRequests();
  await page.route(hash, notes.hold);
  let asked = 0;
  page.on('request', (request) => {
    if (list.test(request.url())) asked += 1;
  });
  await persona.openInNewSession(page, '/history');
  await expect(page.getByRole('status').filter({ hasText: w.loading })).toBeVisible();
  // The scans are requested after the notes were checked.
  expect(asked).toBe(0);
  notes.release();
  await expect(page.getByRole('article')).toHaveCount(1);
  await expect(page.getByText(w.loading)).toHaveCount(0);
});

test('the scans are fetched once, and each opening of a screen is counted once', async ({ page, newPersona }) => {
  const persona = await newPersona();
  await persona.saveScans(2);
  const fetched: string[] = [];
  const counted: unknown[] = [];
  page.on('request', (request) => {
    const call = /\/trpc\/(results\.(?:own|list))/.exec(request.url())?.[1];
    if (call !== undefined) fetched.push(call);
    if (request.url().includes('/trpc/usage.opened')) counted.push(request.postDataJSON());
  });
  await persona.openInNewSession(page, '/history');
  await expect(page.getByRole('article')).toHaveCount(2);
  await expect.poll(() => counted).toEqual([{ source: 'history' }]);
  expect(fetched).toEqual(['results.own']);
  await page.getByRole('link', { name: 'Stats', exact: true }).first().click();
  await expect(page.getByText(/^2 scans/).first()).toBeVisible();
  await expect.poll(() => counted).toEqual([{ source: 'history' }, { source: 'stats' }]);
  expect(fetched).toEqual(['results.own']);
});

for (const kind of ['without', 'with'] as const)
  test(`${kind} a vault: a list that has not changed is not sent again, one that has is`, async ({
    page,
    w,
    newPersona,
  }) => {
    const persona = await newPersona();
    const vault = kind === 'with' ? await giveVault(persona) : null;
    const scanOf = (createdAt: string) => ({ answers: [1, 6, 9, 7, 5, 8, 7], createdAt });
    const days = ['2026-01-04', '2026-01-05'].map((day) => scanOf(`${day}T08:00:00.000Z`));
    await live(persona, { scans: days, notes: [] }, vault);
    if (vault) await openVaultOn(page, persona, vault);
    else await persona.openInNewSession(page, '/dashboard');
    await expect.poll(async () => (await copyNames(page)).join(' ')).toContain('"queries"');
    const statuses: number[] = [];
    page.on('response', (response) => {
      if (list.test(response.url())) statuses.push(response.status());
    });
    const articles = page.getByRole('article');

    await page.goto('/history');
    await expect(articles).toHaveCount(2);
    await expect.poll(() => statuses).toEqual([304]);
    await expect(page.getByRole('main').getByText(w.loading)).toHaveCount(0);

    await live(persona, { scans: [scanOf('2026-01-06T08:00:00.000Z')], notes: [] }, vault);
    await page.reload();
    await expect(articles).toHaveCount(3);
    expect(statuses).toEqual([304, 200]);
    // The copy follows once the page is idle; then it is the one that the server has. A page that is left sooner writes none.
    await expect
      .poll(
        async () => {
          statuses.length = 0;
          await page.reload();
          await expect(articles).toHaveCount(3);
          // How often a page asks is not what this looks at.
          await expect.poll(() => statuses.length).toBeGreaterThan(0);
          return statuses[0];
        },
        { timeout: 30_000, intervals: [3_000] },
      )
      .toBe(304);
  });

test('a loading state is shown while the session is renewed', async ({ page, w, openAsNew }) => {
  await openAsNew('/help', (persona) => persona.saveScans(1));
  await expireToken(page);
  const refresh = holdRequests();
  await page.route('**/trpc/auth.refresh', refresh.hold);
  await page.goto('/history');
  await expect(page.getByText(w.sessionCheck)).toBeVisible();
  refresh.release();
  await expect(page.getByRole('article')).toHaveCount(1);
});

test('deleting asks first; keep keeps, delete deletes, and can be taken back', async ({ page, w, newPersona }) => {
  const persona = await newPersona();
  await persona.saveScans(2);
  await page.clock.install();
  await persona.openInNewSession(page, '/history');
  const rows = page.getByRole('article');
  const ask = page.getByRole('alertdialog', { name: w.deleteTitle });
  await expect(rows).toHaveCount(2);

  await askToDelete(page, 0, w.scanOptions, w.delete);
  await expect(ask.getByRole('button', { name: w.keep })).toBeFocused();
  await ask.getByRole('button', { name: w.keep }).click();
  await expect(ask).toBeHidden();
  await expect(rows).toHaveCount(2);
  await expect(rows.nth(0).getByRole('button', { name: w.scanOptions })).toBeFocused();

  await askToDelete(page, 0, w.scanOptions, w.delete);
  await expect(ask).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(ask).toBeHidden();
  await expect(rows).toHaveCount(2);

  await askToDelete(page, 0, w.scanOptions, w.delete);
  await ask.getByRole('button', { name: w.delete }).click();
  await expect(page.getByText(w.deleted)).toBeVisible();
  const message = await page.getByText(w.deleted).locator('..').boundingBox();
  expect(message?.height, 'one line').toBeLessThan(60);
  await expect(rows).toHaveCount(1);
  // The focus moves to the row that took its place, and to the title when no row is left.
  await expect(rows.nth(0).getByRole('button', { name: w.scanOptions })).toBeFocused();
  await page.getByRole('button', { name: 'Rétablir', exact: true }).click();
  await expect(rows).toHaveCount(2);
  await page.clock.runFor(11_000);
  expect(await persona.scans()).toHaveLength(2);

  await askToDelete(page, 0, w.scanOptions, w.delete);
  await ask.getByRole('button', { name: w.delete }).click();
  await expect(rows).toHaveCount(1);
  await page.clock.runFor(11_000);
  await expect.poll(async () => (await persona.scans()).length).toBe(1);
  await page.reload();
  await expect(rows).toHaveCount(1);

  await askToDelete(page, 0, w.scanOptions, w.delete);
  await ask.getByRole('button', { name: w.delete }).click();
  await expect(rows).toHaveCount(0);
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
});

test('a deletion that the server refuses brings the row back with an error; without an answer it waits', async ({
  page,
  w,
  pageErrors,
  newPersona,
}) => {
  pageErrors.allowFailedRequests();
  const persona = await newPersona();
  await persona.saveScans(1);
  await page.clock.install();
  await persona.openInNewSession(page, '/history');
  // One route for both, so that no retry reaches the server in between.
  let isAway = true;
  await page.route(remove, (route) =>
    isAway ? route.abort('connectionrefused') : route.fulfill({ status: 400, json: refusal }),
  );
  const confirm = page.getByRole('alertdialog', { name: w.deleteTitle }).getByRole('button', { name: w.delete });
  await askToDelete(page, 0, w.scanOptions, w.delete);
  await confirm.click();
  await page.clock.runFor(11_000);
  await expect(page.getByRole('article')).toHaveCount(0);
  expect(await persona.scans()).toHaveLength(1);

  // The page that is left tries once more, and is answered as before.
  await page.reload({ waitUntil: 'commit' });
  isAway = false;
  await expect(page.getByRole('alert').filter({ hasText: /./ })).toBeVisible();
  await expect(page.getByRole('article')).toHaveCount(1);
  expect(await persona.scans()).toHaveLength(1);
});

test('a scan that is deleted already leaves the list without an error', async ({ page, w, pageErrors, openAsNew }) => {
  pageErrors.allowFailedRequests();
  const persona = await openAsNew('/history', (fresh) => fresh.saveScans(2));
  await expect(page.getByRole('article')).toHaveCount(2);
  const [newest] = await persona.scans();
  await persona.callAsUser('DELETE', `/api/results/${newest?._id}`);
  await askToDelete(page, 0, w.scanOptions, w.delete);
  await page.getByRole('alertdialog', { name: w.deleteTitle }).getByRole('button', { name: w.delete }).click();
  await expect(page.getByRole('article')).toHaveCount(1);
});

test('dates, times and image names follow the language and the zone', async ({ page, openAsNew }) => {
  await openAsNew('/history', (persona) => persona.saveScan([7, 4, 9, 6, 3, 8, 7], '2024-07-01T20:05:00.000Z'));
  const row = page.getByRole('article');
  await expect(row.getByRole('heading', { level: 2 })).toHaveText('lundi 1er juillet 2024');
  await expect(row).toContainText(/22.?h.?05/);
  await expect(row).toContainText('L’aube');
});
