import type { Page } from '@playwright/test';
import { readFile } from 'node:fs/promises';
import { administer, sharedDataDir } from '../support/administer.ts';
import { logIn, logInFromBar } from '../support/auth.ts';
import { expect, ownServerTest, test } from '../support/fixtures.ts';
import { holdRequests, open, overflowX } from '../support/page.ts';
import { aggregateCall, answer, openDashboard, runsCall, showUsage, statsCall } from '../support/usage.ts';

/** Expected texts of the dashboard, typed by hand. */
const said = {
  icon: 'Statistiques globales',
  title: 'Fréquentation',
  launch: 'Lancer l’agrégation',
  busy: 'Agrégation en cours...',
  done: '✅ Agrégation terminée avec succès !',
  failed: '❌ Erreur lors de l’agrégation.',
  silent: '❌ Erreur réseau ou serveur.',
  alreadyRunning: 'Une agrégation est déjà en cours.',
  neverRun: 'Aucune agrégation pour l’instant.',
  lastRun: /^Dernière agrégation/,
  runs: 'Dernières agrégations',
  loading: 'Chargement des statistiques...',
  loadFailed: '❌ Erreur lors du chargement des statistiques',
  noData: 'Aucune donnée disponible.',
  partial: 'Semaine en cours, encore partielle',
  table: 'Tableau',
  everything: 'Tout',
  month: '4 semaines',
  allAsCsv: 'Télécharger tout en CSV',
  csv: 'Télécharger en CSV',
  panels: [
    'Utilisateurs au fil du temps',
    'Pages d’arrivée',
    'Sessions',
    'Quiz de la semaine',
    'Notes et statistiques',
  ],
} as const;

const [growth, landing, sessions, quiz, activity] = said.panels;

function panel(page: Page, name: string) {
  return page.getByRole('region', { name, exact: true });
}

function launch(page: Page) {
  return page.getByRole('button', { name: said.launch }).click();
}

async function status(origin: string | undefined, method: string, path: string, token?: string): Promise<number> {
  const response = await fetch(`${origin}${path}`, {
    method,
    headers: {
      ...(method === 'POST' ? { 'content-type': 'application/json' } : {}),
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    },
  });
  await response.text();
  return response.status;
}

/** Statuses of everything that only an administrator may ask, on both transports. */
async function statuses(origin: string | undefined, token?: string): Promise<number[]> {
  return [
    await status(origin, 'GET', '/api/admin/stats', token),
    await status(origin, 'POST', '/api/admin/aggregate', token),
    await status(origin, 'GET', '/trpc/admin.stats', token),
    await status(origin, 'GET', '/trpc/admin.runs', token),
    await status(origin, 'POST', '/trpc/admin.aggregate', token),
  ];
}

/** The newest row of a panel's table. */
async function newestRow(page: Page, name: string): Promise<string[]> {
  const show = panel(page, name).getByRole('button', { name: said.table, expanded: false });
  if (await show.isVisible()) await show.click();
  const cells = panel(page, name).getByRole('row').nth(1).getByRole('cell');
  return cells.allTextContents();
}

async function numbersIn(page: Page, name: string): Promise<number[]> {
  return (await newestRow(page, name)).map((text) => Number(/[\d.,]+/.exec(text)?.[0].replace(',', '.') ?? Number.NaN));
}

ownServerTest(
  'the command names an administrator, who sees the icon, launches, and sees the numbers move until demoted',
  async ({ page, w, pageErrors, newPersona, server }) => {
    ownServerTest.setTimeout(120_000);
    pageErrors.allowFailedRequests();
    const persona = await newPersona();
    const { shortToken } = await persona.tokens();
    expect(await statuses(server.url)).toEqual([401, 401, 401, 401, 401]);
    expect(await statuses(server.url, shortToken)).toEqual([403, 403, 403, 403, 403]);

    // Without the role there is no icon, and the address redirects to Home.
    await open(page, '/');
    await logInFromBar(page, w, persona);
    await expect(page.locator('[data-session="in"]')).toBeAttached();
    await expect(page.getByRole('link', { name: said.icon })).toHaveCount(0);
    await page.goto('/admin/stats');
    await expect(page.getByRole('alert').filter({ hasText: said.loadFailed })).toBeVisible();
    await expect(page).toHaveURL(`${server.url}/`);
    await expect(page.getByRole('heading', { level: 1, name: w.homeTitle })).toBeVisible();

    // The role takes effect at the next call, which renews the token; the icon appears with it.
    await administer(server.dataDir, 'grant', persona.username);
    await page.goto('/history');
    await page.getByRole('banner').getByRole('link', { name: said.icon }).click();
    await expect(page).toHaveURL(`${server.url}/admin/stats`);
    await expect(page.getByRole('heading', { level: 1, name: said.title })).toBeVisible();

    await launch(page);
    await expect(page.getByText(said.done)).toBeVisible();
    await expect(page.getByText(said.lastRun)).toContainText(persona.username);
    await expect(page.getByText(said.lastRun)).toContainText('terminée');
    const circle = panel(page, growth).getByText(/^\+\d+ cette semaine$/);
    await expect(circle).toBeVisible();
    const before = { users: await numbersIn(page, growth), landing: await numbersIn(page, landing) };

    const another = await newPersona();
    await another.saveScans(2);
    const { shortToken: token } = await another.tokens();
    await another.call('POST', '/api/results/startScan', {}, token);
    await another.call('POST', '/api/public/visit', { isUserAuthenticated: true }, token);
    await another.call('POST', '/api/public/visit', { isUserAuthenticated: false });
    await launch(page);
    await expect(page.getByText(said.done)).toBeVisible();
    await expect(async () => {
      expect(await numbersIn(page, growth)).toEqual(before.users.map((users) => users + 1));
    }).toPass({ timeout: 8_000 });
    expect(await numbersIn(page, landing)).toEqual(before.landing.map((landings) => landings + 1));
    expect((await numbersIn(page, quiz))[0]).toBeGreaterThanOrEqual(2);

    // Runs of the command are listed too.
    await administer(server.dataDir, 'aggregate');
    await page.reload();
    await page.getByRole('button', { name: said.runs }).click();
    const runs = page.getByRole('region', { name: said.runs }).getByRole('row');
    await expect(runs.nth(1)).toContainText('ligne de commande');
    await expect(runs.nth(2)).toContainText(persona.username);

    await administer(server.dataDir, 'revoke', persona.username);
    await launch(page);
    await expect(page.getByRole('alert').filter({ hasText: said.loadFailed })).toBeVisible();
    await expect(page).toHaveURL(`${server.url}/`);
    await expect(page.getByRole('link', { name: said.icon })).toHaveCount(0);
  },
);

test('without a session, the address leads to the login and then to the dashboard @journey', async ({
  page,
  w,
  newPersona,
}) => {
  await open(page, '/admin/stats');
  await expect(page).toHaveURL(/\/$/);
  const persona = await newPersona();
  await administer(sharedDataDir(), 'grant', persona.username);
  await logIn(page, w, persona);
  await expect(page).toHaveURL(/\/admin\/stats$/);
  await expect(page.getByRole('heading', { level: 1, name: said.title })).toBeVisible();
});

test('every outcome of a run has its text, and a long run is waited for', async ({ page, pageErrors, account }) => {
  pageErrors.allowFailedRequests();
  await openDashboard(page, await account('admin'), 0);
  await expect(page.getByText(said.neverRun)).toBeVisible();
  await expect(page.getByText(said.noData)).toHaveCount(9);

  const run = { id: 'r1', trigger: 'button', by: 'ada', startedAt: new Date().toISOString(), finishedAt: null };
  const running = { ...run, durationMs: 31_000, weeksDone: 3, weeksTotal: 104, rows: 0, outcome: 'running' };
  const outcomes = [
    [{ success: false, outcome: 'failed', run: null }, said.failed],
    [{ success: false, outcome: 'busy', run: running }, said.alreadyRunning],
    [null, said.silent],
  ] as const;
  for (const [answered, text] of outcomes) {
    await page.route(aggregateCall, (route) => (answered ? answer(route, answered) : route.abort('connectionrefused')));
    await launch(page);
    await expect(page.getByRole('alert').filter({ hasText: text })).toBeVisible();
    await page.unroute(aggregateCall);
  }

  // The last launch still asks for the runs: before the next one they name none, or its button would be off.
  let listed: readonly object[] = [];
  await page.unroute(runsCall);
  await page.route(runsCall, (route) => answer(route, listed));
  await page.route(aggregateCall, (route) => {
    listed = [running];
    return answer(route, { success: true, outcome: 'running', run: running });
  });
  await launch(page);
  const button = page.getByRole('button', { name: said.busy });
  await expect(button).toBeDisabled();
  await expect(page.getByText('semaine 3 sur 104')).toBeVisible();
  await showUsage(page, 8);
  listed = [{ ...running, durationMs: 64_000, weeksDone: 104, rows: 9_000, outcome: 'done' }];
  await expect(page.getByText(said.done)).toBeVisible();
  await expect(page.getByText('1 min 4 s')).toBeVisible();
  await expect(panel(page, growth).getByText('472')).toBeVisible();
  await expect(page.getByText(said.noData)).toHaveCount(0);
});

test('a loading state is shown; a failed load shows an error and a link to Home', async ({
  page,
  pageErrors,
  newPersona,
}) => {
  pageErrors.allowFailedRequests();
  const persona = await newPersona();
  await administer(sharedDataDir(), 'grant', persona.username);
  const call = holdRequests();
  await page.route(statsCall, async (route) => {
    await call.released;
    await route.fulfill({ status: 500, json: { error: { data: { app: { code: 'server', message: 'x' } } } } });
  });
  await persona.openInNewSession(page, '/admin/stats');
  await expect(page.getByRole('status').filter({ hasText: said.loading })).toBeVisible();
  call.release();
  await expect(page.getByRole('alert').filter({ hasText: said.loadFailed })).toBeVisible();
  await expect(page).toHaveURL(/\/$/);
});

test('the periods stand in one line on a small phone @phone-only @phone', async ({ page, account }) => {
  await page.setViewportSize({ width: 320, height: 700 });
  await openDashboard(page, await account('admin'), 8);
  const periods = page.getByRole('group', { name: 'Période' }).getByRole('radio');
  const tops = () => periods.evaluateAll((all) => all.map((radio) => radio.getBoundingClientRect().top));
  for (const name of ['4 semaines', 'Tout', '12 semaines']) {
    await periods.and(page.getByLabel(name, { exact: true })).check({ force: true });
    expect(new Set(await tops()).size, name).toBe(1);
  }
});

test('panels collapse by keyboard, and each offers its figures as a table and as a file', async ({ page, account }) => {
  await openDashboard(page, await account('admin'), 8);
  for (const name of said.panels) {
    const heading = page.getByRole('heading', { level: 2 }).getByRole('button', { name, exact: true });
    await expect(heading).toHaveAttribute('aria-expanded', 'true');
    await expect(panel(page, name).getByRole('img').first()).toBeVisible();
    await expect(panel(page, name).getByText(said.partial)).toBeVisible();
  }
  const heading = page.getByRole('button', { name: sessions, exact: true });
  await heading.press('Enter');
  await expect(heading).toHaveAttribute('aria-expanded', 'false');
  await expect(panel(page, sessions).getByRole('img')).toHaveCount(0);
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: quiz, exact: true })).toBeFocused();
  await heading.press('Space');
  await expect(panel(page, sessions).getByRole('img')).toHaveCount(2);

  // A chart has a sentence that summarises it.
  await expect(panel(page, sessions).getByRole('img').last()).toHaveAccessibleName(
    /^Durée moyenne \(minutes\), du 28 septembre.* au 15 novembre.*\s: 6 min au début, 8 min à la fin, 9 min au plus haut \(semaine du 2 novembre.*\), 6 min au plus bas \(semaine du 28 septembre.*\)\. Semaine en cours\s: 8 min\.$/,
  );
  // The pointer over a week shows its figures.
  await panel(page, sessions)
    .getByRole('img')
    .first()
    .hover({ position: { x: 300, y: 80 }, force: true });
  await expect(panel(page, sessions).getByText('Semaine du 26 octobre')).toBeVisible();
  await expect(panel(page, sessions).getByText('Nombre de sessions\u00A0: 121')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(panel(page, sessions).getByText('Semaine du 26 octobre')).toBeHidden();
  // The arrow keys lead over the weeks, from the newest.
  const cursor = panel(page, sessions).getByRole('slider', { name: 'Nombre de sessions, semaine par semaine' });
  await panel(page, sessions).getByRole('button').first().focus();
  await page.keyboard.press('Tab');
  await expect(cursor).toBeFocused();
  await expect(cursor).toHaveAttribute('aria-valuetext', /^Semaine du 16 novembre.*142, semaine encore partielle$/);
  await page.keyboard.press('ArrowLeft');
  await expect(cursor).toHaveAttribute('aria-valuetext', /^Semaine du 9 novembre.*, Nombre de sessions\s: 128$/);
  await expect(panel(page, sessions).getByText('Semaine du 9 novembre')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(panel(page, sessions).getByText('Semaine du 9 novembre')).toBeHidden();
  expect(await newestRow(page, growth)).toEqual(['472']);
  expect(await newestRow(page, sessions)).toEqual(['142', '8 min']);
  expect(await newestRow(page, quiz)).toEqual(['84', '10', '2,1 min']);
  expect(await newestRow(page, activity)).toEqual(['58', '22', '80', '44', '50']);
  await expect(panel(page, growth).getByText('+25 cette semaine')).toBeVisible();

  // The last four whole weeks against none before them, and everything in one file.
  await page.getByRole('radio', { name: said.month }).check();
  const keyFigures = page.getByRole('main').locator('dl').first();
  const figure = (name: string) => keyFigures.getByRole('term').filter({ hasText: name }).locator('..');
  await expect(figure('Inscriptions').getByRole('definition')).toHaveText(['96', '', 'cette semaine 31, contre 27']);
  await expect(figure('Quiz menés au bout').getByRole('definition').last()).toHaveText(
    /^cette semaine 85\s%, contre 87\s%$/,
  );
  await expect(
    page.getByText(
      /^Cette semaine\s: de lundi 0\sh à jeudi 14\sh \(UTC\), contre les mêmes heures de la semaine d’avant\. Personnes par semaine\s: la moyenne de la période\.$/,
    ),
  ).toBeVisible();
  await expect(page.getByText('moins de 5 comptes', { exact: true })).toBeVisible();

  // The path of accounts, in counts beside their definitions.
  const path = page.getByRole('region', { name: 'Le chemin des comptes' });
  await expect(path.getByText('Comptes créés du 28.09.26 au 01.11.26')).toBeVisible();
  const step = (name: string) => path.getByRole('term').filter({ hasText: name }).locator('..').getByRole('definition');
  await expect(step('Un premier scan')).toHaveText([
    /^Parmi ces comptes\s: un scan enregistré dans les sept jours\.$/,
    '203',
    '77 sur 100',
  ]);
  await expect(step('Une deuxième semaine').nth(1)).toHaveText('134');
  await expect(step('Visiteurs').nth(1)).toHaveText('713');
  const saving = page.waitForEvent('download');
  await page.getByRole('button', { name: said.allAsCsv }).click();
  const everything = await readFile(await (await saving).path(), 'utf8');
  expect(everything.split('\r\n')).toHaveLength(10);
  await page.getByRole('radio', { name: '1 an' }).check();

  const downloading = page.waitForEvent('download');
  await panel(page, quiz).getByRole('button', { name: said.csv }).click();
  const file = await downloading;
  expect(file.suggestedFilename()).toMatch(/^nuances-quiz-\d{4}-\d\d-\d\d\.csv$/);
  const text = await readFile(await file.path(), 'utf8');
  const lines = text.split('\r\n');
  expect(lines[0]).toBe(
    '\uFEFFSemaine (lundi);"Semaine en cours (oui, non)";"Quiz terminés, scans enregistrés";Quiz interrompus;Durée moyenne d’un quiz (minutes)',
  );
  expect(lines[1]).toBe('2026-09-28;non;42;18;2,9');
  expect(lines[8]).toBe('2026-11-16;oui;84;10;2,1');
  expect(lines[9]).toBe('');
});

test('at 1440 x 900 the figures are one row, and the five panels come first, the first one in sight', async ({
  page,
  account,
}) => {
  await openDashboard(page, await account('admin'), 200);
  const tops = await page
    .getByRole('main')
    .locator('dl')
    .first()
    .getByRole('term')
    .evaluateAll((terms) => terms.map((term) => Math.round(term.getBoundingClientRect().top)));
  expect(new Set(tops).size).toBe(1);
  const titles = await page.getByRole('main').getByRole('heading', { level: 2 }).allTextContents();
  expect(titles.slice(1, 6)).toEqual(said.panels);
  const chart = panel(page, growth).getByRole('img');
  await expect(chart).toBeInViewport({ ratio: 1 });
  const heading = await panel(page, growth).getByRole('heading').boundingBox();
  expect(heading?.y).toBeLessThan(400);
  await expect(page.getByText(/^\+ et −\s: contre les 12 semaines d’avant\. Cette semaine/)).toBeVisible();
  const people = page.getByRole('term').filter({ hasText: 'Personnes par semaine' }).locator('..');
  await expect(people.getByRole('definition').nth(1)).toHaveText(/^[+−]?\d+ personnes?$/);
});

test('period, step and panels are in the address, which opens the same dashboard again', async ({ page, account }) => {
  await openDashboard(page, await account('admin'), 200);
  await page.getByRole('radio', { name: '1 an' }).check();
  await page.getByRole('radio', { name: 'Par mois' }).check();
  await page.getByRole('button', { name: quiz, exact: true }).click();
  await panel(page, growth).getByRole('button', { name: said.table }).click();
  await page.getByRole('button', { name: said.runs }).click();
  await expect(page).toHaveURL(/\/admin\/stats\?period=52w&by=month&closed=quiz&tables=growth(?:,|%2C)runs$/);
  await page.reload();
  await expect(page.getByRole('radio', { name: '1 an' })).toBeChecked();
  await expect(page.getByRole('radio', { name: 'Par mois' })).toBeChecked();
  await expect(page.getByRole('button', { name: quiz, exact: true })).toHaveAttribute('aria-expanded', 'false');
  await expect(panel(page, growth).getByRole('table')).toBeVisible();
  await expect(page.getByRole('region', { name: said.runs })).toBeVisible();
  // Only a period with one before it is drawn beside it.
  const grey = page.getByText(/^en gris\s: la période d’avant/);
  await expect(grey).toBeVisible();
  await page.getByRole('radio', { name: said.everything }).check();
  await expect(grey).toHaveCount(0);
  // What no chart defines is told without a pointer, too.
  await expect(page.getByText(/^Quiz menés au bout\s: Quiz terminés/)).toBeVisible();
});

test('what did not load says so in its section, which tries again', async ({ page, pageErrors, account }) => {
  pageErrors.allowFailedRequests();
  const calls = /\/trpc\/admin\.(?:funnel|retention)/;
  await page.route(calls, (route) => route.abort());
  await (await account('admin')).openInSharedSession(page, '/admin/stats');
  for (const name of ['Le chemin des comptes', 'Personnes revenues après leur inscription']) {
    const section = page.getByRole('region', { name });
    await expect(section.getByRole('button', { name: 'Réessayer' })).toBeVisible();
  }
  await page.unroute(calls);
  const retention = page.getByRole('region', { name: 'Personnes revenues après leur inscription' });
  await retention.getByRole('button', { name: 'Réessayer' }).click();
  // Without an aggregation of this run there is nothing to show.
  await expect(retention.getByRole('table').or(retention.getByText('Aucune donnée disponible.'))).toBeVisible();
  await expect(retention.getByRole('button', { name: 'Réessayer' })).toHaveCount(0);
});

/** Labels of a chart that overlap or are outside of it. */
function crowded(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const found: string[] = [];
    for (const chart of document.querySelectorAll('main figure [role="img"] svg')) {
      const frame = chart.getBoundingClientRect();
      const labels = [...chart.querySelectorAll('text')].map((text) => ({
        text: text.textContent,
        box: text.getBoundingClientRect(),
      }));
      for (const [index, { text, box }] of labels.entries()) {
        if (box.left < frame.left - 1 || box.right > frame.right + 1) found.push(`${text} leaves its chart`);
        for (const other of labels.slice(index + 1))
          if (
            box.left < other.box.right + 4 &&
            other.box.left < box.right + 4 &&
            // The boxes of texts are higher than their digits.
            box.top + 4 < other.box.bottom - 4 &&
            other.box.top + 4 < box.bottom - 4
          )
            found.push(`${text} touches ${other.text}`);
      }
    }
    return found;
  });
}

test('1, 8 and 200 weeks fit into the charts, which follow the theme @phone', async ({ page, w, account }) => {
  const charts = page.locator('main figure [role="img"] svg');
  await openDashboard(page, await account('admin'), 1);
  for (const weeks of [1, 200, 8]) {
    await showUsage(page, weeks);
    await page.reload();
    if (weeks === 200) await page.getByRole('radio', { name: said.everything }).check();
    await expect(charts, `${weeks} weeks`).toHaveCount(11);
    // So many weeks are drawn as months, which the heading says.
    const drawn = weeks === 200 ? 'Inscriptions par mois' : 'Inscriptions par semaine';
    await expect(page.getByRole('main').getByRole('heading', { name: drawn })).toBeVisible();
    expect(await overflowX(page), `${weeks} weeks`).toBeLessThanOrEqual(0);
    expect(await crowded(page), `${weeks} weeks`).toEqual([]);
  }
  const line = panel(page, growth).locator('[role="img"] path[stroke-linecap="round"]').last();
  await expect(line).toHaveAttribute('stroke', '#8c59b5');
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect(line).toHaveAttribute('stroke', '#b188d5');
  await page.getByRole('button', { name: w.toDay }).click();
  await expect(line).toHaveAttribute('stroke', '#8c59b5');
});
