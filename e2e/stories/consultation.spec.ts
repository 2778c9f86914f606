import type { Page } from '@playwright/test';
import { extractText, getDocumentProxy } from 'unpdf';
import { openConsultation } from '../support/consultation.ts';
import { expect, test } from '../support/fixtures.ts';
import { storeNote } from '../support/notes.ts';

const t = {
  print: 'Imprimer ou PDF',
  all: 'Tout',
  lines: 'Laisser des lignes pour écrire',
  say: 'Ce que j’aimerais aborder',
  notes: 'Choisir des notes',
  noNotes: 'Aucune note dans cette période.',
  few: 'Deux scans suffisent pour préparer une page.',
  usual: /^(.+)\u00A0: le plus souvent entre (\d+) et (\d+), moyenne (\d+,\d)$/,
} as const;

async function printed(page: Page): Promise<{ readonly pages: number; readonly text: string }> {
  const pdf = await getDocumentProxy(new Uint8Array(await page.pdf({ preferCSSPageSize: true })));
  const { text } = await extractText(pdf, { mergePages: true });
  return { pages: pdf.numPages, text: text.replaceAll(/\s+/gu, ' ') };
}

test('the page for a consultation has the figures of the statistics, and is made offline @journey', async ({
  page,
  context,
  pageErrors,
  account,
}) => {
  // The printed page is shown again, which asks for the notes in vain.
  pageErrors.allowFailedRequests();
  const persona = await account('empty');
  await openConsultation({ page, persona }, 120);
  await page.getByRole('radio', { name: t.all, exact: true }).check({ force: true });
  const table = page.getByRole('main').getByRole('table');
  await expect(
    page.getByRole('paragraph').filter({ hasText: '120 scans sur 120 jours, pour 120 jours' }),
  ).toBeAttached();
  await context.setOffline(true);
  const file = await printed(page);
  expect(file).toMatchObject({ pages: 1 });
  expect(file.text).toContain(t.say);
  // The preview has the same text as the file, row by row.
  for (const cells of await table.getByRole('row').all()) {
    const [head = '', , mean = '', usual = ''] = await cells
      .getByRole('cell')
      .or(cells.getByRole('rowheader'))
      .allTextContents();
    expect(file.text).toContain(`${head} ${mean} ${usual}`.trim());
  }
  await page.getByRole('checkbox', { name: t.lines }).uncheck();
  expect((await printed(page)).text).not.toContain(t.say);
  await context.setOffline(false);

  // The small line is told as the statistics tell it: first, last, lowest and highest mean, with their weeks.
  const drawn = table.getByRole('img', { name: /^Par semaine, de \d,\d à \d,\d.*\(semaine du .*\(semaine du / });
  await expect(drawn).toHaveCount(7);

  // The values that the statistics show for the same scans.
  await page.goto('/statistics/insights');
  const rows = page.getByText(t.usual);
  await expect(rows).toHaveCount(7);
  for (const row of await rows.allTextContents()) {
    const [, pole, low, high, mean] = t.usual.exec(row) ?? [];
    expect(file.text).toMatch(new RegExp(`${pole} (?:\\S+ )*?${mean} ${low} – ${high} `));
  }
});

test('a page names the notes that were ticked, by their titles, and nothing of the others', async ({
  page,
  newPersona,
}) => {
  const persona = await newPersona();
  await persona.saveScan([7, 4, 9, 6, 3, 8, 7]);
  await persona.saveScan([5, 5, 5, 5, 5, 5, 5]);
  await storeNote(persona, { title: 'Dire non', text: 'Un texte pour moi seule.' });
  await storeNote(persona, { title: 'Budget', text: 'Un autre texte.' });
  await persona.openInSharedSession(page, '/statistics/consultation');
  const ticked = page.getByRole('checkbox', { name: /^Dire non/ });
  await expect(ticked).not.toBeChecked();
  await expect(page.getByRole('main').getByRole('table')).toBeAttached();
  const before = await printed(page);
  expect(before.text).not.toContain('Dire non');
  await ticked.check();
  // A title in Hebrew would not draw the date to its side.
  await expect(page.getByRole('listitem').locator('bdi')).toHaveText('Dire non');
  const { text } = await printed(page);
  expect(text).toContain('· Dire non');
  expect(text).not.toMatch(/Budget|texte/);
});

test('notes that could not be loaded are said to be missing', async ({ page, pageErrors, account }) => {
  pageErrors.allowFailedRequests();
  await page.route(/notes\.hash/, (route) => route.fulfill({ status: 500, json: {} }));
  await openConsultation({ page, persona: await account('empty') }, 2);
  const choice = page.getByRole('group', { name: t.notes });
  const retry = choice.getByRole('button', { name: 'Réessayer' });
  await expect(retry).toBeVisible();
  await expect(choice.getByText(t.noNotes)).toHaveCount(0);
  await page.unroute(/notes\.hash/);
  await retry.click();
  await expect(choice.getByText(t.noNotes)).toBeVisible();
});

test('a page needs two scans', async ({ page, account }) => {
  await openConsultation({ page, persona: await account('empty') }, 1);
  await expect(page.getByText(t.few).filter({ visible: true })).toBeVisible();
  await expect(page.getByRole('button', { name: t.print })).toHaveAttribute('aria-disabled', 'true');
});

test('the page is printed on one sheet of A4, without the rest of the screen', async ({ page, account }) => {
  await openConsultation({ page, persona: await account('empty') }, 120);
  const pdf = await getDocumentProxy(new Uint8Array(await page.pdf({ preferCSSPageSize: true })));
  expect(pdf.numPages).toBe(1);
  const [, , width, height] = (await pdf.getPage(1)).view;
  expect([Math.round(width ?? 0), Math.round(height ?? 0)]).toEqual([595, 842]);
  const { text } = await extractText(pdf, { mergePages: true });
  expect(text).toContain(t.say);
  expect(text).not.toContain(t.print);
});
