import type { Locator, Page } from '@playwright/test';
import { expect, test } from '../support/fixtures.ts';
import { overflowX } from '../support/page.ts';
import type { Persona } from '../support/persona.ts';
import { fillIn } from '../support/quiz.ts';

/** Expected texts in French, typed by hand. */
const s = {
  addScan: 'Ajouter un scan',
  previousMonth: 'Mois précédent',
  title: 'Pour quel moment\u202F?',
  start: 'Commencer',
  hour: 'Heure',
  future: 'Cette heure n’est pas encore venue.',
  entered: /^Saisi le \d/,
} as const;

const dayMs = 86_400_000;
/** A day in the browser's time zone, `YYYY-MM-DD`. */
const dayBack = (days: number, from = Date.now()) =>
  new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Paris' }).format(from - days * dayMs);

/** Opens the moments of a day of the calendar. */
async function openMoments(page: Page, day: string) {
  await page.goto('/history?view=month');
  await expect(page.getByRole('grid')).toBeVisible();
  const cell = page.locator(`[data-day="${day}"]`);
  if (!(await cell.isVisible())) await page.getByRole('button', { name: s.previousMonth }).first().click();
  await cell.click();
  await page.getByRole('button', { name: s.addScan }).click();
  const sheet = page.getByRole('dialog', { name: s.title });
  await expect(sheet.getByRole('radio')).toHaveCount(6);
  return sheet;
}

async function newest(persona: Persona): Promise<unknown> {
  const own = await persona.callAsUser('GET', '/api/results/own');
  return Array.isArray(own) ? own.at(-1) : undefined;
}

/** Every time of day that the page shows, but the clock of a field. */
const hours = (page: Page) => page.getByRole('main').getByText(/\d\s?h\s?\d\d|\d:\d\d/);

const choices = [
  { name: 'Le matin', time: '09:00', moment: 'part', said: 'le matin' },
  { name: 'À midi', time: '12:30', moment: 'part', said: 'à midi' },
  { name: 'Le soir', time: '20:00', moment: 'part', said: 'le soir' },
  { name: 'La nuit', time: '23:30', moment: 'part', said: 'la nuit' },
  { name: 'Je ne sais plus', time: '12:00', moment: 'day', said: null },
] as const;

test('@phone-only behind the moments the page is dark, once, although their sheet is inside of the day’s', async ({
  page,
  openAsNew,
}) => {
  await openAsNew('/dashboard', (persona) => persona.saveScan([5, 5, 5, 5, 5, 5, 5]));
  const sheet = await openMoments(page, dayBack(3));
  const none = 'rgba(0, 0, 0, 0)';
  const scrimOf = (dialog: Locator) => dialog.locator('> [role="presentation"]');
  await expect(scrimOf(sheet)).not.toHaveCSS('background-color', none);
  const day = page.locator('dialog:has(dialog)');
  await expect(scrimOf(day)).toHaveCSS('background-color', none);
  await page.keyboard.press('Escape');
  await expect(sheet).toHaveCount(0);
  await expect(scrimOf(page.getByRole('dialog'))).not.toHaveCSS('background-color', none);
});

for (const { name, time, moment, said } of choices)
  test(`@phone another day, ${name}: what was not given is shown nowhere`, async ({ page, w, openAsNew }) => {
    const persona = await openAsNew('/dashboard', (fresh) => fresh.saveScan([5, 5, 5, 5, 5, 5, 5]));
    const day = dayBack(3);
    const sheet = await openMoments(page, day);
    const start = sheet.getByRole('button', { name: s.start });
    await expect(start).toBeDisabled();
    await sheet.getByRole('radio', { name }).check();
    expect(await overflowX(page)).toBe(0);
    await start.click();
    await expect(page.getByText(/^ce jour-là · /)).toBeVisible();
    await fillIn(page, w, [4, 5, 6, 7, 8, 9, 3]);
    await expect(page.getByText(/^ce jour-là · /)).toBeVisible();
    await page.getByRole('button', { name: w.finish, exact: true }).click();
    await expect(page).toHaveURL(/\/result$/);
    const title = page.getByRole('heading', { level: 1, name: /Saisi le/ });
    await expect(title).toHaveText(
      said === null ? /\d(?:er)? [a-zéû]+(?: \d{4})?, Saisi le \d/ : new RegExp(`, ${said}, Saisi le \\d`),
    );
    await expect(page.getByText(s.entered).filter({ visible: true })).toBeVisible();
    await expect(hours(page)).toHaveCount(0);
    const at = (offset: string) => new Date(`${day}T${time}${offset}`).toISOString();
    await expect.poll(() => newest(persona)).toMatchObject({ moment, kept: [] });
    expect([at('+01:00'), at('+02:00')]).toContain(Reflect.get(Object(await newest(persona)), 'createdAt'));
    await page.getByRole('link', { name: 'Voir l’historique' }).click();
    await page.getByRole('radio', { name: 'Liste' }).check();
    const row = page.getByRole('article').last();
    await expect(row.getByText(/\d\s?h\s?\d\d/)).toHaveCount(0);
    await row.getByRole('link').first().click();
    await expect(page.getByText(s.entered).filter({ visible: true }).first()).toBeVisible();
    const heading = page.getByRole('heading', { level: 1, name: /Saisi le/ });
    await expect(heading).not.toHaveText(/\d\s?h\s?\d\d/);
  });

test('an hour, by keyboard; Escape returns to the day; a time ahead is told', async ({ page, openAsNew }) => {
  await openAsNew('/dashboard', (persona) => persona.saveScan([5, 5, 5, 5, 5, 5, 5]));
  const day = dayBack(2);
  const sheet = await openMoments(page, day);
  await sheet.getByRole('radio', { name: 'Le matin' }).focus();
  await page.keyboard.press('Space');
  await page.keyboard.press('ArrowDown');
  await expect(sheet.getByRole('radio', { name: 'À midi' })).toBeChecked();
  await page.keyboard.press('Escape');
  await expect(sheet).toHaveCount(0);
  await expect(page.getByRole('button', { name: s.addScan })).toBeFocused();
  await page.keyboard.press('Enter');
  await sheet.getByLabel(s.hour, { exact: true }).fill('07:05');
  await expect(sheet.getByRole('radio', { name: 'À une heure précise' })).toBeChecked();
  // The clock of the device is set back to that morning.
  await page.evaluate((now) => Object.assign(Date, { now: () => now }), Date.parse(`${day}T05:00:00+01:00`));
  await sheet.getByLabel(s.hour, { exact: true }).fill('21:40');
  await expect(sheet.getByRole('alert').first()).toHaveText(s.future);
  await expect(sheet.getByRole('button', { name: s.start })).toBeDisabled();
  await sheet.getByLabel(s.hour, { exact: true }).fill('00:40');
  await expect(sheet.getByRole('alert').first()).toBeEmpty();
  await sheet.getByRole('button', { name: s.start }).click();
  await expect(page).toHaveURL(new RegExp(`/bodyscan\\?day=${day}&moment=`));
});
