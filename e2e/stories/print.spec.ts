import type { Page } from '@playwright/test';
import { expect, test } from '../support/fixtures.ts';
import { expectAllNotes, expectAllScans, fillForPaper, manyNotes, paperText, textsOverEdge } from '../support/paper.ts';
import { takeScan } from '../support/quiz.ts';

const answers = [7, 4, 9, 6, 3, 8, 7];
const poles = ['Sécurité 7', 'Frustration 4', 'Joie 9', 'Amour de soi 6', 'Malchance 3', 'Paix 8', 'Foi intérieure 7'];
const inWords = poles.map((answer) => `${answer} sur 10`).join(', ');

/** Prints as Ctrl+P does: nothing tells the page beforehand that it will be paper. */
const print = async (page: Page) => paperText(await page.pdf());

test('a result is printed with its petals and its answers as text, without bars and controls @journey', async ({
  page,
  w,
}) => {
  await takeScan(page, w, answers);
  await page.getByRole('button', { name: w.toNight }).click();
  const text = await print(page);
  expect(text).toContain(inWords);
  for (const control of [w.login, w.toDay, 'Nuances FR']) expect(text).not.toContain(control);
  // Renders the screen as the paper shows it, to see its colours.
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('heading', { level: 1 })).toContainText(/\d+ .* à /);
  await expect(page.getByRole('heading', { level: 1 })).toHaveCSS('color', 'rgb(0, 0, 0)');
  await expect(page.locator('main svg [data-hue="red"] path').first()).toHaveAttribute('fill', /^url/);
});

/** A headless browser has no dialog: what it would print is taken while it would be open. */
async function openPrintDialog(page: Page, menu: string, entry: string): Promise<void> {
  await page.evaluate(() => {
    delete document.body.dataset['printed'];
    window.print = () => void (document.body.dataset['printed'] = 'yes');
  });
  await page.getByRole('button', { name: menu }).click();
  await page.getByRole('menuitem', { name: entry, exact: true }).click();
  await expect(page.locator('body')).toHaveAttribute('data-printed', 'yes');
}

test('the notes of a filled account are printed whole, and then the screen is as before @journey', async ({
  page,
  openAsNew,
}) => {
  await openAsNew('/note', fillForPaper);
  await expect(page.getByRole('article').first()).toBeVisible();
  expect(await page.getByRole('article').count()).toBeLessThan(manyNotes);
  const list = page.getByRole('list', { name: 'Notes' }).locator('..');
  await list.evaluate((box) => box.scrollTo(0, 1_000));
  expectAllNotes(await print(page));
  expect(await page.getByRole('article').count()).toBeLessThan(manyNotes);
  expect(await list.evaluate((box) => box.scrollTop)).toBe(1_000);

  await list.evaluate((box) => box.scrollTo(0, 0));
  await openPrintDialog(page, 'Options de la note Note 115., ', 'Imprimer');
  expect((await print(page)).match(/Note \d+\./g)).toEqual(['Note 115.']);

  // All that the search shows.
  await page.getByRole('searchbox').fill('Note 17.');
  await openPrintDialog(page, 'Options des notes', 'Imprimer la note affichée');
  await expect(page.getByText('Préparation...')).toBeVisible();
  expect((await print(page)).match(/Note \d+\./g)).toEqual(['Note 17.']);
  await expect(page.getByText('Préparation...')).toBeHidden();
});

test('the history of a filled account is printed whole', async ({ page, openAsNew }) => {
  // Hundreds of flowers on paper.
  test.slow();
  await openAsNew('/history', fillForPaper);
  await expect(page.getByRole('article').first()).toBeVisible();
  await openPrintDialog(page, 'Options de l’historique', 'Imprimer les 338 scans');
  expectAllScans(await print(page));
});

test('the statistics are printed with the answers of the selected scan, and nothing is cut at the edge', async ({
  page,
  newPersona,
}) => {
  const persona = await newPersona();
  await persona.saveScan([5, 5, 5, 5, 5, 5, 5], new Date(Date.now() - 86_400_000).toISOString());
  await persona.saveScan(answers, new Date().toISOString());
  await persona.openInNewSession(page, '/statistics?view=line');
  const chart = page
    .getByRole('main')
    .getByRole('img', { name: 'Sept courbes au fil du temps, de 1 à 10' })
    .locator('svg');
  await expect(chart).toBeVisible();
  const width = (await chart.boundingBox())?.width;
  const pdf = await page.pdf();
  expect(await paperText(pdf)).toContain(inWords);
  expect(await textsOverEdge(pdf)).toEqual([]);
  await expect.poll(async () => (await chart.boundingBox())?.width, 'as before').toBe(width);
});
