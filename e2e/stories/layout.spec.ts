import type { Locator, Page } from '@playwright/test';
import { loginButton, loginDialog } from '../support/auth.ts';
import { expect, test } from '../support/fixtures.ts';
import { writeJournal } from '../support/journal.ts';
import { open, waitUntilSettled } from '../support/page.ts';
import { mockMarks } from '../support/mock-marks.ts';
import { type Edges, edgesOf, type Mark } from '../support/pixels.ts';
import { answer, fillIn, takeScan } from '../support/quiz.ts';
import type { ScreenContext } from '../support/screens.ts';
import { openStatistics } from '../support/statistics.ts';
import type { Language } from '../support/words.ts';

/** Largest allowed distance from the mock, px. */
const tolerance = 8;
interface Mock {
  readonly size: readonly [number, number];
  readonly theme: 'day' | 'night';
  readonly language: Language;
  readonly go: (screen: ScreenContext) => Promise<void>;
}

async function stillHome({ page, w }: ScreenContext): Promise<void> {
  await open(page, '/');
  await page.getByRole('button', { name: w.stopAnimation }).click();
  await page.mouse.move(2, 500);
}

async function quizAs(screen: ScreenContext, answers: readonly number[], last: number | null): Promise<void> {
  const persona = await screen.newPersona();
  await persona.openInNewSession(screen.page, '/bodyscan');
  await fillIn(screen.page, screen.w, answers);
  await screen.page.getByRole('button', { name: screen.w.next, exact: true }).click();
  if (last !== null) await answer(screen.page, screen.w, last);
  // Next as it looks without the pointer.
  await screen.page.mouse.move(0, 0);
}

async function someHistory({ page, newPersona }: ScreenContext): Promise<void> {
  const persona = await newPersona();
  await persona.saveScan([6, 5, 7, 6, 5, 7, 6], '2026-01-05T06:52:00.000Z');
  await persona.saveScan([7, 4, 9, 6, 3, 8, 7], '2026-01-08T20:14:00.000Z');
  await persona.openInNewSession(page, '/history');
  await expect(page.getByRole('article')).toHaveCount(2);
}

/** Seven charts: the choice of the person, and on a phone the layout without one. */
async function separateLines(screen: ScreenContext): Promise<void> {
  await openStatistics(screen, 'line');
  await screen.page.getByRole('radio', { name: 'Séparées' }).check({ force: true });
  await expect(screen.page.locator('[data-chart]')).toHaveCount(7);
}

async function someNotes({ page, newPersona }: ScreenContext): Promise<void> {
  const persona = await newPersona();
  await writeJournal(persona);
  await persona.openInNewSession(page, '/note');
  await expect(page.getByRole('link', { name: 'Ouvrir le scan' })).toBeVisible();
  await expect(page.getByRole('article').nth(1)).toBeVisible();
  // The mock of the phone has it open.
  if (!(await page.getByRole('grid').isVisible()))
    await page.getByRole('button', { name: 'Calendrier', exact: true }).click();
}

/** A note about a joy, in a window as high as the one above a keyboard. */
async function writeAboutJoy({ page, newPersona }: ScreenContext): Promise<void> {
  const persona = await newPersona();
  await persona.saveScan([7, 4, 9, 6, 3, 8, 7]);
  const [scan] = await persona.scans();
  await persona.openInNewSession(page, `/note?new=yellow&scan=${scan?._id ?? ''}`);
  const editor = page.getByRole('dialog', { name: 'Nouvelle note' });
  await editor.getByRole('textbox').fill('On a fini par en rire, toutes les deux, debout dans le couloir.');
  await editor.getByRole('button', { name: 'Question suivante' }).click();
}

async function loginOverHome(screen: ScreenContext): Promise<void> {
  await stillHome(screen);
  await loginButton(screen.page, screen.w).click();
  await expect(loginDialog(screen.page, screen.w)).toBeVisible();
}

const mocks: Readonly<Record<string, Mock>> = {
  '3-stats-separate-desktop': { size: [1440, 900], theme: 'day', language: 'fr', go: separateLines },
  '3-stats-separate-phone': { size: [390, 844], theme: 'day', language: 'fr', go: separateLines },
  'home-desktop': { size: [1440, 900], theme: 'day', language: 'fr', go: stillHome },
  'home-phone': { size: [390, 844], theme: 'night', language: 'fr', go: stillHome },
  'quiz-desktop': {
    size: [1440, 900],
    theme: 'night',
    language: 'en',
    go: (screen) => quizAs(screen, [8, 6, 8, 7, 6], null),
  },
  '2-quiz-phone': { size: [390, 844], theme: 'day', language: 'fr', go: (screen) => quizAs(screen, [7], 4) },
  'result-desktop': {
    size: [1440, 900],
    theme: 'day',
    language: 'fr',
    go: ({ page, w }) => takeScan(page, w, [7, 4, 9, 6, 3, 8, 7]),
  },
  'result-phone': {
    size: [390, 844],
    theme: 'night',
    language: 'fr',
    go: ({ page, w }) => takeScan(page, w, [3, 2, 4, 2, 3, 5, 2]),
  },
  'result-short': {
    size: [1366, 768],
    theme: 'day',
    language: 'fr',
    go: ({ page, w }) => takeScan(page, w, [7, 4, 9, 6, 3, 8, 7]),
  },
  'login-desktop': { size: [1440, 900], theme: 'day', language: 'fr', go: loginOverHome },
  'notes-desktop': { size: [1440, 900], theme: 'day', language: 'fr', go: someNotes },
  'notes-phone': { size: [390, 844], theme: 'day', language: 'fr', go: someNotes },
  '2-editor-phone-keyboard': { size: [390, 504], theme: 'day', language: 'fr', go: writeAboutJoy },
  'history-desktop': { size: [1440, 900], theme: 'day', language: 'fr', go: someHistory },
  'history-phone': { size: [390, 844], theme: 'day', language: 'fr', go: someHistory },
};

/** Marks that are too far from their place in the mock. */
function farFrom(marks: readonly Mark[], found: readonly (Edges | null)[]): string[] {
  return marks.flatMap(({ name, at }, index) => {
    const edges = found[index];
    if (!edges) return [`${name}: not found`];
    return (Object.entries(at) as [keyof Edges, number][])
      .filter(([edge, wanted]) => Math.abs(edges[edge] - wanted) > tolerance)
      .map(([edge, wanted]) => `${name}: ${edge} at ${edges[edge]}, in the mock at ${wanted}`);
  });
}

const marksOf = mockMarks();

/** One mock of each kind of screen that is affected by small changes. */
const representative: ReadonlySet<string> = new Set([
  'home-phone',
  '2-quiz-phone',
  'result-phone',
  '3-stats-separate-desktop',
]);

for (const [name, mock] of Object.entries(mocks)) {
  const marks = marksOf.get(name) ?? [];
  test.describe('compared with the mock', () => {
    test.use({
      language: mock.language,
      colorScheme: mock.theme === 'night' ? 'dark' : 'light',
      viewport: { width: mock.size[0], height: mock.size[1] },
      // The mocks show the page with motion, after all animations have ended.
      contextOptions: { reducedMotion: 'no-preference' },
    });

    const kind = representative.has(name) ? ' @journey' : '';
    test(`${name}: nothing is more than ${tolerance} px off${kind}`, async ({
      page,
      w,
      pageErrors,
      newPersona,
      account,
      browser,
    }) => {
      await mock.go({ page, w, pageErrors, newPersona, account });
      await page.mouse.move(2, 700);
      expect(marks.length).toBeGreaterThan(0);
      // Some parts are animated by script and have no event for the end.
      await expect
        .poll(
          async () => {
            await waitUntilSettled(page);
            return farFrom(marks, await edgesOf(browser, page, marks));
          },
          { intervals: [250, 500, 1_000] },
        )
        .toEqual([]);
    });
  });
}

test('a question, its discs and its buttons are visible at once in every window that has space for them @journey', async ({
  page,
  w,
}) => {
  const run = (index: number) =>
    JSON.stringify({ answers: Array.from({ length: 7 }, (_, at) => (at < index ? 5 : null)), index, elapsed: 0 });
  await open(page, '/help');
  // The longest question, with the line about restored answers.
  await page.evaluate((kept) => localStorage.setItem('quizRun', kept), run(6));
  await open(page, '/bodyscan');
  await expect(page.getByText(w.resumed)).toBeVisible();
  for (const [width, height] of [
    [1024, 768],
    [1280, 720],
    [768, 1024],
    [1366, 650],
    [720, 450],
  ] as const) {
    await page.setViewportSize({ width, height });
    const bottom = async (element: Locator) => {
      const box = await element.boundingBox();
      return box ? box.y + box.height : Infinity;
    };
    const buttons = page.getByRole('button', { name: w.previous, exact: true });
    const size = `${width} x ${height}`;
    await expect.poll(() => bottom(buttons), size).toBeLessThanOrEqual(height);
    const top = (await buttons.boundingBox())?.y ?? 0;
    expect(await bottom(page.getByRole('radiogroup')), size).toBeLessThanOrEqual(top);
  }
});

/** How much of the window's height its bars take, from 0 to 1. */
const shareOfBars = (page: Page) =>
  page.evaluate(() => {
    const bars = [...document.querySelectorAll('body *:not(section)')].filter((element) => {
      const { top, bottom, width, height } = element.getBoundingClientRect();
      const stays = /fixed|sticky/.test(getComputedStyle(element).position) && element.checkVisibility();
      return stays && bottom > 0 && top < innerHeight && width > innerWidth / 2 && height > 0;
    });
    return bars.reduce((sum, bar) => sum + bar.getBoundingClientRect().height, 0) / innerHeight;
  });

test('in a window of 1280 x 900 at 200 % the bars take at most a fifth', async ({ page, w, account }) => {
  await page.setViewportSize({ width: 640, height: 450 });
  const persona = await account('writer');
  for (const path of ['/dashboard', '/note', '/profile', '/profile/reminder', '/history/week/2026-W47', '/history']) {
    await persona.openInSharedSession(page, path);
    await expect(page.getByRole('main').getByRole('heading').first()).toBeVisible();
    expect(await shareOfBars(page), path).toBeLessThanOrEqual(0.2);
  }
  await page.getByRole('article').getByRole('link').first().click();
  await expect(page.getByRole('region', { name: w.scales })).toBeVisible();
  expect(await shareOfBars(page), 'a scan').toBeLessThanOrEqual(0.2);
});
