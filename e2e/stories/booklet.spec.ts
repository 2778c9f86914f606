import type { Locator } from '@playwright/test';
import { randomBytes, randomUUID } from 'node:crypto';
import { getDocumentProxy, getMeta } from 'unpdf';
import { expect, test } from '../support/fixtures.ts';
import { seal, storeNote } from '../support/notes.ts';
import { expectWholeBooklet, fillForPaper, paperText, textsOverEdge } from '../support/paper.ts';

const t = {
  make: 'Préparer le carnet',
  print: 'Imprimer ou PDF',
  all: 'Tout',
  scans: 'Mes scans',
} as const;

test('a booklet has the notes and scans of a period, in time order, and is made offline @journey', async ({
  page,
  context,
  pageErrors,
  newPersona,
}) => {
  // Workers are blocked here: what they would keep is asked for in vain.
  pageErrors.allowFailedRequests();
  const persona = await newPersona();
  const scan = { _id: randomUUID(), answers: [7, 4, 9, 6, 3, 8, 7], createdAt: '2026-11-17T20:14:00.000Z', tags: null };
  await persona.callAsUser('POST', '/api/restore', { scans: [{ ...scan, kept: [1, 4] }], notes: [] });
  await storeNote(persona, { title: 'Dire non', text: 'Premier paragraphe.\n\nSecond paragraphe.' });
  await storeNote(persona, { title: 'שלום', text: 'בוקר\n  טוב' });
  await persona.openInSharedSession(page, '/profile/export');
  await page.getByRole('link', { name: t.make }).click();
  await expect(page.getByRole('checkbox', { name: t.scans })).toBeChecked();
  await context.setOffline(true);
  await page.getByRole('radio', { name: t.all, exact: true }).check({ force: true });
  await page.getByRole('button', { name: t.make }).click();
  const booklet = page.getByRole('article');
  await expect(booklet.getByRole('heading', { level: 2 })).toHaveText([
    /^mardi 17 novembre 2026 · 21\sh\s14$/,
    'Dire non',
    'שלום',
  ]);
  // Hebrew stands from the right, with the spaces that were typed.
  const [name, hebrew] = [booklet.getByRole('heading', { name: 'שלום' }), booklet.getByText('בוקר')];
  await expect(name).toHaveCSS('direction', 'rtl');
  await expect(hebrew).toHaveCSS('direction', 'rtl');
  await expect(hebrew).toHaveCSS('white-space', 'pre-wrap');
  // Its title begins where its entries begin.
  const left = (part: Locator) => part.evaluate((element) => Math.round(element.getBoundingClientRect().left));
  expect(await left(booklet.getByRole('heading', { level: 1 }))).toBe(
    await left(booklet.getByRole('heading', { level: 2 }).first()),
  );
  await expect(page.getByRole('button', { name: t.print })).toBeVisible();
  const pdf = await page.pdf({ preferCSSPageSize: true, tagged: true });
  const text = await paperText(pdf);
  expect(text).toMatch(/ Carnet, du 17 novembre au /);
  expect(text).toContain('Frustration – Plénitude 4');
  // Two answers are those of the scan before: in outline, also without colours.
  expect(text).toContain('2 réponses reprises de la dernière fois');
  const kept = booklet.locator('dd[data-kept]');
  await expect(kept).toHaveText(['4', '3']);
  // Firefox cuts what stands out of a sheet's text.
  const right = (part: Locator) => part.evaluate((element) => element.getBoundingClientRect().right);
  expect(await right(kept.last())).toBeLessThanOrEqual(await right(booklet.locator('dl')));
  await expect(booklet.locator('path[data-kept]')).toHaveCount(2);
  expect(text).toMatch(/Dire non Premier paragraphe\. Second paragraphe\./);
  expect(text).toMatch(/^1 \/ 1 ?Nuances · préparé sur mon appareil le /);
  for (const control of [t.make, t.print, t.all, 'Hors connexion']) expect(text).not.toContain(control);

  // Without scans the booklet is another one, which has to be made anew.
  await page.getByRole('checkbox', { name: t.scans }).uncheck();
  await expect(booklet).toBeHidden();
  await context.setOffline(false);
});

test('a booklet of 115 notes is whole, tagged, and numbers its sheets of A4', async ({ page, newPersona }) => {
  test.slow();
  const persona = await newPersona();
  await fillForPaper(persona);
  await persona.openInSharedSession(page, '/profile/booklet');
  await page.getByRole('radio', { name: t.all, exact: true }).check({ force: true });
  await page.getByRole('checkbox', { name: t.scans }).uncheck();
  await page.getByRole('button', { name: t.make }).click();
  await expect(page.getByRole('article')).toBeVisible();
  const bytes = await page.pdf({ preferCSSPageSize: true, tagged: true });
  const text = await paperText(bytes);
  expectWholeBooklet(text);
  expect(await textsOverEdge(bytes)).toEqual([]);
  const pdf = await getDocumentProxy(new Uint8Array(bytes));
  expect(text).toContain(`${pdf.numPages} / ${pdf.numPages}`);
  const { info } = await getMeta(pdf);
  expect(info['Title']).toMatch(/^Carnet, du /);
  expect(await pdf.getMarkInfo()).toMatchObject({ Marked: true });
  const [, , width, height] = (await pdf.getPage(1)).view;
  expect([Math.round(width ?? 0), Math.round(height ?? 0)]).toEqual([595, 842]);
});

test('a period whose notes cannot be read says so', async ({ page, newPersona }) => {
  const persona = await newPersona();
  await storeNote(persona, { sealed: seal(randomBytes(32).toString('hex'), 'Ma note') });
  await persona.openInSharedSession(page, '/profile/booklet');
  await expect(page.getByRole('status').filter({ hasText: '1 note illisible, laissée de côté' })).toBeVisible();
});

test('notes and scans that could not be loaded are said to be missing, and are not offered', async ({
  page,
  pageErrors,
  newPersona,
}) => {
  pageErrors.allowFailedRequests();
  const persona = await newPersona();
  await persona.saveScan([7, 4, 9, 6, 3, 8, 7]);
  await storeNote(persona, { title: 'Dire non' });
  const lists = /notes\.hash|results\.own/;
  await page.route(lists, (route) => route.fulfill({ status: 500, json: {} }));
  await persona.openInSharedSession(page, '/profile/booklet');
  const retry = page.getByRole('main').getByRole('button', { name: 'Réessayer' });
  await expect(retry).toHaveCount(2, { timeout: 20_000 });
  await expect(page.getByRole('checkbox')).toHaveCount(0);
  await page.unroute(lists);
  await retry.first().click();
  await expect(retry).toHaveCount(1);
  await expect(page.getByRole('checkbox')).toHaveCount(2);
  await page.getByRole('button', { name: t.make }).click();
  await expect(page.getByRole('article').getByText('1 scan', { exact: true })).toBeVisible();
  await retry.click();
  await expect(page.getByRole('checkbox')).toHaveCount(3);
});

test('on a phone the way back stays at the upper edge of the window @phone-only', async ({ page, account }) => {
  const writer = await account('writer');
  await writer.openInSharedSession(page, '/profile/booklet');
  const make = page.getByRole('button', { name: t.make });
  await expect(make).toBeVisible();
  const head = page.locator('main header').filter({ has: page.getByRole('link', { name: 'Retour', exact: true }) });
  const top = () => head.evaluate((element) => element.getBoundingClientRect().top);
  expect(await top()).toBe(0);
  await page.getByRole('radio', { name: t.all, exact: true }).check({ force: true });
  await make.click();
  await page.getByRole('article').getByRole('heading').last().scrollIntoViewIfNeeded();
  expect(await page.evaluate(() => scrollY)).toBeGreaterThan(0);
  expect(await top()).toBe(0);
});
