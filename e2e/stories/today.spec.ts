import type { Page } from '@playwright/test';
import { loginDialog } from '../support/auth.ts';
import { copyNames } from '../support/device.ts';
import { expect, test } from '../support/fixtures.ts';
import { storeNote } from '../support/notes.ts';
import { overflowX, placeOf, waitForPaint, waitUntilSettled } from '../support/page.ts';
import { countOf } from '../support/quiz.ts';

/** Expected texts of Today in French, typed by hand. */
const s = {
  greeting: /^(?:Bonjour|Bonsoir)$/,
  light: /^(?:lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche) .* · /,
  last: /^Votre dernier scan, .* à .*, L’aube\. Ouvrir$/,
  scan: 'Faire un scan',
  resume: 'Reprendre le scan',
  write: 'Écrire',
  week: 'Ces sept jours',
  yearAgo: 'Il y a un an · une note',
  twoYearsAgo: 'Il y a deux ans · une note',
  title: 'Le chemin du retour, à pied',
  memoryOptions: 'Options du souvenir',
  hideOnce: 'Masquer celui-ci',
  hideAll: 'Ne plus en montrer',
  hidden: 'Masqué. Vous pouvez le rétablir dans Réglages.',
  undo: 'Rétablir',
  showMemory: 'Montrer un souvenir du même jour',
  keys: /^Sur cette page, les touches/,
  enteredLater: /Saisi le/,
  empty: 'Votre premier scan apparaîtra ici.',
  welcome: 'Bienvenue sur le tableau de bord protégé',
  reserved: 'Cette section est réservée aux personnes connectées.',
  waiting: '1 élément attend d’être envoyé, gardé sur cet appareil',
  send: 'Envoyer',
  install: 'Installer',
  onHome: 'Sur l’écran d’accueil',
  close: 'Fermer',
  closeMessage: 'Fermer le message',
} as const;

/** An hour of an earlier day, UTC. */
const daysAgo = (days: number, hour: number) => {
  const at = new Date(Date.now() - days * 86_400_000);
  at.setUTCHours(hour, 0, 0, 0);
  return at.toISOString();
};

/** Noon of this calendar day some years ago in the browser's time zone; 28 February replaces a missing 29th. */
function noonYearsAgo(years: number): string {
  const today = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Paris' }).format(new Date());
  const [year = '', month = '', day = ''] = today.split('-');
  return `${Number(year) - years}-${month}-${month === '02' && day === '29' ? '28' : day}T12:00:00.000Z`;
}

test('@phone Today shows the last bloom, the week and a memory, and links to them; a visitor is asked to log in first @journey', async ({
  page,
  w,
  newPersona,
  baseURL,
}, info) => {
  // Start address of the installed app: Home for a visitor, without a dialog.
  await page.goto('/?app');
  await expect(page.getByRole('heading', { level: 1, name: w.homeTitle })).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.goto('/dashboard');
  await expect(page).toHaveURL(`${baseURL}/`);
  await expect(loginDialog(page, w)).toBeVisible();

  const persona = await newPersona();
  // On a Sunday evening it would look back on the week instead (lookback.spec.ts).
  await page.evaluate(() => localStorage.setItem('nuances.todayWeek', 'off'));
  await persona.saveScan([7, 4, 9, 6, 3, 8, 7], new Date(Date.now() - 60_000).toISOString());
  await storeNote(persona, { title: s.title, text: 'Le long du canal.', createdAt: noonYearsAgo(1) });
  await storeNote(persona, { title: 'Avant encore', text: 'Le long du canal.', createdAt: noonYearsAgo(2) });
  await persona.openInNewSession(page, '/?app');
  await expect(page).toHaveURL(/\/dashboard$/);
  await page.goto('/help');
  // The logo opens Today for a logged-in person.
  await page.getByRole('banner').getByRole('link', { name: w.today, exact: true }).click();
  await expect(page).toHaveURL(/\/dashboard$/);
  await expect(page.getByRole('heading', { level: 1, name: s.greeting })).toBeFocused();
  await expect(page.getByText(s.light)).toBeVisible();
  await expect(page.getByText(s.welcome)).toBeVisible();
  await expect(page.getByText(s.reserved)).toBeVisible();
  expect(await overflowX(page)).toBe(0);

  const week = page.getByRole('region', { name: s.week });
  await expect(week.getByRole('listitem')).toHaveCount(7);
  // Around midnight the scan may be yesterday's.
  const day = week.getByRole('listitem').getByRole('link');
  await expect(day).toHaveCount(1);
  if (info.project.name === 'phone') {
    const [bloom, actions] = [page.getByRole('link', { name: s.last }), page.getByRole('link', { name: s.scan })];
    expect((await placeOf(actions)).top - (await placeOf(bloom)).bottom).toBe(16);
  }
  await expect(day).toHaveAccessibleName(/, 1 scan$/);
  const [scan] = await persona.scans();
  await page.getByRole('link', { name: s.last }).click();
  await expect(page).toHaveURL(new RegExp(`/history/${scan?._id}$`));
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await expect(page.getByText(s.enteredLater)).toHaveCount(0);
  await page.goBack();

  // A memory can be hidden and shown again; its title is in no storage.
  const memory = page.getByRole('region', { name: s.yearAgo });
  await expect(memory.getByRole('link')).toContainText(s.title);
  await memory.getByRole('button', { name: s.memoryOptions }).click();
  await page.getByRole('menuitem', { name: s.hideOnce }).click();
  await expect(memory).toHaveCount(0);
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await page.getByRole('button', { name: s.undo, exact: true }).click();
  await expect(memory).toBeVisible();
  await memory.getByRole('button', { name: s.memoryOptions }).click();
  await page.getByRole('menuitem', { name: s.hideOnce }).click();
  await page.getByRole('button', { name: s.closeMessage }).click();
  // To undo that none is shown does not bring back the one that was hidden by itself.
  const older = page.getByRole('region', { name: s.twoYearsAgo });
  const hideAll = async () => {
    await older.getByRole('button', { name: s.memoryOptions }).click();
    await page.getByRole('menuitem', { name: s.hideAll }).click();
    await expect(older).toHaveCount(0);
  };
  await hideAll();
  await page.getByRole('button', { name: s.undo, exact: true }).click();
  await expect(older).toBeVisible();
  await expect(memory).toHaveCount(0);
  await hideAll();
  await expect(page.getByText(s.hidden)).toBeVisible();
  await page.reload();
  await expect(day).toHaveCount(1);
  await expect(memory.or(older)).toHaveCount(0);
  await page.goto('/profile/today');
  await page.getByRole('switch', { name: s.showMemory }).check();
  await page.goto('/dashboard');
  await expect(memory.getByRole('link')).toContainText(s.title);
  await memory.getByRole('link').click();
  await expect(page).toHaveURL(/\/note\?edit=/);
});

test('@phone a message makes way for the buttons of the next screen, and otherwise stays where it first appeared', async ({
  page,
  w,
  openAsNew,
}) => {
  await openAsNew('/dashboard');
  await expect(page.getByText(s.empty)).toBeVisible();
  // The time of a message does not run while nobody sees the page.
  await page.evaluate(() => Object.defineProperty(document, 'hidden', { value: true }));
  // What the browser says once the app is installed.
  await page.evaluate(() => window.dispatchEvent(new Event('appinstalled')));
  const message = page.getByText('Nuances est installée.');
  await expect(message).toBeVisible();
  await waitUntilSettled(page);
  const before = await message.boundingBox();
  await page.keyboard.press('s');
  await expect(countOf(page)).toHaveText(w.count(1));
  await waitForPaint(page);
  const [above, button] = await Promise.all([
    message.boundingBox(),
    page.getByRole('button', { name: w.next, exact: true }).boundingBox(),
  ]);
  expect(above?.y).toBeLessThan(200);
  expect(button?.y).toBeGreaterThan(300);
  await page.goBack();
  await expect(page.getByText(s.empty)).toBeVisible();
  await waitForPaint(page);
  expect(await message.boundingBox()).toEqual(before);
});

test('the keys S and N start a scan and a note, and can be switched off', async ({ page, openAsNew }) => {
  await openAsNew('/dashboard');
  await expect(page.getByText(s.empty)).toBeVisible();
  await expect(page.getByRole('main').getByRole('link', { name: s.scan })).toBeVisible();
  await expect(page.getByRole('region', { name: s.week })).toHaveCount(0);
  await page.keyboard.press('s');
  await expect(page).toHaveURL(/\/bodyscan$/);
  await page.getByRole('radio').nth(3).press('Space');
  // Within the app: sealing takes a moment, and a page that is left in the same instant may not have stored the answer.
  await page.getByRole('navigation').getByRole('link', { name: 'Aujourd’hui', exact: true }).click();
  await expect(page.getByRole('main').getByRole('link', { name: s.resume })).toBeVisible();
  await page.keyboard.press('n');
  await expect(page).toHaveURL(/\/note\?new=other/);
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.goto('/profile/today');
  await page.getByRole('switch', { name: s.keys }).uncheck();
  await page.goto('/dashboard');
  await expect(page.getByText(s.empty)).toBeVisible();
  await page.keyboard.press('s');
  await page.keyboard.press('n');
  await expect(page).toHaveURL(/\/dashboard$/);
});

test('Today works without its scans, and lists what waits on this device', async ({
  page,
  w,
  pageErrors,
  newPersona,
}) => {
  pageErrors.allowFailedRequests();
  const persona = await newPersona();
  await persona.saveScans(1);
  await page.route(/results\.(?:own|create)/, (route) => route.abort('connectionrefused'));
  await persona.openInNewSession(page, '/dashboard');
  await expect(page.getByRole('alert').filter({ hasText: w.historyError })).toBeVisible({ timeout: 20_000 });
  await expect(page.getByRole('heading', { level: 1, name: s.greeting })).toBeVisible();
  await expect(page.getByRole('main').getByRole('link', { name: s.write })).toBeVisible();

  // A scan in the outbox counts as the last one.
  await page.evaluate(() => {
    localStorage.setItem('quizRun', JSON.stringify({ answers: [7, 4, 9, 6, 3, 8, 7], index: 6, elapsed: 1_000 }));
  });
  await page.goto('/bodyscan');
  await page.getByRole('button', { name: 'Terminer', exact: true }).click();
  await expect(page).toHaveURL(/\/result$/);
  await page.goto('/dashboard');
  await expect(page.getByText(s.waiting)).toBeVisible();
  await expect(page.getByRole('link', { name: s.last })).toBeVisible();
  // Its line does not touch the name of today.
  const days = await placeOf(page.getByRole('main').getByRole('list').first());
  const row = await placeOf(page.getByRole('main').getByRole('status').filter({ hasText: s.waiting }).locator('div'));
  expect(row.top - days.bottom).toBeGreaterThan(8);
  const tried = page.waitForRequest(/results\.create/);
  await page.getByRole('main').getByRole('button', { name: s.send, exact: true }).click();
  await tried;
  await page.unroute(/results\.(?:own|create)/);
  await page.evaluate(() => window.dispatchEvent(new Event('online')));
  await expect(page.getByText(s.waiting)).toHaveCount(0);
  expect(await persona.scans()).toHaveLength(2);
});

/** Says what the browser says when the app can be installed. */
const offerInstallation = (page: Page) =>
  page.evaluate(() =>
    window.dispatchEvent(
      Object.assign(new Event('beforeinstallprompt', { cancelable: true }), { prompt: () => Promise.resolve() }),
    ),
  );

test('@phone after three days with a scan, one line offers to install the app, until it is closed', async ({
  page,
  newPersona,
}) => {
  const persona = await newPersona();
  // Three scans of one day are no three days.
  for (const hour of [8, 12, 16]) await persona.saveScan([7, 4, 9, 6, 3, 8, 7], daysAgo(3, hour));
  await persona.openInNewSession(page, '/dashboard');
  await expect(page.getByRole('link', { name: s.last })).toBeVisible();
  await offerInstallation(page);
  await waitForPaint(page);
  const install = page.getByRole('button', { name: s.install });
  await expect(install).toHaveCount(0);

  for (const days of [1, 2]) await persona.saveScan([7, 4, 9, 6, 3, 8, 7], daysAgo(days, 12));
  await page.reload();
  await offerInstallation(page);
  await expect(install).toBeVisible();
  const line = page.getByRole('main').locator('div', { has: install }).last();
  await expect(line).toContainText(s.onHome);
  const place = await placeOf(line);
  expect(place.bottom - place.top).toBe(44);
  expect(await overflowX(page)).toBe(0);
  await line.getByRole('button', { name: s.close }).click();
  await expect(install).toHaveCount(0);
  await expect(page.getByRole('heading', { level: 1, name: s.greeting })).toBeFocused();
  await page.reload();
  await expect(page.getByRole('link', { name: s.last })).toBeVisible();
  await offerInstallation(page);
  await waitForPaint(page);
  await expect(install).toHaveCount(0);
});

test('an old copy says of which day it is while the server is silent, on each screen of scans or notes @phone', async ({
  page,
  pageErrors,
  openAsNew,
}) => {
  pageErrors.allowFailedRequests();
  await openAsNew('/dashboard', (persona) => persona.saveScan([1, 6, 9, 7, 5, 8, 7]));
  for (const name of ['"queries"', '"notes"'])
    await expect.poll(() => copyNames(page)).toContainEqual(expect.stringContaining(name));
  const copy = page.getByText(/^Copie gardée sur cet appareil, du \d+(?:er)? \S+\.$/);
  const calls = /\/(?:trpc|api)\//;
  const goSilent = async (days: number) => {
    await page.clock.setSystemTime(Date.now() + days * 86_400_000);
    await page.route(calls, (route) => route.abort());
  };
  await goSilent(0);
  await page.reload();
  await expect(page.getByText('Le serveur ne répond pas pour l’instant.')).toBeVisible();
  await expect(copy).toHaveCount(0);

  await goSilent(2);
  const screens = ['/history', '/history?view=month', '/history?view=year', '/note', '/statistics', '/dashboard'];
  for (const path of screens) {
    await page.goto(path);
    await expect(copy).toBeVisible();
    await expect(copy).toHaveCount(1);
    // Under the title, with room below.
    const [title, line] = [await placeOf(page.getByRole('heading', { level: 1 })), await placeOf(copy)];
    expect(line.top, path).toBeGreaterThanOrEqual(title.bottom - 8);
    if (path !== '/history') continue;
    expect((await placeOf(page.getByRole('article').first())).top - line.bottom).toBeGreaterThanOrEqual(8);
  }
  await page.unrouteAll();
  await page.evaluate(() => window.dispatchEvent(new Event('online')));
  await expect(copy).toHaveCount(0);
});
