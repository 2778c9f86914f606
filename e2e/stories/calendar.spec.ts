import type { Page } from '@playwright/test';
import { expect, test } from '../support/fixtures.ts';
import { storeNote } from '../support/notes.ts';
import { overflowX } from '../support/page.ts';
import type { Persona } from '../support/persona.ts';

/** Expected French texts of the calendar, typed by hand. */
const s = {
  seeMonth: 'Voir le mois',
  list: 'Liste',
  calendar: 'Calendrier',
  month: 'Mois',
  year: 'Année',
  previousMonth: 'Mois précédent',
  day: 'Jour',
  twoScans: /^\S+ .*, 2 scans, le dernier.: L’aube$/,
  oneScan: /^\S+ .*, 1 scan, Le grand jour$/,
  rule: 'La fleur est celle du dernier scan du jour',
  dated: /^Daté du .*, marqué «.saisi le .*»\.$/,
  tooOld: 'On peut écrire jusqu’à 30 jours en arrière.',
  write: 'Écrire',
  addScan: 'Ajouter un scan',
  save: 'Enregistrer',
  saved: 'Note enregistrée.',
  empty: /^Rien ce mois-ci\. Le scan le plus proche est du /,
  goThere: 'Y aller',
  backToday: 'Revenir à aujourd’hui',
  table: 'Voir le tableau',
  together: 'Ensemble',
} as const;

/** An earlier day in the browser's time zone, in the format of date fields. */
function dayBack(days: number): string {
  return new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Paris' }).format(Date.now() - days * 86_400_000);
}
const recent = dayBack(3);
const old = dayBack(95);

/** Two scans and a note three days ago, and one scan three months before. */
async function fill(persona: Persona): Promise<void> {
  await persona.saveScan([10, 10, 9, 8, 10, 9, 10], `${old}T12:00:00.000Z`);
  await persona.saveScan([2, 3, 2, 4, 3, 5, 4], `${recent}T09:12:00.000Z`);
  await persona.saveScan([7, 4, 9, 6, 3, 8, 7], `${recent}T15:40:00.000Z`);
  await storeNote(persona, { title: 'Dire non', text: 'Sans m’excuser.', createdAt: `${recent}T15:52:00.000Z` });
}

const cell = (page: Page, day: string) => page.locator(`[data-day="${day}"]`);

/** Turns back to the month of a day. */
async function turnTo(page: Page, day: string): Promise<void> {
  for (let month = 0; month < 6 && !(await cell(page, day).isVisible()); month += 1)
    await page.getByRole('button', { name: s.previousMonth }).first().click();
  await expect(cell(page, day)).toBeVisible();
}

test('@phone a day is found by its look, read and added to, and a scan leads back to it @journey', async ({
  page,
  newPersona,
}) => {
  const persona = await newPersona();
  await fill(persona);
  // From Sunday evening to Tuesday it would look back on the week instead (lookback.spec.ts).
  await page.addInitScript(() => localStorage.setItem('nuances.todayWeek', 'off'));
  await persona.openInNewSession(page, '/dashboard');
  await page.getByRole('link', { name: s.seeMonth }).click();
  await expect(page.getByRole('grid')).toBeVisible();
  await turnTo(page, recent);
  expect(await overflowX(page)).toBe(0);
  await expect(cell(page, recent)).toHaveAccessibleName(s.twoScans);
  await expect(cell(page, recent)).toHaveText(String(Number(recent.slice(8))));
  await expect(cell(page, recent).locator('[data-count]')).toHaveAttribute('data-count', '2');
  await page.getByRole('button', { name: 'plusieurs scans' }).click();
  await expect(page.getByText(s.rule)).toBeVisible();

  // A sheet on a phone, a region beside the month on a desk.
  await cell(page, recent).click();
  const title = page.getByRole('heading', { level: 2, name: / \d/ }).last();
  const day = page.locator('dialog, section').filter({ has: title });
  const scans = day.getByRole('article', { name: /^Scan du/ });
  await expect(scans).toHaveCount(2);
  await expect(scans.first()).toHaveAccessibleName(/ L’aube$/);
  await expect(day.getByText('Sans m’excuser.')).toBeVisible();
  await expect(day.getByText(s.dated)).toBeVisible();
  await expect(day.getByRole('button', { name: s.addScan })).toBeVisible();

  const [, earlier] = (await persona.scans()).filter(({ createdAt }) => createdAt.startsWith(recent));
  await scans.last().getByRole('link').click();
  await expect(page).toHaveURL(new RegExp(`/history/${earlier?._id}$`));
  // The address changes before the page does; until then Back would close the day.
  await expect(page.getByRole('heading', { level: 1, name: /à 1[01]/ })).toBeFocused();
  await page.goBack();
  await expect(scans).toHaveCount(2);

  await day.getByRole('button', { name: s.write }).click();
  const editor = page.getByRole('dialog').filter({ has: page.getByRole('textbox') });
  await editor.getByRole('textbox').last().fill('Écrit trois jours plus tard.');
  await editor.getByRole('button', { name: s.save }).click();
  await expect(page.getByText(s.saved)).toBeVisible();
  await expect(day.getByRole('article', { name: 'Écrit trois jours plus tard.' })).toBeVisible();
  await expect(cell(page, recent)).toHaveCount(1);
});

test('the grid is gone through with keys; an empty month leads to the nearest scan, an old day takes nothing new', async ({
  page,
  openAsNew,
}) => {
  await openAsNew('/history', fill);
  await page.getByRole('radio', { name: s.calendar }).check();
  await turnTo(page, old);
  await cell(page, old).focus();
  await page.keyboard.press('PageDown');
  await expect(page.locator('[data-day]:focus')).toBeVisible();
  await expect(page.getByText(s.empty)).toBeVisible();
  await page.getByRole('button', { name: s.goThere }).click();
  await expect(cell(page, old)).toHaveAccessibleName(s.oneScan);
  await cell(page, old).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByText(s.tooOld)).toBeVisible();
  await expect(page.getByRole('button', { name: s.write })).toHaveCount(0);
  await page.getByRole('button', { name: s.backToday }).click();
  await expect(page.locator('[aria-current="date"]')).toBeVisible();
});

test('a year is read without colour, by slider, table and day, and is there again at the next visit', async ({
  page,
  openAsNew,
}) => {
  await openAsNew('/history', fill);
  await page.getByRole('radio', { name: s.calendar }).check();
  await page.getByRole('radio', { name: s.year }).check();
  const slider = page.getByRole('slider', { name: s.day });
  await expect(slider).toHaveAttribute('aria-valuetext', s.twoScans);
  await slider.focus();
  await page.keyboard.press('ArrowLeft');
  await expect(slider).toHaveAttribute('aria-valuetext', s.oneScan);
  await page.keyboard.press('PageUp');
  await expect(slider).toHaveAttribute('aria-valuetext', s.twoScans);
  await page.keyboard.press('Enter');
  const sheet = page.getByRole('dialog');
  await expect(sheet.getByRole('article', { name: /^Scan du/ })).toHaveCount(2);
  await page.keyboard.press('Escape');
  await expect(slider).toBeFocused();

  // The mean of 2 and 7 lies below the middle, that of 2 and 9 on it.
  await page.getByRole('button', { name: s.table }).click();
  const row = page.getByRole('row').filter({ has: page.getByRole('cell', { name: '4,5', exact: true }) });
  await expect(row.getByRole('cell').first()).toHaveText('4,5');
  await expect(row.getByRole('cell').nth(2)).toHaveText('5,5');
  await expect(page.getByRole('columnheader', { name: s.together })).toBeVisible();

  await page.reload();
  await expect(slider).toHaveAttribute('aria-valuetext', s.twoScans);
  await page.getByRole('radio', { name: s.list }).check();
  await page.reload();
  await expect(page.getByRole('article')).toHaveCount(3);
});
