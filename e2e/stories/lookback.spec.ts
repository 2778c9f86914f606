import { randomUUID } from 'node:crypto';
import { waitUntilMemberFilesAreFetched } from '../support/device.ts';
import { expect, test } from '../support/fixtures.ts';
import { mondayScans } from '../support/insights.ts';
import { saveWeek, saveWordedScan, setClock } from '../support/lookback.ts';
import { storeNote } from '../support/notes.ts';
import { overflowX } from '../support/page.ts';
import { paperText } from '../support/paper.ts';

/** Expected texts in French, typed by hand. */
const s = {
  seven: 'Ces sept jours',
  week: 'Votre semaine',
  month: 'Votre mois',
  heading: 'Votre semaine du 16 au 22 novembre',
  moved: 'A le plus bougé Entre la tristesse et la joie : 3 lundi, 8 dimanche.',
  steady: 'A le moins bougé Entre la frustration et la plénitude : de 4 à 5.',
  wide: 'La fleur la plus contrastée Jeudi : malchance 3, paix 8.',
  movedMonth: 'A le plus bougé Entre la tristesse et la joie : 3 le 16, 8 le 22.',
  today: 'Entre la tristesse et la joie, c’est ce qui a le plus bougé : 3 lundi, 8 dimanche.',
  open: 'Ouvrir la semaine',
  close: 'Fermer ce retour',
  undo: 'Rétablir',
  setting: 'Montrer la semaine sur Aujourd’hui',
  note: 'Cette semaine · vendredi Dire non sans m’excuser',
  monthAgo: 'Il y a un mois · 23 octobre Ce que la pluie a changé',
  previous: 'Semaine précédente, 9 – 15 nov.',
  menu: 'Options de ce retour',
  none: 'Pas de fleur ici. Une semaine n’en a pas besoin.',
  noneNotes: 'Pas de fleur ici. Une semaine n’en a pas besoin. Vos notes sont là.',
  still: 'Rien n’a bougé d’un scan à l’autre.',
} as const;

test('@phone Today looks back on the week, its page says what moved, and nothing of it is sent @journey', async ({
  page,
  newPersona,
}, info) => {
  const persona = await newPersona();
  const word = `mot ${randomUUID().slice(0, 8)}`;
  await saveWeek(persona, ['travail', 'marche', word]);
  const sent: string[] = [];
  page.on('request', (request) => sent.push(`${request.url()} ${request.postData() ?? ''}`));
  await setClock(page, '2026-11-22T18:40:00');
  await persona.openInNewSession(page, '/dashboard');
  const block = page.getByRole('region', { name: s.week });
  await expect(block.getByRole('listitem')).toHaveCount(7);
  await expect(block.getByRole('link', { name: /, 1 scan$/ })).toHaveCount(5);
  await expect(block.getByText(s.today)).toBeVisible();
  await expect(page.getByRole('region', { name: s.seven })).toHaveCount(0);

  await block.getByRole('link', { name: s.open }).click();
  await expect(page).toHaveURL(/\/history\/week\/2026-W47$/);
  await expect(page).toHaveTitle(/Votre semaine/);
  await expect(page.getByRole('heading', { level: 1, name: s.heading })).toBeFocused();
  const main = page.getByRole('main');
  for (const text of [s.moved, s.steady, s.wide]) await expect(main.getByText(text, { exact: true })).toBeVisible();
  await expect(main.getByRole('listitem').filter({ hasText: 'dim' }).locator('[aria-current="date"]')).toBeVisible();
  // With much room the note of the week is a card.
  if (info.project.name === 'phone') await expect(main.getByRole('link', { name: s.note })).toBeVisible();
  else await expect(main.getByRole('article')).toContainText('Dire non sans m’excuser');
  await expect(main.getByRole('link', { name: s.monthAgo })).toBeVisible();
  await expect(main.getByRole('link', { name: /^Semaine suivante/ }), 'none ahead').toHaveCount(0);
  expect(await overflowX(page)).toBe(0);
  await page.setViewportSize({ width: 320, height: 640 });
  expect(await overflowX(page)).toBe(0);
  await page.setViewportSize({ width: 390, height: 844 });

  // Week after week, and Back still leads to Today.
  await main.getByRole('link', { name: s.previous }).press('Enter');
  await expect(page).toHaveURL(/\/history\/week\/2026-W46$/);
  await expect(main.getByText(s.none)).toBeVisible();
  await main.getByRole('link', { name: 'Semaine suivante, 16 – 22 nov.' }).press('Enter');
  await expect(main.getByText(s.wide)).toBeVisible();
  // The link to the next week is gone, and the focus is not.
  await expect(page.getByRole('heading', { level: 1, name: s.heading })).toBeFocused();
  await page.goBack();
  await expect(block).toBeVisible();
  await page.goForward();
  await main.getByRole('link', { name: 'Voir novembre' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Votre mois Novembre' })).toBeFocused();
  await expect(main.getByText(s.movedMonth)).toBeVisible();
  await expect(main.getByRole('list').first().getByRole('link')).toHaveCount(5);
  await expect(main.getByRole('link', { name: 'Mois précédent, octobre' })).toBeVisible();
  await page.goBack();

  // A word leads to its scans, and its filter is in no address.
  await main.getByRole('list', { name: 'Vos mots' }).getByRole('link', { name: word }).click();
  await expect(page).toHaveURL(/\/history\?view=list$/);
  await expect(page.getByRole('combobox', { name: 'Mes mots' })).toHaveValue(word);
  await expect(main.getByText(/vendredi 20 novembre/).first()).toBeVisible();
  await expect(main.getByText(/dimanche 22 novembre/)).toHaveCount(0);
  await page.goBack();
  await main.getByRole('link', { name: s.monthAgo }).click();
  await expect(page).toHaveURL(/\/note\?edit=/);
  expect(sent.length).toBeGreaterThan(5);
  const tellsOfIt = (one: string) => /2026-W|lookback|week|semaine/.test(one.replace(/\/assets\/\S*/, ''));
  expect(sent.filter((one) => one.includes(word) || tellsOfIt(one))).toEqual([]);
});

test('@phone the week is on Today from Sunday 17:00 to Tuesday, until it is closed, and never when switched off', async ({
  page,
  newPersona,
}) => {
  const persona = await newPersona();
  await saveWeek(persona);
  const week = page.getByRole('region', { name: s.week });
  const seven = page.getByRole('region', { name: s.seven });
  /** The clock goes on while the page is open. */
  const later = async (local: string) => {
    await setClock(page, local);
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  };
  await setClock(page, '2026-11-22T16:59:59');
  await persona.openInNewSession(page, '/dashboard');
  await expect(seven).toBeVisible();
  await later('2026-11-22T17:00:00');
  await expect(week).toBeVisible();
  await later('2026-11-24T23:59:59');
  await expect(week).toBeVisible();
  await later('2026-11-25T00:00:00');
  await expect(seven).toBeVisible();
  await expect(week).toHaveCount(0);

  await later('2026-11-23T09:00:00');
  await week.getByRole('button', { name: s.close }).press('Enter');
  await expect(seven).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await page.getByRole('button', { name: s.undo, exact: true }).press('Enter');
  await expect(week).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await week.getByRole('button', { name: s.close }).click();
  await page.reload();
  await expect(seven).toBeVisible();
  await expect(week).toHaveCount(0);

  // Another week is not closed with it; a week without a scan has nothing to look back on.
  await later('2026-11-29T18:00:00');
  await expect(seven).toBeVisible();
  await saveWordedScan(persona, [5, 5, 5, 5, 5, 5, 5], '2026-11-24');
  await page.reload();
  await expect(week.getByText('Une fleur, mardi.')).toBeVisible();
  await page.goto('/profile/today');
  await page.getByRole('switch', { name: s.setting }).uncheck();
  await page.goto('/dashboard');
  await expect(seven).toBeVisible();
  await page.goto('/profile/today');
  await page.getByRole('switch', { name: s.setting }).check();
  await page.goto('/dashboard');
  await expect(week).toBeVisible();
});

test('@phone weeks with one scan, none, or no movement, and notes that cannot be read', async ({
  page,
  newPersona,
}) => {
  const persona = await newPersona();
  const main = page.getByRole('main');
  for (const day of ['2026-11-10', '2026-11-12']) await saveWordedScan(persona, [7, 4, 9, 6, 3, 8, 7], day);
  await saveWordedScan(persona, [7, 4, 9, 6, 3, 8, 7], '2026-11-19', ['marche']);
  await storeNote(persona, {
    title: 'Illisible',
    sealed: Buffer.alloc(60).toString('base64'),
    createdAt: '2026-11-19T12:00:00.000Z',
  });
  await storeNote(persona, {
    text: 'Sans titre, elle commence par ses premiers mots à elle.',
    createdAt: '2026-11-03T12:00:00.000Z',
  });
  await setClock(page, '2026-11-20T09:00:00');
  await persona.openInNewSession(page, '/history/week/2026-W47');
  await expect(main.getByText('Une fleur, jeudi.')).toBeVisible();
  await expect(main.getByRole('link', { name: 'jeu. 19 novembre, 1 scan' })).toBeVisible();
  await expect(main.getByRole('link', { name: 'marche' })).toBeVisible();
  await expect(main.getByText('A le plus bougé')).toHaveCount(0);
  await expect(main.getByText(/Cette semaine|illisible/i), 'a locked note').toHaveCount(0);

  await main.getByRole('link', { name: /^Semaine précédente/ }).click();
  await expect(main.getByText(s.still)).toBeVisible();
  await expect(main.getByRole('listitem')).toHaveCount(7);
  await main.getByRole('link', { name: /^Semaine précédente/ }).click();
  await expect(main.getByText(s.noneNotes)).toBeVisible();
  await expect(main.getByText(/Sans titre, elle commence par/).first()).toBeVisible();
  for (const address of ['week/2026-W48', 'week/2025-W53', 'week/nothing', 'month/2026-12', 'month/2026-13']) {
    await page.goto(`/history/${address}`);
    await expect(page).toHaveURL(/\/history\?view=month$/);
  }
});

test('@phone calendar, day and statistics lead to the week and the month', async ({ page, newPersona }) => {
  const persona = await newPersona();
  await saveWeek(persona);
  await setClock(page, '2026-11-25T09:00:00');
  await persona.openInNewSession(page, '/history?view=month');
  const main = page.getByRole('main');
  await main.getByRole('navigation').getByRole('link', { name: 'Voir la semaine' }).click();
  // The week of the last day that holds something.
  await expect(page).toHaveURL(/\/history\/week\/2026-W47$/);
  await page.getByRole('link', { name: 'Calendrier' }).click();
  await page
    .getByRole('gridcell')
    .getByRole('button', { name: /^lundi 2 novembre/ })
    .click();
  await page.getByRole('link', { name: 'Voir la semaine' }).last().click();
  await expect(page).toHaveURL(/\/history\/week\/2026-W45$/);
  await page.goBack();
  await page.keyboard.press('Escape');
  await main.getByRole('link', { name: 'Voir novembre' }).click();
  await expect(page).toHaveURL(/\/history\/month\/2026-11$/);

  // On Wednesday the running week is meant, on Tuesday the one before.
  await page.goto('/statistics');
  await main.getByRole('link', { name: 'Votre semaine du 23 au 29 novembre' }).click();
  await expect(main.getByText(s.none)).toBeVisible();
  await setClock(page, '2026-11-24T09:00:00');
  await page.goto('/statistics');
  await main.getByRole('link', { name: 'Votre semaine du 16 au 22 novembre' }).click();
  await expect(main.getByText(s.wide)).toBeVisible();
});

test('a week is copied as text, and printed without its links', async ({ page, newPersona }) => {
  const persona = await newPersona();
  await saveWeek(persona);
  await setClock(page, '2026-11-25T09:00:00');
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await persona.openInNewSession(page, '/history/week/2026-W47');
  for (const name of ['Nadia', s.monthAgo]) await expect(page.getByRole('link', { name })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Semaine suivante, 23 – 29 novembre' }), 'it runs').toBeVisible();
  await page.getByRole('button', { name: s.menu }).click();
  await page.getByRole('menuitem', { name: 'Copier en texte' }).click();
  await expect(page.getByText('Copié.')).toBeVisible();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied.replaceAll('\u00A0', ' ').split('\n')).toEqual([
    'Votre semaine, du 16 au 22 novembre',
    '',
    ...[s.moved, s.steady, s.wide].map((row) => row.replace(/^(A le plus bougé|A le moins bougé|.*contrastée)/, '$1.')),
    'travail',
    'marche',
    'Nadia',
  ]);
  const paper = await paperText(await page.pdf());
  for (const text of [
    'du 16 au 22 novembre',
    '3 lundi, 8 dimanche',
    'malchance 3, paix 8',
    'travail',
    'Ce que la pluie',
  ])
    expect(paper).toContain(text);
  expect(paper).not.toMatch(/Voir novembre|Calendrier|Options|Semaine suivante/);
});

test('a pattern is told in the week in which it took shape', async ({ page, account }) => {
  const persona = await account('empty');
  await page.route(/results\.own/, (route) => route.fulfill({ json: { result: { data: mondayScans(120) } } }));
  await persona.openInSharedSession(page, '/history/week/2026-W26');
  const pattern = page.getByRole('link', {
    name: /^Nouveau dans .* Le lundi, vos réponses vont davantage vers la tristesse\.$/,
  });
  await expect(pattern).toBeVisible();
  await page.getByRole('link', { name: /^Semaine suivante/ }).click();
  await expect(page).toHaveURL(/W27$/);
  await expect(page.getByText('A le plus bougé')).toBeVisible();
  await expect(pattern).toHaveCount(0);
  await page.getByRole('link', { name: /^Semaine précédente/ }).click();
  await pattern.click();
  await expect(page).toHaveURL(/\/statistics\/insights$/);
});

test.describe('without a network', () => {
  test.use({ serviceWorkers: 'allow', language: 'en' });

  test('@phone the week and the month open from the copies on the device', async ({
    page,
    context,
    newPersona,
    pageErrors,
  }) => {
    pageErrors.allowFailedRequests();
    const persona = await newPersona();
    await saveWeek(persona);
    await setClock(page, '2026-11-23T09:00:00');
    await persona.openInNewSession(page, '/history/month/2026-11');
    const main = page.getByRole('main');
    await expect(main.getByText('Dire non sans m’excuser')).toBeVisible();
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
    await page.reload();
    await expect(main.getByText('Between sadness and joy: 3 on 16 November, 8 on 22 November.')).toBeVisible();
    await waitUntilMemberFilesAreFetched(page);
    await context.setOffline(true);
    await page.goto('/dashboard');
    await page.getByRole('region', { name: 'Your week' }).getByRole('link', { name: 'Open the week' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Your week 16 to 22 November' })).toBeVisible();
    await expect(main.getByText('Moved most Between sadness and joy: 3 on Monday, 8 on Sunday.')).toBeVisible();
    await expect(main.getByRole('link', { name: 'marche' })).toBeVisible();
    await expect(main.getByText('Ce que la pluie a changé')).toBeVisible();
    await page.reload();
    await expect(main.getByText('Thursday: bad luck 3, peace 8.')).toBeVisible();
    await context.setOffline(false);
  });
});

test.describe('in English', () => {
  test.use({ language: 'en' });

  test('@phone-only no line ends inside of “self-love”', async ({ page, newPersona }) => {
    const persona = await newPersona();
    await saveWordedScan(persona, [7, 7, 7, 6, 8, 8, 8], '2026-11-17');
    await saveWordedScan(persona, [9, 9, 8, 6, 7, 7, 6], '2026-11-20');
    await setClock(page, '2026-11-22T18:40:00');
    await persona.openInNewSession(page, '/history/week/2026-W47');
    const sentence = page.getByText('Between loneliness and self-love: 6, every time.', { exact: true });
    await expect(sentence).toBeVisible();
    const parts = await sentence.evaluate((whole) => {
      const texts = document.createTreeWalker(whole, NodeFilter.SHOW_TEXT);
      for (let text = texts.nextNode(); text !== null; text = texts.nextNode()) {
        const at = (text.textContent ?? '').indexOf('self-love');
        if (at < 0) continue;
        const range = document.createRange();
        range.setStart(text, at);
        range.setEnd(text, at + 'self-love'.length);
        return range.getClientRects().length;
      }
      return 0;
    });
    expect(parts).toBe(1);
  });
});
