import type { Page } from '@playwright/test';
import { join } from 'node:path';
import { deviceContents } from '../support/device.ts';
import { expect, test } from '../support/fixtures.ts';
import { live, weekOf } from '../support/life.ts';
import { setClock } from '../support/lookback.ts';
import type { Persona } from '../support/persona.ts';
import { fillIn } from '../support/quiz.ts';
import { giveVault, openVaultOn, recordWire, storedRows, type StoryVault } from '../support/vault.ts';

/** Expected texts in French, typed by hand. */
const s = {
  today: 'Entre la tristesse et la joie, c’est ce qui a le plus bougé : 3 lundi, 8 dimanche.',
  moved: 'A le plus bougé Entre la tristesse et la joie : 3 lundi, 8 dimanche.',
  wide: 'La fleur la plus contrastée Jeudi : malchance 3, paix 8.',
  monthAgo: 'Il y a un mois · 23 octobre Ce que la pluie a changé',
  lowest: /(?:au plus bas 3 le 16|entre 3 \(16)\snov\./,
  kept: '6 réponses reprises de la dernière fois',
  joy: 'Tristesse – Joie, 8, comme la dernière fois. Changer',
} as const;

const words = ['insomnie', 'canal', 'Zénobie'];
const week = weekOf(words);
/** What must never be readable on the wire or on the device, in any form. */
const known = [
  ...words,
  ...week.notes.map(({ title }) => title),
  'une réunion de plus',
  'Trois poires',
  '"answers":[',
  '5,4,3,6,4,6,5',
];
const found = (text: string) => known.filter((word) => text.includes(word));

async function openWeek(page: Page, persona: Persona, at = '2026-11-22T18:40:00'): Promise<StoryVault> {
  const vault = await giveVault(persona);
  await live(persona, week, vault);
  await setClock(page, at);
  await openVaultOn(page, persona, vault);
  return vault;
}

/** All that a person is shown of a week: Today, week, month, calendar, list, statistics. */
async function looksBack(page: Page): Promise<void> {
  const main = page.getByRole('main');
  const block = page.getByRole('region', { name: 'Votre semaine' });
  await expect(block.getByText(s.today)).toBeVisible();
  await block.getByRole('link', { name: 'Ouvrir la semaine' }).click();
  for (const text of [s.moved, s.wide]) await expect(main.getByText(text, { exact: true })).toBeVisible();
  for (const word of words) await expect(main.getByRole('link', { name: word, exact: true })).toBeVisible();
  await expect(main.getByText('Dire non sans m’excuser')).toBeVisible();
  await expect(main.getByRole('link', { name: s.monthAgo })).toBeVisible();
  await main.getByRole('link', { name: 'canal', exact: true }).click();
  await expect(page.getByRole('article')).toHaveCount(2);
  await page.goto('/history/month/2026-11');
  await expect(main.getByRole('list').first().getByRole('link')).toHaveCount(5);
  await page.goto('/history?view=month');
  await page
    .getByRole('gridcell')
    .getByRole('button', { name: /^lundi 16 novembre/ })
    .click();
  await expect(page.getByRole('button', { name: 'Ajouter un scan' })).toBeVisible();
  await page.goto('/statistics');
  await page.getByRole('radio', { name: 'Courbes' }).check();
  await expect(main.getByText(s.lowest).first()).toBeVisible();
}

test.slow();
test.beforeEach(({ pageErrors }) => pageErrors.allowFailedRequests());

test('@phone with a vault: week, month, calendar and statistics are made on the device, and nothing of them is sent @journey', async ({
  page,
  newPersona,
}) => {
  const wire = recordWire(page);
  await openWeek(page, await newPersona());
  await looksBack(page);
  const [sent, kept] = [await wire(), await deviceContents(page)];
  expect(found(sent), 'the wire').toEqual([]);
  expect(found(kept), 'the device').toEqual([]);
  // Control: the recording has the envelopes.
  expect(sent).toContain('v2.');
});

test('@phone with a vault: ten seconds, another day, one minute, and the reminder', async ({ page, w, newPersona }) => {
  const persona = await newPersona();
  const wire = recordWire(page);
  const vault = await openWeek(page, persona, '2026-11-24T18:40:00');
  const opened = async () =>
    (await storedRows(persona)).scans.map(({ _id, sealed, answers }) => {
      expect(answers).toBeNull();
      return JSON.parse(vault.open({ content: 'scan|content', label: 'scans', itemId: _id }, sealed ?? '')) as unknown;
    });

  await page.getByRole('main').getByRole('link', { name: 'Comme la dernière fois, sauf…' }).click();
  await page.getByRole('button', { name: s.joy }).click();
  await page.getByRole('radio', { name: /^6 sur 10/ }).click();
  await page.getByRole('button', { name: w.finish, exact: true }).click();
  await expect(page.getByText(s.kept)).toBeVisible();
  const quick = { answers: [7, 5, 6, 7, 5, 7, 7], kept: [0, 1, 3, 4, 5, 6], moment: 'exact' };
  await expect.poll(opened).toContainEqual(expect.objectContaining(quick));

  await page.goto('/history?view=month');
  await page
    .getByRole('gridcell')
    .getByRole('button', { name: /^mercredi 18 novembre/ })
    .click();
  await page.getByRole('button', { name: 'Ajouter un scan' }).click();
  await page.getByRole('radio', { name: 'Le soir' }).check();
  await page.getByRole('button', { name: 'Commencer' }).click();
  await expect(page.getByText(/^ce jour-là · /)).toBeVisible();
  await fillIn(page, w, [4, 5, 6, 7, 8, 9, 3]);
  await page.getByRole('button', { name: w.finish, exact: true }).click();
  await expect(page.getByText(/^Saisi le \d/).filter({ visible: true })).toBeVisible();
  await expect
    .poll(opened)
    .toContainEqual(expect.objectContaining({ answers: [4, 5, 6, 7, 8, 9, 3], kept: [], moment: 'part' }));

  await page.goto('/minute');
  await expect(page.getByRole('heading', { level: 1, name: 'Une minute' })).toBeVisible();
  await page.goto('/profile/reminder');
  await expect(page.getByRole('switch', { name: 'Me rappeler' })).toBeVisible();
  const sent = await wire();
  expect([...found(sent), ...['7,5,6,7,5,7,7', '4,5,6,7,8,9,3'].filter((text) => sent.includes(text))]).toEqual([]);
});

test('with a vault: search, consultation page, booklet, another journal and the patterns', async ({
  page,
  newPersona,
}) => {
  const persona = await newPersona();
  const wire = recordWire(page);
  await openWeek(page, persona, '2026-11-24T18:40:00');
  const main = page.getByRole('main');
  await page.goto('/note');
  await page.getByRole('searchbox').fill('canal');
  await expect(page.locator('mark')).toHaveText('canal');

  await page.goto('/statistics/consultation');
  await expect(main.getByRole('table')).toBeAttached();
  await expect(page.getByText(/^5 scans sur 5 jours/).first()).toBeAttached();
  await page.goto('/statistics/insights');
  await expect(page.getByText('Vous en avez 5.', { exact: false })).toBeVisible();

  await page.goto('/profile/booklet');
  await page.getByRole('radio', { name: 'Tout', exact: true }).check({ force: true });
  await page.getByRole('button', { name: 'Préparer le carnet' }).click();
  await expect(page.getByRole('article').getByText('une réunion de plus', { exact: false })).toBeVisible();
  await expect(page.getByRole('article').getByText('insomnie').first()).toBeVisible();

  await page.goto('/profile/import');
  const section = page.getByRole('region', { name: 'Apporter un autre journal' });
  const journal = join(import.meta.dirname, '../../apps/web/src/archive/journal/fixtures/daylio-fr.csv');
  await section.locator('input[type=file]').setInputFiles(journal);
  await section.getByRole('button', { name: 'Ajouter', exact: true }).click();
  await expect(section.getByText(/0 scan et 2 notes ajoutés\. 3 humeurs .+ ajoutées\.$/)).toBeVisible();
  await page.goto('/note');
  await expect(page.getByText('Trois poires', { exact: false })).toBeVisible();
  const { notes } = await storedRows(persona);
  expect(notes.map(({ sealed }) => sealed?.slice(0, 3))).toEqual(Array.from({ length: 4 }, () => 'v2.'));
  const [sent, kept] = [await wire(), await deviceContents(page)];
  expect(found(sent), 'the wire').toEqual([]);
  expect(found(kept), 'the device').toEqual([]);
});

/** Screens that show something of a person. */
const screens = [
  ...['/dashboard', '/history', '/history?view=month', '/history/week/2026-W47', '/history/month/2026-11', '/note'],
  ...['/statistics', '/statistics/insights', '/statistics/consultation', '/bodyscan/again', '/profile'],
  ...['/profile/booklet', '/profile/export', '/profile/reminder', '/profile/import'],
];

test('a locked vault shows nothing on any screen', async ({ page, newPersona }) => {
  await openWeek(page, await newPersona());
  await page.goto('/history/week/2026-W47');
  await expect(page.getByText(s.wide, { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Verrouiller', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Verrouillé' })).toBeVisible();
  for (const path of screens) {
    await page.goto(path);
    await expect(page.getByLabel('Phrase secrète', { exact: true })).toBeVisible();
    const shown = await page.evaluate(() => document.documentElement.outerHTML);
    expect([path, ...found(shown), ...(/ joie|sur 10|\d scans?\b/.exec(shown) ?? [])]).toEqual([path]);
  }
});
