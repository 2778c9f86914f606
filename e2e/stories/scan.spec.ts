import type { Page } from '@playwright/test';
import { expect, test } from '../support/fixtures.ts';
import { storeNote } from '../support/notes.ts';
import { overflowX } from '../support/page.ts';
import { takeScan } from '../support/quiz.ts';

/** Expected texts of the page of a scan, in French, typed by hand. */
const s = {
  part: 'Sécurité, 7 sur 10. Ouvrir la réflexion',
  options: 'Options de ce scan',
  copy: 'Copier en texte',
  copied: 'Scan copié.',
  delete: 'Supprimer',
  askDelete: 'Supprimer ce scan ?',
  deletedBack: 'Scan supprimé. Voici le précédent.',
  undo: 'Rétablir',
  previous: /^Scan précédent, /,
  next: /^Scan suivant, /,
  write: 'Écrire une note',
  newNote: 'Nouvelle note',
  linkedNotes: 'Notes liées',
  enteredLater: /^Saisi le \d/,
  missing: 'Ce scan n’est plus là.',
  notesStay: 'Ses notes restent.',
} as const;

const days = ['2026-01-05T12:00:00.000Z', '2026-01-06T12:00:00.000Z', '2026-01-07T12:00:00.000Z'] as const;

async function askToDelete(page: Page): Promise<void> {
  await page.getByRole('button', { name: s.options }).click();
  await page.getByRole('menuitem', { name: s.delete }).click();
  await page.getByRole('alertdialog', { name: s.askDelete }).getByRole('button', { name: s.delete }).click();
}

test('@phone an earlier scan opens from the history with all its data, and Back restores the scroll position @journey', async ({
  page,
  context,
  w,
  newPersona,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const persona = await newPersona();
  for (const day of days) await persona.saveScan([7, 4, 9, 6, 3, 8, 7], day);
  const [, middle] = await persona.scans();
  if (!middle) throw new Error('the scans were not stored');
  await storeNote(persona, { title: 'Le rire de Nadia', text: 'À la fin.', scanResultId: middle._id });
  await persona.openInNewSession(page, '/history');
  await expect(page.getByRole('article')).toHaveCount(3);
  const row = page.getByRole('article').nth(1).getByRole('link');
  await expect(row).toHaveAccessibleName(/^Ouvrir le scan du mardi 6 janvier/);
  await row.scrollIntoViewIfNeeded();
  const place = await page.evaluate(() => scrollY);
  await row.click();
  await expect(page).toHaveURL(new RegExp(`/history/${middle._id}$`));
  const title = page.getByRole('heading', { level: 1 });
  await expect(title).toHaveText(/^mardi 6 janvier.* à 13/);
  await expect(title).toBeFocused();
  // It was received long after its day.
  await expect(page.getByText(s.enteredLater).filter({ visible: true })).toHaveCount(1);
  await expect(title).toContainText(/, Saisi le \d/);
  expect(await overflowX(page)).toBe(0);

  // Seven parts are seven tab stops; the markers are text.
  await expect(page.getByRole('button', { name: /Ouvrir la réflexion$/ })).toHaveCount(7);
  await expect(page.getByRole('region', { name: w.scales }).getByRole('button')).toHaveCount(0);
  await page.getByRole('button', { name: s.part }).press('Enter');
  await expect(page.getByRole('dialog', { name: 'Sécurité' }).getByRole('listitem')).toHaveCount(3);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByRole('region', { name: s.linkedNotes }).getByRole('article')).toHaveCount(1);
  await page.getByRole('button', { name: s.write }).click();
  await expect(page.getByRole('dialog', { name: s.newNote })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);

  await page.getByRole('button', { name: s.options }).click();
  await page.getByRole('menuitem', { name: s.copy }).click();
  await expect(page.getByText(s.copied)).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain(
    'Sécurité 7 sur 10\nFrustration 4 sur 10',
  );

  // From scan to scan the focus stays on the link, for the arrow keys; the first and the last have one link only.
  await page.getByRole('link', { name: s.previous }).focus();
  await page.keyboard.press('ArrowLeft');
  await expect(title).toHaveText(/^lundi 5 janvier/);
  await expect(page.getByRole('link', { name: s.previous })).toHaveCount(0);
  await page.getByRole('link', { name: s.next }).click();
  await expect(title).toHaveText(/^mardi 6 janvier/);
  await page.getByRole('link', { name: s.next }).focus();
  await page.keyboard.press('ArrowRight');
  await expect(title).toHaveText(/^mercredi 7 janvier/);
  await expect(page.getByRole('link', { name: s.next })).toHaveCount(0);

  await page.getByRole('main').getByRole('link', { name: w.history, exact: true }).click();
  await expect(page).toHaveURL(/\/history$/);
  await expect(page.getByRole('article')).toHaveCount(3);
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(place);
});

test('a deleted scan can be restored for ten seconds, with its notes @journey', async ({ page, newPersona }) => {
  const persona = await newPersona();
  for (const day of days) await persona.saveScan([7, 4, 9, 6, 3, 8, 7], day);
  const [newest, middle] = await persona.scans();
  if (!newest || !middle) throw new Error('the scans were not stored');
  await storeNote(persona, { title: 'Le rire de Nadia', scanResultId: newest._id });
  await page.clock.install();
  await persona.openInNewSession(page, `/history/${newest._id}`);
  const title = page.getByRole('heading', { level: 1 });
  const notes = page.getByRole('region', { name: s.linkedNotes }).getByRole('article');
  await expect(notes).toHaveCount(1);
  await askToDelete(page);
  await expect(page.getByText(s.deletedBack)).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`/history/${middle._id}$`));
  await expect(page.getByRole('link', { name: s.next })).toHaveCount(0);
  await page.getByRole('button', { name: s.undo, exact: true }).click();
  await expect(title).toHaveText(/^mercredi 7 janvier/);
  await expect(notes).toHaveCount(1);
  await page.clock.runFor(11_000);
  expect(await persona.scans()).toHaveLength(3);

  // Without an undo it is deleted, also when the page is closed meanwhile.
  await askToDelete(page);
  await expect(title).toHaveText(/^mardi 6 janvier/);
  await page.clock.runFor(11_000);
  await expect.poll(async () => (await persona.scans()).length).toBe(2);
  await askToDelete(page);
  await expect(title).toHaveText(/^lundi 5 janvier/);
  await page.goto('/help');
  await page.clock.runFor(11_000);
  await expect.poll(async () => (await persona.scans()).length).toBe(1);
});

test('an unknown scan redirects to the history with a message; a visitor’s opens as the result', async ({
  page,
  w,
  newPersona,
}) => {
  await takeScan(page, w, [7, 4, 9, 6, 3, 8, 7]);
  const own = await page.evaluate(() => localStorage.getItem('scanIdentity'));
  const { id } = JSON.parse(own ?? '{}') as { id: string };
  await page.goto(`/history/${id}`);
  await expect(page).toHaveURL(/\/result$/);

  const [persona, other] = [await newPersona(), await newPersona()];
  await persona.saveScans(1);
  await other.saveScans(1);
  const [foreign] = await other.scans();
  for (const missing of [foreign?._id, 'nothing']) {
    await persona.openInNewSession(page, `/history/${missing}`);
    await expect(page).toHaveURL(/\/history$/);
    await expect(page.getByText(s.missing)).toContainText(s.notesStay);
    await expect(page.getByRole('article')).toHaveCount(1);
  }
});

test('a press on a point of the chart opens that very scan, and Back returns to it in the chart', async ({
  page,
  newPersona,
}) => {
  const persona = await newPersona();
  await persona.saveScans(6);
  const scans = (await persona.scans()).toSorted((a, b) => a.createdAt.localeCompare(b.createdAt));
  await persona.openInSharedSession(page, '/statistics?view=line');
  const slider = page
    .getByRole('main')
    .getByRole('slider', { name: /Lecture|Scan/ })
    .first();
  const ground = page
    .getByRole('img', { name: /^Sept courbes/ })
    .locator('rect')
    .last();
  const link = page
    .getByRole('main')
    .getByRole('link', { name: /^Ouvrir/ })
    .first();
  const box = await ground.boundingBox();
  if (!box) throw new Error('the chart is drawn');
  // The first axis of the third of six scans; answers from 1 at the lower edge to 10 at the upper one.
  const scan = scans[2];
  const answer = scan?.answers[0] ?? 0;
  const point = { x: (box.width * 2) / 5, y: box.height * (1 - (answer - 1) / 9) };
  await expect(slider).toBeVisible();
  // A slow device draws the choice only after the navigation has begun.
  const client = await page.context().newCDPSession(page);
  await client.send('Emulation.setCPUThrottlingRate', { rate: 20 });
  await ground.click({ position: point });
  await expect(page).toHaveURL(new RegExp(`/history/${scan?._id}$`));
  await client.send('Emulation.setCPUThrottlingRate', { rate: 1 });
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL(/\/statistics\?view=line$/);
  await expect(link).toHaveAttribute('href', `/history/${scan?._id}`);

  // Between two points a press only moves the cursor.
  await ground.click({ position: { x: 4, y: 4 } });
  await expect(link).toHaveAttribute('href', `/history/${scans[0]?._id}`);
  await expect(page).toHaveURL(/\/statistics\?view=line$/);
});

test('a swipe turns to the next scan, but not below a question: the scan that was asked about is deleted @phone-only', async ({
  page,
  newPersona,
}) => {
  const persona = await newPersona();
  for (const day of days) await persona.saveScan([7, 4, 9, 6, 3, 8, 7], day);
  const [, middle, first] = await persona.scans();
  if (!middle || !first) throw new Error('the scans were not stored');
  await persona.openInNewSession(page, `/history/${first._id}`);
  const touch = await page.context().newCDPSession(page);
  const swipeLeft = async () => {
    await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x: 300, y: 400 }] });
    await touch.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: [{ x: 100, y: 402 }] });
    await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  };
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^lundi 5 janvier/);
  await swipeLeft();
  await expect(page).toHaveURL(new RegExp(`/history/${middle._id}$`));
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^mardi 6 janvier/);
  await page.getByRole('button', { name: s.options }).click();
  await page.getByRole('menuitem', { name: s.delete }).click();
  const question = page.getByRole('alertdialog', { name: s.askDelete });
  await expect(question).toBeVisible();
  await swipeLeft();
  await question.getByRole('button', { name: s.delete }).click();
  await expect(page.getByText(s.deletedBack)).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^lundi 5 janvier/);
});
