import type { Page } from '@playwright/test';
import { expect, test } from '../support/fixtures.ts';
import { storeNote } from '../support/notes.ts';
import { takeScan } from '../support/quiz.ts';

const answers = [7, 4, 9, 6, 3, 8, 7];
const poles = ['Sécurité 7', 'Frustration 4', 'Joie 9', 'Amour de soi 6', 'Malchance 3', 'Paix 8', 'Foi intérieure 7'];
const inWords = poles.map((answer) => `${answer} sur 10`).join(', ');
const many = 40;

/** Renders the screen for print: without bars and controls, in black. */
async function expectPaper(page: Page): Promise<void> {
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('banner')).toBeHidden();
  await expect(page.getByRole('navigation').filter({ visible: true })).toHaveCount(0);
  await expect(page.getByRole('contentinfo')).toBeHidden();
  // On a screen, markers are buttons and the day of a scan is a link; on paper they are the text.
  const controls = page
    .locator('main')
    .locator('button:not(:has([class*="disc"])), input, select, a[href]:not(article a)')
    .filter({ visible: true });
  await expect(controls).toHaveCount(0);
  for (const text of await page.locator('main :is(h1, h2, h3, p)').filter({ visible: true }).all())
    await expect(text).toHaveCSS('color', 'rgb(0, 0, 0)');
}

test('a result is printed with its petals and its answers as text @journey', async ({ page, w }) => {
  await takeScan(page, w, answers);
  await page.getByRole('button', { name: w.toNight }).click();
  await expectPaper(page);
  await expect(page.getByText(inWords)).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toContainText(/\d+ .* à /);
  const petal = page.locator('main svg [data-hue="red"] path').first();
  await expect(petal).toHaveAttribute('fill', /^url/);
});

test('the history is printed with the answers of each scan as text', async ({ page, newPersona }) => {
  const persona = await newPersona();
  await persona.saveScan(answers, new Date().toISOString());
  await persona.openInNewSession(page, '/history');
  await expect(page.getByRole('article')).toHaveCount(1);
  await expectPaper(page);
  await expect(page.getByText(inWords)).toBeVisible();
});

test('the statistics are printed with the answers of the selected scan', async ({ page, newPersona }) => {
  const persona = await newPersona();
  await persona.saveScan([5, 5, 5, 5, 5, 5, 5], new Date(Date.now() - 86_400_000).toISOString());
  await persona.saveScan(answers, new Date().toISOString());
  await persona.openInNewSession(page, '/statistics');
  await expect(page.getByRole('region', { name: /./ }).first()).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('banner')).toBeHidden();
  await expect(page.getByText(inWords)).toBeVisible();
});

test('all notes are printed in full, not only the rendered ones', async ({ page, newPersona }) => {
  const persona = await newPersona();
  const text = 'Une ligne, et puis une autre. '.repeat(30);
  await persona.tokens();
  for (let index = 0; index < many; index += 1) await storeNote(persona, { title: `Note ${index}`, text });
  await persona.openInNewSession(page, '/note');
  await expect(page.getByRole('article').first()).toBeVisible();
  expect(await page.getByRole('article').count()).toBeLessThan(many);
  await expectPaper(page);
  await expect(page.getByRole('article')).toHaveCount(many);
  await expect(page.getByText(text.trim())).toHaveCount(many);

  // A single note, from its menu; it is rendered before the print dialog opens.
  await page.emulateMedia({ media: 'screen' });
  await page.evaluate(() => {
    window.print = () => {
      document.body.dataset['printed'] = 'yes';
    };
  });
  await page.getByRole('button', { name: 'Options de la note Note 39, ' }).click();
  await page.getByRole('menuitem', { name: 'Imprimer', exact: true }).click();
  await expect(page.locator('body')).toHaveAttribute('data-printed', 'yes');
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('article').filter({ visible: true })).toHaveCount(1);
  await expect(page.getByRole('article').filter({ visible: true })).toContainText('Note 39');
});
