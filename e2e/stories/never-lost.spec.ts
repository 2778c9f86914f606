import type { Page } from '@playwright/test';
import { loginButton, loginDialog, logInFromBar } from '../support/auth.ts';
import { expect, ownServerTest, test } from '../support/fixtures.ts';
import { keptDrafts } from '../support/notes.ts';
import { finishPrefetched, holdRequests, open, visitorsFinishPrefetched } from '../support/page.ts';
import { fillIn, takeScan } from '../support/quiz.ts';
import type { Words } from '../support/words.ts';

const answers = [7, 4, 9, 6, 3, 8, 7];

async function finish(page: Page, w: Words): Promise<void> {
  await page.getByRole('button', { name: w.finish, exact: true }).click();
}

function keptKeys(page: Page): Promise<(string | null)[]> {
  return page.evaluate(() => ['answers', 'scoringValue', 'quizDuration'].map((key) => localStorage.getItem(key)));
}

/** The runs that the device holds readable, because their key was not there. */
function readable(): readonly unknown[] {
  const kept = Object.keys(localStorage).filter((key) => key.startsWith('quizRun/'));
  return kept.flatMap((key): unknown[] => Object.values(JSON.parse(localStorage.getItem(key) ?? '{}')));
}

ownServerTest.describe('the server becomes unavailable', () => {
  ownServerTest(
    'a scan finished while it is down is reported, kept and sent once',
    async ({ page, w, pageErrors, server, openAsNew }) => {
      ownServerTest.setTimeout(90_000);
      pageErrors.allowFailedRequests();
      const persona = await openAsNew('/bodyscan');
      await fillIn(page, w, answers);
      // The code of the last step is fetched while a person answers; here the answers took no time.
      await finishPrefetched(page);
      await server.kill();
      await finish(page, w);
      await expect(page).toHaveURL(/\/result$/, { timeout: 15_000 });
      // The scan is stored, so the page shows no error.
      await expect(page.getByRole('status').filter({ hasText: w.scanKept })).toBeVisible();
      await expect(page.getByRole('alert').filter({ hasText: /./ })).toHaveCount(0);
      await expect(page.getByText(w.waiting)).toBeVisible();
      // The result is shown all the same.
      await expect(page.getByRole('region', { name: w.scales }).getByRole('button')).toHaveText(answers.map(String));

      await server.start();
      await expect(page.getByText(w.saved)).toBeVisible({ timeout: 20_000 });
      expect((await persona.scans()).map((scan) => scan.answers)).toEqual([answers]);
      await page.getByRole('main').getByRole('link').first().click();
      await expect(page.getByRole('article')).toHaveCount(1);
    },
  );

  ownServerTest(
    'a scan waits through a reload of the whole browser tab',
    async ({ page, context, w, pageErrors, server, openAsNew }) => {
      ownServerTest.setTimeout(90_000);
      pageErrors.allowFailedRequests();
      const persona = await openAsNew('/bodyscan');
      await fillIn(page, w, answers);
      await finishPrefetched(page);
      await server.stop();
      await finish(page, w);
      await expect(page.getByRole('status').filter({ hasText: w.scanKept })).toBeVisible({ timeout: 15_000 });
      await page.close();
      await server.start();
      const later = await context.newPage();
      await later.goto('/history');
      await expect(later.getByRole('article')).toHaveCount(1);
      expect((await persona.scans()).map((scan) => scan.answers)).toEqual([answers]);
    },
  );
});

test('a scan that the previous version stored on the device is still there after an update', async ({ page, w }) => {
  await page.goto('/favicon.svg');
  await page.evaluate(
    (scan) =>
      new Promise<void>((resolve) => {
        const opening = indexedDB.open('nuances', 1);
        opening.addEventListener('upgradeneeded', () => opening.result.createObjectStore('scans', { keyPath: 'id' }));
        opening.addEventListener('success', () => {
          const writing = opening.result.transaction('scans', 'readwrite');
          writing.objectStore('scans').put(scan);
          writing.addEventListener('complete', () => {
            opening.result.close();
            resolve();
          });
        });
      }),
    {
      id: '1f0d9c52-6d34-4b1e-9f51-0a4b1c2d3e4f',
      owner: null,
      answers,
      duration: 61,
      createdAt: '2026-11-20T20:14:00.000Z',
      failed: false,
    },
  );
  await page.goto('/result');
  await expect(page.getByRole('region', { name: w.scales }).getByRole('button')).toHaveText(answers.map(String));
});

for (const [when, hasKey] of [
  ['', true],
  [', also before the key of the notes has arrived', false],
] as const) {
  test(`closing the tab right after Finish neither loses nor doubles the scan${when}${hasKey ? ' @journey' : ''}`, async ({
    page,
    context,
    w,
    pageErrors,
    newPersona,
  }) => {
    pageErrors.allowFailedRequests();
    const persona = await newPersona();
    if (!hasKey) await page.route(/notes\.userKey/, (route) => route.abort('connectionrefused'));
    await persona.openInNewSession(page, '/bodyscan');
    await fillIn(page, w, answers);
    await finishPrefetched(page);
    // A person takes longer from the last answer to Finish than the device to store it, sealed or as it is.
    await expect
      .poll(async () => [...(await keptDrafts(page, persona)), ...(await page.evaluate(readable))])
      .toContainEqual(expect.objectContaining({ answers }));
    await page.getByRole('button', { name: w.finish, exact: true }).evaluate((button) => {
      // The page is closed before anything is sealed.
      crypto.subtle.encrypt = () => new Promise(() => undefined);
      (button as HTMLButtonElement).click();
    });
    await page.close();
    const later = await context.newPage();
    await later.goto('/history');
    await expect(later.getByRole('article')).toHaveCount(1);
    // The list has it already while it waits on the device.
    await expect.poll(() => persona.scans()).toHaveLength(1);
    await later.reload();
    await expect(later.getByRole('article')).toHaveCount(1);
    expect(await persona.scans()).toHaveLength(1);
  });
}

test("a visitor's three scans are all saved at login, and can be removed again @journey", async ({
  page,
  w,
  newPersona,
}) => {
  const persona = await newPersona();
  const given = [
    [1, 2, 3, 4, 5, 6, 7],
    [10, 9, 8, 7, 6, 5, 4],
    [5, 5, 5, 5, 6, 6, 6],
  ];
  for (const scan of given) await takeScan(page, w, scan);
  // The three keys hold the latest scan.
  const [kept, score, duration] = await keptKeys(page);
  expect(JSON.parse(kept ?? '')).toEqual(given[2]);
  expect(Number(score)).toBe(6);
  expect(Number(duration)).toBeGreaterThanOrEqual(0);

  await logInFromBar(page, w, persona);
  await expect(page.getByText(w.added(3))).toBeVisible();
  expect(await keptKeys(page)).toEqual([null, null, null]);
  expect((await persona.scans()).map((scan) => scan.answers)).toEqual([...given].reverse());
  await expect(page.getByText(w.saved)).toBeVisible();

  await page.getByRole('button', { name: w.remove }).click();
  await expect(page.getByText(w.removed)).toBeVisible();
  // The result below no longer says that the scan is saved.
  await expect(page.getByText(w.saved)).toHaveCount(0);
  expect(await persona.scans()).toEqual([]);
  await page.goto('/history');
  await expect(page.getByText(w.historyEmpty)).toBeVisible();
});

test("a visitor's scan is taken over by the next page where that of the login was left", async ({
  page,
  w,
  pageErrors,
  newPersona,
}) => {
  // The page that loses its tokens may still fetch its copies.
  pageErrors.allowFailedRequests();
  const persona = await newPersona();
  await page.goto('/');
  await logInFromBar(page, w, persona);
  await expect(page).toHaveURL(/\/dashboard$/);
  // What a login has stored by then.
  const names = ['token', 'refreshToken', 'nuances.consents'];
  const begun = await page.evaluate(
    (all) => all.map((name) => [name, localStorage.getItem(name) ?? ''] as const),
    names,
  );
  await page.evaluate((all) => all.forEach((name) => localStorage.removeItem(name)), names);
  await takeScan(page, w, answers);
  await page.evaluate((all) => all.forEach(([name, value]) => localStorage.setItem(name, value)), begun);
  await page.goto('/history');
  await expect(page.getByText(w.oneAdded)).toBeVisible();
  await expect(page.getByRole('article')).toHaveCount(1);
  expect((await persona.scans()).map((scan) => scan.answers)).toEqual([answers]);
  expect(await keptKeys(page)).toEqual([null, null, null]);
});

test('the three keys are removed at login even when saving fails, and the scan is sent later', async ({
  page,
  w,
  pageErrors,
  newPersona,
}) => {
  pageErrors.allowFailedRequests();
  const persona = await newPersona();
  await takeScan(page, w, answers);
  await page.route(/results\.create/, (route) => route.fulfill({ status: 500, json: {} }));
  await logInFromBar(page, w, persona);
  await expect(loginDialog(page, w)).toBeHidden();
  await expect.poll(() => keptKeys(page)).toEqual([null, null, null]);
  expect(await persona.scans()).toEqual([]);
  await page.unroute(/results\.create/);
  await expect.poll(async () => (await persona.scans()).length, { timeout: 20_000 }).toBe(1);
});

test('a lost answer makes no second scan', async ({ page, w, pageErrors, openAsNew }) => {
  pageErrors.allowFailedRequests();
  const persona = await openAsNew('/bodyscan');
  await fillIn(page, w, answers);
  let dropped = 0;
  await page.route(/results\.create/, async (route) => {
    if (dropped > 0) return route.continue();
    dropped += 1;
    await route.fetch();
    return route.abort('connectionreset');
  });
  await finish(page, w);
  await expect(page.getByRole('status').filter({ hasText: w.scanKept })).toBeVisible();
  await expect(page.getByText(w.saved)).toBeVisible({ timeout: 20_000 });
  expect(dropped).toBe(1);
  expect((await persona.scans()).map((scan) => scan.answers)).toEqual([answers]);
});

test('a refused scan says why it is not sent, and is sent once the server takes it', async ({
  page,
  w,
  pageErrors,
  openAsNew,
}) => {
  pageErrors.allowFailedRequests();
  const persona = await openAsNew('/bodyscan');
  await fillIn(page, w, answers);
  const app = { code: 'quotaReached', message: 'x' };
  await page.route(/results\.create/, (route) =>
    route.fulfill({ status: 409, json: { error: { message: 'x', code: -32_009, data: { app } } } }),
  );
  await finish(page, w);
  await expect(page.getByRole('main').getByText(w.refusedFull)).toBeVisible();
  await expect(page.getByRole('alert').filter({ hasText: w.accountFull })).toBeVisible();
  await expect(page.getByText(w.kept)).toHaveCount(0);
  await page.unroute(/results\.create/);
  await page.getByRole('main').getByRole('button', { name: w.sendNow, exact: true }).click();
  await expect.poll(async () => (await persona.scans()).map((scan) => scan.answers)).toEqual([answers]);
  await expect(page.getByText(w.refusedFull)).toHaveCount(0);
});

test('logout with unsent data asks first; another account never gets it', async ({
  page,
  w,
  pageErrors,
  newPersona,
}) => {
  pageErrors.allowFailedRequests();
  const first = await newPersona();
  const second = await newPersona();
  await first.openInNewSession(page, '/bodyscan');
  await fillIn(page, w, answers);
  await page.route(/results\.create/, (route) => route.abort('connectionrefused'));
  await finish(page, w);
  await expect(page.getByText(w.waiting)).toBeVisible();

  const ask = page.getByRole('alertdialog', { name: w.logoutAsk });
  await page.getByRole('button', { name: w.logout, exact: true }).click();
  await expect(ask).toBeVisible();
  await ask.getByRole('button', { name: w.logoutStay }).click();
  await expect(ask).toBeHidden();
  await expect(loginButton(page, w)).toHaveCount(0);
  await page.getByRole('button', { name: w.logout, exact: true }).click();
  await ask.getByRole('button', { name: w.logoutConfirm }).click();
  await expect(loginButton(page, w)).toBeVisible();
  await page.unroute(/results\.create/);

  // Only the owner sees it; a visitor does not see it on the result screen either.
  await page.goto('/result');
  await expect(page.getByRole('heading', { level: 1, name: w.homeTitle })).toBeVisible();
  await logInFromBar(page, w, second);
  await expect(loginDialog(page, w)).toBeHidden();
  await page.goto('/history');
  await expect(page.getByText(w.historyEmpty)).toBeVisible();
  expect(await second.scans()).toEqual([]);

  await page.getByRole('button', { name: w.logout, exact: true }).click();
  await logInFromBar(page, w, first);
  await expect(loginDialog(page, w)).toBeHidden();
  await expect.poll(async () => (await first.scans()).map((scan) => scan.answers)).toEqual([answers]);
});

test('a visitor keeps the scan without a network', async ({ page, context, w, pageErrors }) => {
  pageErrors.allowFailedRequests();
  await open(page, '/bodyscan');
  await fillIn(page, w, answers);
  await visitorsFinishPrefetched(page);
  await context.setOffline(true);
  await finish(page, w);
  await expect(page.getByRole('region', { name: w.scales }).getByRole('button')).toHaveText(answers.map(String));
  await context.setOffline(false);
  await page.goto('/result');
  await expect(page.getByRole('region', { name: w.scales }).getByRole('button')).toHaveText(answers.map(String));
});

test('a reload while the server is slow makes no second scan', async ({ page, w, openAsNew, pageErrors }) => {
  pageErrors.allowFailedRequests();
  const persona = await openAsNew('/bodyscan');
  await fillIn(page, w, answers);
  await finishPrefetched(page);
  const saved = holdRequests();
  const reloaded = holdRequests();
  // The server saves it, but the page is closed before the answer arrives.
  await page.route(
    /results\.create/,
    async (route) => {
      await route.fetch();
      saved.release();
      await reloaded.released;
      await route.abort();
    },
    { times: 1 },
  );
  await finish(page, w);
  await saved.released;
  const again = page.waitForResponse(/results\.create/);
  await page.reload();
  reloaded.release();
  await expect(page.getByRole('radio', { checked: true })).toHaveCount(0);
  await again;
  expect(await persona.scans()).toHaveLength(1);
});

test('what is touched while the scan is being saved brings no finished run back', async ({ page, w, openAsNew }) => {
  await openAsNew('/bodyscan');
  await fillIn(page, w, answers);
  await finishPrefetched(page);
  const saved = holdRequests();
  await page.route(/results\.create/, saved.hold, { times: 1 });
  await finish(page, w);
  await page.keyboard.press('3');
  await page.getByRole('button', { name: 'Précédent', exact: true }).click();
  saved.release();
  await expect(page).toHaveURL(/\/result$/);
  await expect(page.getByRole('region', { name: w.scales }).getByRole('button')).toHaveText(answers.map(String));
  await page.goto('/bodyscan');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByText(w.resumed)).toHaveCount(0);
});

test('in a browser without a database the scan survives a reload and reaches the account', async ({
  page,
  w,
  newPersona,
}) => {
  await page.addInitScript(() => {
    indexedDB.open = () => {
      throw new DOMException('not here', 'SecurityError');
    };
  });
  const persona = await newPersona();
  await takeScan(page, w, answers);
  await page.goto('/result');
  await expect(page.getByRole('region', { name: w.scales }).getByRole('button')).toHaveText(answers.map(String));
  await logInFromBar(page, w, persona);
  await expect.poll(async () => (await persona.scans()).map((scan) => scan.answers)).toEqual([answers]);
  await expect.poll(() => keptKeys(page)).toEqual([null, null, null]);
});

test("after a logout, the browser's history shows no scan", async ({ page, w, openAsNew, pageErrors }) => {
  pageErrors.allowFailedRequests();
  await openAsNew('/bodyscan');
  await fillIn(page, w, answers);
  await finish(page, w);
  await expect(page.getByText(w.saved)).toBeVisible();
  await page.getByRole('button', { name: w.logout, exact: true }).first().click();
  await expect(loginButton(page, w)).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL(/\/$/);
  await expect(page.getByRole('region', { name: w.scales })).toHaveCount(0);
});
