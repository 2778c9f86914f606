import type { Locator, Page } from '@playwright/test';
import { deleteDeviceCopies } from '../support/device.ts';
import { expect, test } from '../support/fixtures.ts';
import { holdRequests, overflowX, stopClock } from '../support/page.ts';
import { specifiedScans, waitForView, openManyStatistics, openStatistics, sliders } from '../support/statistics.ts';
import { poles } from '../support/words.ts';

const list = /results\.own/;

/** Expected texts of the screen, typed by hand. */
const t = {
  stats: 'Stats',
  title: 'Statistiques',
  play: 'Lire les scans un à un',
  pause: 'Mettre en pause',
  at: (index: number, total = 11) =>
    new RegExp(`^Scan ${index} sur ${total}, .+ à \\d\\d.h.\\d\\d(?:$|\\. Vos sept réponses)`),
  end: 'Dernier scan de la période.',
  bloom: 'Fleur',
  lines: 'Courbes',
  line: (pole: string) => `Courbe ${pole}`,
  count: (count: number) => (count > 1 ? `${count} scans sur cette période` : `${count} scan sur cette période`),
  none: 'Aucun scan sur cette période.',
  all: 'Toute la période',
  dates: /Saisir les dates$/,
  legend: 'Courbes affichées',
  empty: 'Aucun scan à montrer pour l’instant.',
  single: /^Joie\. Un seul scan\u00A0: \d+, le \d/,
  table: 'Voir le tableau',
  how: 'Voir le calcul',
  front: (pole: string) => `Mettre ${pole} en avant`,
  thirtyDays: '30 jours',
  period: 'Choisir une période',
  together: 'Ensemble',
  separate: 'Séparées',
  speed: 'Vitesse de lecture',
  // Of the ninth scan of the brief, and of the eleventh.
  ninth: [
    [
      'Variation marquante',
      'Léger recul de la sécurité\u00A0: −1 point',
      'Léger mouvement vers la frustration\u00A0: −1 point',
      'Léger progrès vers la joie\u00A0: +1 point',
      'Léger mouvement vers la solitude\u00A0: −1 point',
      'Léger progrès vers la paix\u00A0: +1 point',
    ].join(''),
    'Tendance moyenne+2,0 points depuis le premier scan de la période',
    'Équilibre généralPlutôt positif',
    'Depuis le scan précédent5 jours',
  ],
  last: 'Variation marquanteFort progrès vers la joie\u00A0: +5 pointsFort progrès vers la foi intérieure\u00A0: +5 points',
  workings: [
    'Joie\u00A0: 8, puis 9',
    'Somme des sept réponses\u00A0: 45 pour ce scan, 31 pour le premier de la période, samedi 1er août à 09\u202Fh\u202F20. L’écart divisé par 7 donne +2,0.',
    'Ici\u00A0: +2, 0, +8, 0, −2, +8, +4. Leur moyenne est +2,9.',
    'Jours du calendrier, dans votre fuseau horaire (Europe/Paris).',
  ],
} as const;

function shownBloom(page: Page): Locator {
  return page.getByRole('main').getByRole('img', { name: /^(?:Fleur|Bloom) / });
}

function said(page: Page): Locator {
  return page.getByRole('region', { name: /^(?:Lecture de ce scan|Reading this scan)$/ }).locator(':scope > ul > li');
}

/** Makes the tab hidden or visible, as far as the page can tell. */
function setHidden(page: Page, hidden: boolean): Promise<void> {
  return page.evaluate((value) => {
    Object.defineProperty(document, 'hidden', { configurable: true, get: () => value });
    document.dispatchEvent(new Event('visibilitychange'));
  }, hidden);
}

test('scans play to the end, pause, and have their text; lines can be hidden; a bloom can replace them @phone @journey', async ({
  page,
  account,
}) => {
  test.setTimeout(90_000);
  await page.clock.install();
  await openStatistics({ page, account }, 'line');
  const { play } = sliders(page);
  const shown = (index: number) => expect(play).toHaveAttribute('aria-valuetext', t.at(index));
  await shown(11);
  await expect(said(page).first()).toHaveText(t.last);
  await stopClock(page);

  // From the last scan it starts with the first, shows each for 2 s, and stops at the last.
  await page.getByRole('button', { name: t.play }).click();
  await shown(1);
  await page.clock.runFor(1_900);
  await shown(1);
  await page.clock.runFor(100);
  await shown(2);
  await page.getByRole('button', { name: t.pause }).click();
  await page.clock.runFor(10_000);
  await shown(2);
  await page.getByRole('button', { name: t.play }).click();
  await setHidden(page, true);
  await page.clock.runFor(10_000);
  await shown(2);
  await setHidden(page, false);
  for (let index = 3; index <= 8; index += 1) {
    await page.clock.runFor(2_000);
    await shown(index);
  }
  // A step during playback restarts the 2 s.
  await page.clock.runFor(1_500);
  await play.press('ArrowRight');
  await page.clock.runFor(1_500);
  await shown(9);
  await page.getByRole('button', { name: t.pause }).click();

  // The sentences, and the numbers they are based on.
  const rows = said(page);
  await expect(rows).toHaveCount(4);
  for (const [index, text] of t.ninth.entries()) await expect(rows.nth(index)).toHaveText(text);
  for (const [index, text] of t.workings.entries()) {
    await rows.nth(index).getByRole('button', { name: t.how }).click();
    await expect(rows.nth(index)).toContainText(text);
  }
  await page.getByRole('button', { name: t.play }).click();
  await page.clock.runFor(2_000);
  await page.clock.runFor(2_000);
  await shown(11);
  await expect(page.getByText(t.end)).toBeAttached();
  await expect(page.getByRole('button', { name: t.play })).toBeVisible();
  await page.clock.runFor(10_000);
  await shown(11);

  // The line of joy is hidden and shown again.
  const joy = page.getByRole('button', { name: t.line(poles.fr[2][1]) });
  await joy.click();
  await expect(joy).toHaveAttribute('aria-pressed', 'false');
  await expect(page.locator('[data-line]')).toHaveCount(6);
  await expect(page.locator('[data-line="yellow"], [data-end="yellow"]')).toHaveCount(0);
  // While the keyboard focus is on it, the others are not faded either.
  const others = page.locator('[data-line="red"]');
  await page.keyboard.press('Shift+Tab');
  await expect(others).toHaveCSS('opacity', /^0\.\d+$/);
  await page.keyboard.press('Tab');
  await expect(joy).toBeFocused();
  await expect(others).toHaveCSS('opacity', '1');
  await page.keyboard.press('Space');
  await expect(page.locator('[data-line="yellow"]')).toHaveCount(1);
  await page.keyboard.press('Space');
  await expect(others).toHaveCSS('opacity', '1');
  await joy.click();
  await expect(page.locator('[data-line="yellow"]')).toHaveCount(1);

  // The table has the values of the stored scans.
  await page.getByRole('button', { name: t.table }).click();
  const cells = page.getByRole('table').getByRole('row').nth(9).getByRole('cell');
  await expect(cells).toHaveText((specifiedScans[8]?.answers ?? []).map(String));

  await page.getByRole('radio', { name: t.bloom }).check({ force: true });
  await expect(shownBloom(page)).toBeVisible();
  await expect(page.locator('[data-line]')).toHaveCount(0);
  await expect(page).toHaveURL(/view=pie/);
  await expect(said(page).first()).toContainText(t.last);
});

test('the view that was chosen is there at the next visit', async ({ page, account }) => {
  await openStatistics({ page, account }, 'line');
  await page.getByRole('radio', { name: t.bloom }).check({ force: true });
  await expect(page).toHaveURL(/view=pie/);
  await page.goto('/statistics');
  await waitForView(page, 'pie');
});

test('a period is set by its handles and by its dates, and removed', async ({ page, account }) => {
  test.setTimeout(90_000);
  await openStatistics({ page, account }, 'line');
  const { from, to, play } = sliders(page);
  const dates = page.locator('input[type="date"]');
  await expect(page.getByText(t.count(11))).toBeVisible();
  const range = page.getByRole('button', { name: t.dates });
  await expect(page.getByRole('heading', { name: t.period })).toBeVisible();
  await expect(range).toHaveText(/^01\.08\.26 – 20\.09\.26/);

  // One day and seven days by keys; both end days belong to the period.
  await from.press('ArrowRight');
  await expect(page.getByText(t.count(10))).toBeVisible();
  await expect(range).toHaveText(/^02\.08\.26 – 20\.09\.26/);
  await from.press('PageUp');
  await expect(range).toHaveText(/^09\.08\.26/);
  await from.press('PageDown');
  await from.press('ArrowLeft');
  await expect(page.getByText(t.count(11))).toBeVisible();

  // The selected scan stays while it is in the period; otherwise the nearest one is selected.
  await play.press('Home');
  await play.press('ArrowRight');
  await expect(play).toHaveAttribute('aria-valuetext', t.at(2));
  await page.getByRole('button', { name: t.dates }).click();
  await dates.nth(0).fill('2026-08-06');
  await expect(play).toHaveAttribute('aria-valuetext', t.at(1, 10));
  await dates.nth(0).fill('2026-08-20');
  await expect(play).toHaveAttribute('aria-valuetext', t.at(1, 7));
  // The shown scan opens, and the way back leads to the same period and scan.
  await page.getByRole('link', { name: 'Ouvrir ce scan' }).click();
  await expect(page).toHaveURL(/\/history\/[\w-]+$/);
  await page.getByRole('main').getByRole('link', { name: 'Retour', exact: true }).click();
  await expect(play).toHaveAttribute('aria-valuetext', t.at(1, 7));
  await page.getByRole('button', { name: t.dates }).click();
  // A day without scans on both sides of none.
  await dates.nth(1).fill('2026-08-20');
  await expect(page.getByText(t.none)).toBeVisible();
  await expect(page.locator('[data-line]')).toHaveCount(0);
  // Both handles are at one place, and neither passes the other.
  await expect(from).toHaveValue(await to.inputValue());
  await from.press('ArrowRight');
  await to.press('ArrowLeft');
  await expect(range).toHaveText(/^20\.08\.26 – 20\.08\.26/);
  await page.getByRole('main').getByRole('button', { name: t.all }).last().click();
  await expect(page.getByText(t.count(11))).toBeVisible();
  await expect(play).toHaveAttribute('aria-valuetext', t.at(2));

  // With the mouse: the first handle to the middle, then towards the other one, where it stops.
  const box = await from.boundingBox();
  const end = await to.boundingBox();
  if (!box || !end) throw new Error('no handles');
  const y = box.y + 22;
  await page.mouse.move(box.x + 22, y);
  await page.mouse.down();
  await page.mouse.move((box.x + end.x) / 2 + 22, y, { steps: 4 });
  await expect(range).toHaveText(/^26\.08\.26/);
  await page.mouse.move(end.x + 120, y, { steps: 4 });
  await page.mouse.up();
  await expect(range).toHaveText(/^20\.09\.26 – 20\.09\.26/);
  await expect(page.getByText(t.single)).toBeVisible();
  await expect(page.locator('[data-marker]')).toHaveCount(7);
  // At one place, the direction of the drag decides which handle moves.
  await page.mouse.move(end.x + 22, y);
  await page.mouse.down();
  await page.mouse.move(end.x - 40, y, { steps: 4 });
  await page.mouse.up();
  await expect(to).toHaveAttribute('aria-valuetext', /20 (?:septembre|September)/);
  await expect(page.getByText(t.single)).toHaveCount(0);
});

test('statistics work with the keyboard alone', async ({ page, account }) => {
  await openStatistics({ page, account }, 'pie');
  const focused = () =>
    page.evaluate(() => {
      const active = document.activeElement;
      const text = (active instanceof HTMLInputElement ? active.labels?.[0] : active)?.textContent;
      return `${active?.getAttribute('type') ?? active?.tagName ?? ''} ${active?.getAttribute('aria-label') ?? text ?? ''}`;
    });
  const tabTo = async (what: RegExp) => {
    for (let press = 0; press < 40; press += 1) {
      await page.keyboard.press('Tab');
      if (what.test(await focused())) return;
    }
    throw new Error(`Tab never came to ${String(what)}`);
  };
  await tabTo(/^radio Fleur/);
  await page.keyboard.press('ArrowRight');
  await waitForView(page, 'line');
  await tabTo(/^radio Tout/);
  await tabTo(/^range Début de la période/);
  await page.keyboard.press('PageUp');
  await expect(page.getByText(t.count(9))).toBeVisible();
  await page.keyboard.press('Home');
  await tabTo(/^range Fin de la période/);
  await tabTo(/Lire les scans/);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: t.pause })).toBeFocused();
  await page.keyboard.press('Space');
  await expect(page.getByRole('button', { name: t.play })).toBeFocused();
  await tabTo(/^range Scan affiché/);
  await page.keyboard.press('End');
  await page.keyboard.press('PageDown');
  await page.keyboard.press('ArrowUp');
  await expect(sliders(page).play).toHaveAttribute('aria-valuetext', t.at(5));
  // While the slider has the focus, a tooltip lists the answers, the highest first; Escape hides it.
  const bubble = page.locator('[data-tooltip]');
  await expect(bubble.locator('p').nth(1)).toHaveText('Paix8');
  await expect(bubble.locator('p').nth(7)).toHaveText('Amour de soi4');
  await page.keyboard.press('Escape');
  await expect(bubble).toHaveCount(0);
  await tabTo(/^button Courbe Paix/);
  await expect(page.locator('[data-line="red"]')).toHaveCSS('opacity', '0.25');
  await page.keyboard.press('Space');
  await expect(page.locator('[data-line="blue"]')).toHaveCount(0);
  await tabTo(/Voir le tableau/);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('table').getByRole('row')).toHaveCount(12);
  await tabTo(/Voir le calcul.*Équilibre général/);
  await page.keyboard.press('Enter');
  await expect(said(page).filter({ hasText: 'Leur moyenne est' })).toBeVisible();
});

for (const still of [false, true]) {
  test.describe(still ? 'where motion is unwelcome' : 'where motion is welcome', () => {
    test.use({ contextOptions: { reducedMotion: still ? 'reduce' : 'no-preference' } });

    test(
      still ? 'the bloom jumps to the next scan' : 'the bloom morphs into the next scan in 30 steps',
      async ({ page, account }) => {
        await page.clock.install();
        await openStatistics({ page, account }, 'pie');
        const petals = () =>
          shownBloom(page)
            .locator(':scope > g[data-hue] > path:first-child')
            .evaluateAll((paths) => paths.map((path) => path.getAttribute('d')).join(' '));
        const last = await petals();
        await stopClock(page);
        await sliders(page).play.press('ArrowLeft');
        await page.clock.runFor(1_200);
        const tenth = await petals();
        expect(tenth).not.toBe(last);
        await sliders(page).play.press('ArrowRight');
        await expect(sliders(page).play).toHaveAttribute('aria-valuetext', t.at(11));
        if (still) {
          expect(await petals()).toBe(last);
          return;
        }
        const seen = new Set<string>();
        for (let step = 0; step < 29; step += 1) {
          seen.add(await petals());
          await page.clock.runFor(33);
        }
        expect(seen.size).toBeGreaterThan(20);
        expect(seen.has(last)).toBe(false);
        await page.clock.runFor(66);
        expect(await petals()).toBe(last);
      },
    );
  });
}

test('each line can be identified without its colour', async ({ page, account }, info) => {
  await openStatistics({ page, account }, 'line');
  const signs = await page.locator('[data-line]').evaluateAll((lines) =>
    lines.map((line) => {
      const [path, marks] = line.querySelectorAll('path');
      return [
        path?.getAttribute('stroke-dasharray') ?? 'solid',
        path?.getAttribute('stroke-width'),
        marks?.getAttribute('data-marker') ?? 'no marker',
      ].join(', ');
    }),
  );
  expect(new Set(signs).size).toBe(7);
  // The legend has the same pattern beside glyph and name.
  const samples = await page
    .locator('[data-sample] > path:first-child')
    .evaluateAll((paths) => paths.map((path) => path.getAttribute('stroke-dasharray') ?? 'solid'));
  expect(samples).toEqual(signs.map((sign) => sign.split(',')[0]));
  // With forced colours, axis labels and glyphs have the colour of text.
  await page.emulateMedia({ forcedColors: 'active' });
  const text = await page.getByRole('heading', { level: 1 }).evaluate((heading) => getComputedStyle(heading).color);
  const inks = await page
    .getByRole('img', { name: /^Sept courbes/ })
    .locator('text, [data-end] > path:last-child')
    .evaluateAll((marks) =>
      marks.map((mark) => {
        const { fill, stroke } = getComputedStyle(mark);
        return fill === 'none' ? stroke : fill;
      }),
    );
  expect(inks.length).toBeGreaterThan(10);
  expect(new Set(inks)).toEqual(new Set([text]));
  await page.emulateMedia({ forcedColors: 'none' });
  // The glyphs at the ends do not overlap; each is at its line.
  const ends = await page
    .locator('[data-end] > path:last-child')
    .evaluateAll((glyphs) => glyphs.map((glyph) => ({ d: glyph.getAttribute('d'), y: glyph.getBoundingClientRect() })));
  expect(new Set(ends.map(({ d }) => d)).size).toBe(7);
  const middles = ends.map(({ y }) => y.top + y.height / 2).sort((a, b) => a - b);
  for (const [index, middle] of middles.entries())
    if (index > 0) expect(middle - (middles[index - 1] ?? 0)).toBeGreaterThan(20);

  // The pointer shows all seven answers of a scan, the highest first; a press selects the scan.
  const ground = page
    .getByRole('img', { name: /^Sept courbes/ })
    .locator('rect')
    .last();
  const bubble = page.locator('[data-tooltip] p');
  await ground.hover({ position: { x: 4, y: 100 } });
  await expect(bubble).toHaveText([
    /^samedi 1er août · 09.h.20$/,
    'Paix7',
    'Alignement6',
    'Joie5',
    'Sécurité4',
    'Foi intérieure4',
    'Plénitude3',
    'Amour de soi2',
  ]);
  await ground.click({ position: { x: 4, y: 100 } });
  await expect(sliders(page).play).toHaveAttribute('aria-valuetext', t.at(1));
  await page.mouse.move(2, 700);
  await expect(bubble).toHaveCount(0);

  await page.evaluate(() => {
    document.documentElement.style.filter = 'grayscale(1)';
  });
  await info.attach('lines in grey', { body: await page.screenshot(), contentType: 'image/png' });
});

test('every scan of a long history is played, two seconds each, in both views; faster only by choice @phone', async ({
  page,
  newPersona,
}) => {
  test.setTimeout(120_000);
  const count = 45;
  const persona = await newPersona();
  await persona.saveScans(count);
  const { play } = sliders(page);
  const shown = (index: number) => expect(play).toHaveAttribute('aria-valuetext', t.at(index, count));
  const start = page.getByRole('button', { name: t.play });
  await page.clock.install();
  for (const view of ['line', 'pie'] as const) {
    await persona.openInSharedSession(page, `/statistics?view=${view}`);
    await shown(count);
    await stopClock(page);
    await start.click();
    for (let index = 1; index < count; index += 1) {
      await shown(index);
      await page.clock.runFor(1_999);
      await shown(index);
      await page.clock.runFor(1);
    }
    await shown(count);
    await expect(start).toBeVisible();
    await page.clock.runFor(10_000);
    await shown(count);
    await page.clock.resume();
  }
  // In the bloom view the slider says all seven answers.
  await expect(play).toHaveAttribute('aria-valuetext', /(?:[^,]+ \d+ sur 10[,.]){7}$/);

  // Four times as fast, and from one week's last scan to the next one's.
  const speed = page.getByRole('combobox', { name: t.speed });
  await expect(speed).toHaveValue('one');
  await stopClock(page);
  await speed.selectOption({ label: '×4' });
  await start.click();
  await page.clock.runFor(500);
  await shown(2);
  await speed.selectOption({ label: 'par semaine' });
  const times = (await persona.scans()).map(({ createdAt }) => Date.parse(createdAt)).toSorted((a, b) => a - b);
  // One day after the other may still be the same Sunday, when the clocks go back.
  const isLast = (at: number, index: number) =>
    isSundayInParis(at) && !times.slice(index + 1, index + 2).some(isSundayInParis);
  const sundays = times.flatMap((at, index) => (isLast(at, index) && index > 1 ? [index + 1] : []));
  for (const sunday of sundays.slice(0, 3)) {
    await page.clock.runFor(2_000);
    await shown(sunday);
  }
  // The choice is not kept for the next visit.
  await page.reload();
  await expect(speed).toHaveValue('one');
});

/** How many dots a path draws. */
async function dotsIn(path: Locator): Promise<number> {
  return (await path.getAttribute('d'))?.match(/M/g)?.length ?? 0;
}

function isSundayInParis(at: number): boolean {
  return new Intl.DateTimeFormat('en', { weekday: 'long', timeZone: 'Europe/Paris' }).format(at) === 'Sunday';
}

test('thirty scans: lines apart where room is short, as chosen from then on; nothing is wider than the window @phone', async ({
  page,
  newPersona,
}, info) => {
  const persona = await newPersona();
  await persona.saveScans(30);
  await persona.openInSharedSession(page, '/dashboard');
  await page.getByRole('navigation').getByRole('link', { name: t.stats }).first().click();
  await expect(page.getByText(t.count(30))).toBeVisible();
  await expect(page.getByRole('heading', { level: 1, name: t.title })).toBeFocused();
  if (info.project.name === 'phone') await page.getByRole('radio', { name: t.lines }).check({ force: true });

  // 24 px for each scan decide as long as nobody has.
  const apart = page.getByRole('radio', { name: t.separate });
  const charts = page.locator('[data-chart]');
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(apart).toBeChecked();
  await expect(charts).toHaveCount(7);
  await page.setViewportSize({ width: 1800, height: 900 });
  await expect(page.getByRole('radio', { name: t.together })).toBeChecked();
  await waitForView(page, 'line');

  // Every scan is a dot of every line, and the sentence below is the name of the chart.
  await apart.check({ force: true });
  await expect(charts).toHaveCount(7);
  for (const dots of await page.locator('[data-chart] [data-dots]').all()) expect(await dotsIn(dots)).toBe(30);
  const sentence = /De \d+ à \d+ sur la période.; au plus bas 1 le .+, au plus haut 10 le .+.; très variable\.$/;
  await expect(page.getByText(sentence)).toBeVisible();
  await expect(
    page.getByRole('img', { name: new RegExp(`^Sécurité, du .+ au .+\\. ${sentence.source}`) }),
  ).toBeVisible();
  await expect(page.getByRole('img', { name: /^Plénitude, du .+ au .+\. Toujours 6\.$/ })).toBeVisible();
  await expect(page.getByText('Toujours 6.')).toBeVisible();

  // All have the same height until one is opened by its name, and closed by it.
  await expect(page.locator('[data-chart][data-open]')).toHaveCount(0);
  await page.getByRole('button', { name: t.front(poles.fr[2][1]) }).click();
  await expect(page.locator('[data-chart="yellow"][data-open]')).toHaveCount(1);
  await page.getByRole('button', { name: poles.fr[2][1], exact: true }).click();
  await expect(page.locator('[data-chart][data-open]')).toHaveCount(0);

  // The choice stays, also where there would be room; the analysis stays in both views.
  await page.reload();
  await expect(apart).toBeChecked();
  await expect(charts).toHaveCount(7);
  for (const choice of [t.separate, t.together, t.bloom]) {
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.getByRole('radio', { name: choice }).check({ force: true });
    for (const width of [320, 390, 768, 1099, 1100, 1440]) {
      await page.setViewportSize({ width, height: 844 });
      await expect(said(page).first()).toBeVisible();
      await expect(page.getByRole('heading', { name: t.period })).toBeInViewport();
      await expect(sliders(page).from).toBeInViewport();
      expect(await overflowX(page), `${choice} at ${width} px`).toBeLessThanOrEqual(0);
    }
  }
});

test('a row grows, and the charts of another preset fade in, unless the person prefers less motion', async ({
  page,
  account,
}) => {
  await openStatistics({ page, account }, 'line');
  await page.getByRole('radio', { name: t.separate }).check({ force: true });
  const front = page.getByRole('button', { name: t.front(poles.fr[2][1]) });
  await expect(front).toBeVisible();
  /** Presses a control, and gives the durations of what begins to move. */
  const press = (control: Locator) =>
    control.evaluate(async (element) => {
      if (element instanceof HTMLElement) element.click();
      await new Promise(requestAnimationFrame);
      const main = document.querySelector('main');
      return main?.getAnimations({ subtree: true }).map(({ effect }) => effect?.getTiming().duration) ?? [];
    });
  const peace = page.getByRole('button', { name: t.front(poles.fr[5][1]) });
  const preset = page.getByRole('radio', { name: t.thirtyDays });
  const grown = async (control: Locator) => (await press(control)).filter((duration) => duration === 220).length;
  expect(await grown(front)).toBe(0);
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  // One row opens while another one closes.
  expect(await grown(peace)).toBe(2);
  expect(await press(preset)).toContain(200);
});

test('five thousand scans: weeks in seven charts, every scan within reach @phone', async ({ page, newPersona }) => {
  const persona = await newPersona();
  await openManyStatistics({ page, persona }, 5_000);
  const range = page.getByRole('button', { name: t.dates });
  await expect(range).toHaveText(/^04\.02\.26 – 31\.08\.26/);
  await expect(page.getByText(/^5.000 scans$/)).toBeVisible();
  expect(await page.evaluate(() => document.querySelectorAll('*').length)).toBeLessThan(1_500);
  // Each has one line; the foot says what they are about.
  const sentence = /De \d(?:,\d)? à \d(?:,\d)?, entre /;
  await expect(page.getByRole('img', { name: new RegExp(`^Joie, du .+ au .+\\. ${sentence.source}`) })).toBeVisible();
  await expect(page.locator('p', { hasText: /^par semaine$/ })).toBeVisible();
  for (const one of await page.getByText(sentence).all()) expect((await one.boundingBox())?.height).toBeLessThan(24);

  // The slider moves by a scan, also here; the week of the scan is described.
  const { play } = sliders(page);
  await play.press('ArrowLeft');
  await expect(play).toHaveAttribute('aria-valuetext', /^Scan 4.999 sur 5.000, /);
  await expect(page.getByRole('heading', { name: 'du 31 août au 6 septembre' })).toBeVisible();
  await page.getByRole('button', { name: t.table }).click();
  await expect(page.getByRole('table').getByRole('row')).toHaveCount(32);

  // One chart draws the same weeks.
  await page.getByRole('radio', { name: t.together }).check({ force: true });
  await waitForView(page, 'line');

  // Presets, and days with so few scans that each has its point.
  await page.getByRole('radio', { name: t.thirtyDays }).check({ force: true });
  await expect(range).toHaveText(/^02\.08\.26 – 31\.08\.26/);
  await expect(page.getByText('709 scans', { exact: true })).toBeVisible();
  await range.click();
  await page.locator('input[type="date"]').nth(0).fill('2026-08-31');
  await page.getByRole('radio', { name: t.separate }).check({ force: true });
  await expect.poll(() => dotsIn(page.locator('[data-chart="red"] [data-dots]'))).toBe(13);
});

test('several scans a day, equal times, a change of the clock and another year', async ({ page, newPersona }) => {
  const persona = await newPersona();
  const five = [5, 5, 5, 5, 5, 5, 5];
  // 23:30 and 00:30 in Paris; the same time twice; the hour that occurs twice; more than twelve months apart.
  for (const createdAt of [
    '2024-03-01T08:00:00Z',
    '2025-10-26T00:30:00Z',
    '2025-10-26T01:30:00Z',
    '2026-06-01T21:30:00Z',
    '2026-06-01T22:30:00Z',
    '2026-06-01T22:30:00Z',
  ])
    await persona.saveScan(five, createdAt);
  await persona.openInNewSession(page, '/statistics?view=line');
  await waitForView(page, 'line');
  const { play } = sliders(page);
  const since = () => said(page).last();
  // At first the twelve months up to the last scan; one button shows all of them, and then returns.
  await expect(page.getByText(t.count(5))).toBeVisible();
  await expect(page.getByRole('button', { name: t.dates })).toHaveText(/^03\.06\.25/);
  await expect(since()).toHaveText(/Le même jour$/);
  await play.press('ArrowLeft');
  await expect(play).toHaveAttribute('aria-valuetext', t.at(4, 5));
  await expect(since()).toHaveText(/1 jour$/);
  await play.press('Home');
  await play.press('ArrowRight');
  await expect(play).toHaveAttribute('aria-valuetext', /dimanche 26 octobre 2025 à 02.h.30$/);
  await expect(since()).toHaveText(/Le même jour$/);
  await play.press('ArrowLeft');
  await expect(since()).toHaveText(/604 jours$/);
  await page.getByRole('radio', { name: 'Tout', exact: true }).check({ force: true });
  await expect(page.getByText(t.count(6))).toBeVisible();
  await play.press('Home');
  await expect(said(page)).toHaveCount(4);
  await expect(said(page).first()).toContainText('rien à comparer encore');
  await expect(said(page).last()).toContainText('Dominante stable');
  await page.getByRole('radio', { name: '1 an' }).check({ force: true });
  await expect(page.getByText(t.count(5))).toBeVisible();
});

test('statistics: login without a session, invitation without scans, retry after a failure', async ({
  page,
  w,
  pageErrors,
  newPersona,
}) => {
  pageErrors.allowFailedRequests();
  await page.goto('/statistics');
  await expect(page.getByRole('dialog').getByText(w.historyLogin)).toBeVisible();
  await expect(page).toHaveURL(/\/$/);

  const persona = await newPersona();
  await page.route(list, (route) => route.fulfill({ status: 500, json: {} }));
  await persona.openInNewSession(page, '/statistics');
  await expect(page.getByText(w.historyError)).toBeVisible({ timeout: 20_000 });
  await page.unroute(list);
  await page.getByRole('button', { name: w.retry }).click();
  await expect(page.getByText(t.empty)).toBeVisible();
  await expect(page.getByRole('link', { name: w.startScan })).toHaveAttribute('href', '/bodyscan');

  // A scan in the outbox appears as soon as it has been sent.
  await persona.saveScan([7, 4, 9, 6, 3, 8, 7]);
  await page.reload();
  await page.getByRole('navigation').getByRole('link', { name: t.stats }).first().click();
  await expect(page.getByText(t.single)).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(t.title);
});

test('the bloom alone loads no chart; the space of the chart is reserved', async ({ page, w, account }) => {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await openStatistics({ page, account }, 'pie');
  await page.waitForLoadState('networkidle');
  // The library and our chart code; the placeholder alone is three kilobytes.
  const drawing = () => asked.filter((path) => /(?:lines-chart|chart-theme|use-escape)-/.test(path));
  expect(drawing()).toEqual([]);
  const waiting = page.getByRole('main').getByText(w.loading);
  const middleOf = async (what: Locator) => {
    const box = await what.boundingBox();
    if (!box) throw new Error('not on the screen');
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  };
  const code = holdRequests();
  await page.route(/lines-chart/, code.hold);
  await page.getByRole('radio', { name: t.lines }).check({ force: true });
  await expect(waiting).toBeVisible();
  const awaited = await middleOf(waiting);
  const legend = await middleOf(page.getByRole('list', { name: t.legend }));
  code.release();
  await waitForView(page, 'line');
  await expect(waiting).toHaveCount(0);
  expect(await middleOf(page.getByRole('list', { name: t.legend }))).toEqual(legend);
  expect(drawing().length).toBeGreaterThan(1);

  // Without the scans there is still the title, and a loading state in the chart's place.
  const scans = holdRequests();
  await page.route(list, scans.hold);
  // A blank page, so that this one writes no more copies.
  await page.goto('/favicon.svg');
  await deleteDeviceCopies(page);
  await page.goto('/statistics?view=line');
  await expect(waiting).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(t.title);
  const before = await middleOf(waiting);
  expect(Math.abs(before.x - awaited.x)).toBeLessThan(2);
  expect(Math.abs(before.y - awaited.y)).toBeLessThan(2);
  scans.release();
  await waitForView(page, 'line');
});
