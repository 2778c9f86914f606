import type { Page } from '@playwright/test';
import { loginButton, loginDialog } from '../support/auth.ts';
import { expect, test } from '../support/fixtures.ts';
import { open, overflowX } from '../support/page.ts';
import { type Edges, edgesOf, type Mark } from '../support/pixels.ts';
import { answer, fillIn, takeScan } from '../support/quiz.ts';
import { screens, type Stage } from '../support/screens.ts';
import type { Language } from '../support/words.ts';

/** Largest distance from the mock, px. */
const tolerance = 8;
/** How much the phone quiz moves up: the way to help, which the mocks do not have, stands on its last line. */
const helpLine = 16;

const ink = '#2d2239';
const ink2 = '#564c60';
const control = '#8d7d8b';
const line = '#e3d6d1';
const nightInk = '#f2ece4';
const nightInk2 = '#c4bac6';
const nightControl = '#7c758b';

interface Mock {
  readonly size: readonly [number, number];
  readonly theme: 'day' | 'night';
  readonly language: Language;
  readonly go: (stage: Stage) => Promise<void>;
  readonly marks: readonly Mark[];
}

async function stillHome({ page, w }: Stage): Promise<void> {
  await open(page, '/');
  await page.getByRole('button', { name: w.stopAnimation }).click();
  await page.mouse.move(2, 500);
}

async function quizAs(stage: Stage, answers: readonly number[], last: number | null): Promise<void> {
  const persona = await stage.newPersona();
  await persona.arrive(stage.page, '/bodyscan');
  await fillIn(stage.page, stage.w, answers);
  await stage.page.getByRole('button', { name: stage.w.next, exact: true }).click();
  if (last !== null) await answer(stage.page, stage.w, last);
}

async function someHistory({ page, newPersona }: Stage): Promise<void> {
  const persona = await newPersona();
  await persona.saveScan([6, 5, 7, 6, 5, 7, 6], '2026-01-05T06:52:00.000Z');
  await persona.saveScan([7, 4, 9, 6, 3, 8, 7], '2026-01-08T20:14:00.000Z');
  await persona.arrive(page, '/history');
  await expect(page.getByRole('article')).toHaveCount(2);
}

/** Measured in the mocks of the design brief; ink boxes, so that fonts and line heights count too. */
const mocks: Record<string, Mock> = {
  'home-desktop': {
    size: [1440, 900],
    theme: 'day',
    language: 'fr',
    go: stillHome,
    marks: [
      {
        name: 'red petal',
        within: [860, 90, 1180, 420],
        colour: '#ce5057',
        at: { left: 915, top: 154, right: 1117, bottom: 355 },
      },
      {
        name: 'yellow petal',
        within: [640, 330, 1000, 680],
        colour: '#a57b1f',
        at: { left: 719, top: 389, bottom: 597 },
      },
      {
        name: 'blue petal',
        within: [1040, 330, 1400, 680],
        colour: '#4375c9',
        at: { top: 392, right: 1302, bottom: 591 },
      },
      { name: 'green petal', within: [760, 450, 1016, 800], colour: '#40905a', at: { left: 828, bottom: 707 } },
      {
        name: 'welcome line',
        within: [60, 195, 420, 245],
        colour: ink2,
        near: 30,
        at: { left: 106, top: 218, bottom: 229 },
      },
      {
        name: 'title',
        within: [60, 250, 700, 395],
        colour: ink,
        near: 20,
        at: { left: 107, top: 268, right: 588, bottom: 387 },
      },
      { name: 'lead', within: [60, 398, 700, 510], colour: ink2, near: 30, at: { left: 105, top: 413 } },
      {
        name: 'prompt',
        within: [60, 535, 216, 600],
        colour: ink,
        near: 30,
        at: { left: 106, top: 555, right: 209, bottom: 579 },
      },
      {
        name: 'login button',
        within: [1288, 4, 1436, 70],
        colour: control,
        near: 20,
        at: { left: 1301, top: 14, right: 1412, bottom: 58 },
      },
      { name: 'far hill', within: [0, 640, 5, 900], colour: '#f1e1e4', near: 3, at: { top: 718 } },
      {
        name: 'fund line',
        within: [60, 835, 700, 890],
        colour: ink2,
        near: 30,
        at: { left: 106, top: 855, right: 606, bottom: 868 },
      },
    ],
  },
  'home-phone': {
    size: [390, 844],
    theme: 'night',
    language: 'fr',
    go: stillHome,
    marks: [
      {
        name: 'red petal',
        within: [110, 395, 280, 560],
        colour: '#eb7e80',
        at: { left: 138, top: 424, right: 252, bottom: 538 },
      },
      { name: 'yellow petal', within: [0, 520, 180, 700], colour: '#e8c56c', at: { left: 27, top: 558, bottom: 675 } },
      {
        name: 'blue petal',
        within: [220, 520, 390, 700],
        colour: '#75a1e3',
        near: 12,
        at: { right: 357, bottom: 672 },
      },
      { name: 'green petal', within: [60, 600, 194, 780], colour: '#7cbf8a', at: { left: 89, bottom: 737 } },
      {
        name: 'welcome line',
        within: [0, 84, 250, 118],
        colour: nightInk2,
        near: 40,
        at: { left: 26, top: 97, bottom: 108 },
      },
      { name: 'title', within: [0, 120, 390, 216], colour: nightInk, near: 30, at: { left: 26, top: 136, right: 363 } },
      {
        name: 'prompt',
        within: [120, 362, 270, 406],
        colour: nightInk,
        near: 40,
        at: { left: 144, top: 379, right: 249, bottom: 403 },
      },
      {
        name: 'login button',
        within: [255, 2, 390, 58],
        colour: nightControl,
        near: 20,
        at: { left: 269, top: 8, right: 380, bottom: 52 },
      },
      {
        name: 'fund line',
        within: [0, 770, 390, 812],
        colour: nightInk2,
        near: 40,
        // The way to help, which the mock does not have, takes the last line; this one moves up.
        at: { left: 49, top: 787, right: 342, bottom: 801 },
      },
    ],
  },
  'quiz-desktop': {
    size: [1440, 900],
    theme: 'night',
    language: 'en',
    go: (stage) => quizAs(stage, [8, 6, 8, 7, 6], null),
    marks: [
      {
        name: 'red petal',
        within: [330, 160, 620, 420],
        colour: '#eb7e80',
        at: { left: 402, top: 217, right: 552, bottom: 364 },
      },
      { name: 'question', within: [690, 200, 1420, 420], colour: nightInk, near: 40, at: { left: 739 } },
      {
        name: 'first disc',
        within: [730, 505, 800, 596],
        colour: nightControl,
        near: 20,
        at: { left: 747, right: 787 },
      },
      {
        name: 'last disc',
        within: [1316, 450, 1420, 620],
        colour: nightControl,
        near: 20,
        at: { left: 1328, right: 1388 },
      },
      {
        name: 'Previous',
        within: [225, 790, 430, 890],
        colour: nightControl,
        near: 20,
        at: { left: 256, top: 812, right: 399, bottom: 860 },
      },
      {
        name: 'Next',
        within: [1240, 790, 1430, 890],
        colour: '#393345',
        near: 12,
        at: { left: 1272, top: 812, right: 1384, bottom: 860 },
      },
      {
        name: 'active entry',
        within: [0, 80, 230, 150],
        colour: '#221b2d',
        near: 2,
        at: { left: 16, top: 92, right: 196, bottom: 140 },
      },
    ],
  },
  'quiz-phone': {
    size: [390, 844],
    theme: 'day',
    language: 'fr',
    go: (stage) => quizAs(stage, [7, 4], 8),
    marks: [
      {
        name: 'red petal',
        within: [130, 64, 260, 190],
        colour: '#ce5057',
        near: 16,
        at: { left: 155, top: 87, right: 235, bottom: 166 },
      },
      { name: 'current petal', within: [50, 150, 168, 290], colour: ink, at: { left: 73, bottom: 267 } },
      {
        name: 'first disc',
        within: [22, 495, 84, 571],
        colour: control,
        near: 20,
        at: { left: 35, top: 533 - helpLine, right: 75, bottom: 573 - helpLine },
      },
      {
        name: 'last disc',
        within: [300, 572, 388, 654],
        colour: control,
        near: 20,
        at: { left: 310, top: 593 - helpLine, right: 370, bottom: 653 - helpLine },
      },
      {
        name: 'left pole',
        within: [10, 470, 90, 516],
        colour: ink,
        near: 30,
        at: { left: 24, top: 493 - helpLine, bottom: 505 - helpLine },
      },
      {
        name: 'right pole',
        within: [300, 650, 388, 695],
        colour: '#7a5805',
        near: 30,
        at: { top: 671 - helpLine, right: 366, bottom: 683 - helpLine },
      },
      {
        name: 'Previous',
        within: [5, 730, 186, 835],
        colour: control,
        near: 20,
        at: { left: 20, top: 768 - helpLine, right: 178 },
      },
      {
        name: 'Next',
        within: [180, 730, 390, 835],
        colour: '#322543',
        near: 6,
        at: { left: 191, top: 768 - helpLine, right: 370, bottom: 816 - helpLine },
      },
    ],
  },
  'result-desktop': {
    size: [1440, 900],
    theme: 'day',
    language: 'fr',
    go: ({ page, w }) => takeScan(page, w, [7, 4, 9, 6, 3, 8, 7]),
    marks: [
      {
        name: 'room left to grow',
        within: [40, 166, 735, 850],
        colour: line,
        near: 6,
        at: { left: 82, top: 177, right: 706, bottom: 793 },
      },
      {
        name: 'red petal',
        within: [230, 180, 560, 430],
        colour: '#ce5057',
        at: { left: 296, top: 211, right: 492, bottom: 369 },
      },
      { name: 'yellow petal', within: [60, 400, 340, 700], colour: '#a57b1f', at: { left: 94, top: 438, bottom: 648 } },
      { name: 'date', within: [70, 108, 700, 165], colour: ink, near: 30, at: { left: 106, top: 117 } },
      {
        name: 'Réflexion',
        within: [1150, 80, 1400, 180],
        colour: control,
        near: 20,
        at: { left: 1188, top: 107, right: 1336, bottom: 155 },
      },
      {
        name: 'first marker',
        within: [1050, 190, 1160, 268],
        colour: '#ce5057',
        near: 12,
        at: { left: 1084, top: 208, right: 1126, bottom: 250 },
      },
      {
        name: 'last marker',
        within: [1050, 570, 1160, 660],
        colour: '#8c59b5',
        near: 12,
        at: { left: 1084, top: 592, right: 1126, bottom: 634 },
      },
      {
        name: 'banner',
        within: [735, 680, 1420, 800],
        colour: '#f5eae6',
        near: 1,
        at: { left: 752, top: 696, right: 1336, bottom: 768 },
      },
    ],
  },
  'result-phone': {
    size: [390, 844],
    theme: 'night',
    language: 'fr',
    go: ({ page, w }) => takeScan(page, w, [3, 2, 4, 2, 3, 5, 2]),
    marks: [
      {
        name: 'room left to grow',
        within: [0, 86, 390, 456],
        colour: '#393345',
        near: 6,
        at: { left: 15, top: 90, right: 375, bottom: 446 },
      },
      {
        name: 'red petal',
        within: [120, 110, 270, 220],
        colour: '#eb7e80',
        at: { left: 148, top: 136, right: 242, bottom: 200 },
      },
      {
        name: 'banner',
        within: [10, 425, 50, 535],
        colour: '#221b2d',
        near: 1,
        at: { left: 20, top: 440, bottom: 517 },
      },
      {
        name: 'Connexion',
        within: [235, 440, 384, 525],
        colour: '#f2e4d1',
        near: 5,
        at: { left: 248, top: 460, right: 358, bottom: 504 },
      },
      {
        name: 'first marker',
        within: [70, 540, 170, 620],
        colour: '#eb7e80',
        near: 14,
        at: { left: 96, top: 559, bottom: 596 },
      },
      {
        name: 'second marker',
        within: [50, 612, 115, 690],
        colour: '#ee9f65',
        near: 14,
        at: { left: 65, top: 628, bottom: 666 },
      },
      { name: 'date', within: [0, 60, 260, 88], colour: nightInk2, near: 40, at: { left: 20, top: 68 } },
    ],
  },
  'result-short': {
    size: [1366, 768],
    theme: 'day',
    language: 'fr',
    go: ({ page, w }) => takeScan(page, w, [7, 4, 9, 6, 3, 8, 7]),
    marks: [
      {
        name: 'room left to grow',
        within: [30, 112, 642, 690],
        colour: line,
        near: 6,
        at: { left: 72, top: 126, right: 580, bottom: 627 },
      },
      { name: 'date', within: [40, 76, 460, 110], colour: ink2, near: 30, at: { left: 73, top: 86 } },
      {
        name: 'Réflexion',
        within: [1110, 62, 1350, 132],
        colour: control,
        near: 20,
        at: { left: 1162, top: 72, right: 1294, bottom: 116 },
      },
      {
        name: 'first marker',
        within: [980, 130, 1100, 200],
        colour: '#ce5057',
        near: 12,
        at: { left: 1019, top: 147, right: 1061, bottom: 188 },
      },
      {
        name: 'last marker',
        within: [980, 440, 1100, 520],
        colour: '#8c59b5',
        near: 12,
        at: { left: 1019, top: 458, right: 1061, bottom: 500 },
      },
      {
        name: 'banner',
        within: [600, 530, 1366, 660],
        colour: '#f5eae6',
        near: 1,
        at: { left: 648, top: 548, right: 1294, bottom: 620 },
      },
    ],
  },
  'login-desktop': {
    size: [1440, 900],
    theme: 'day',
    language: 'fr',
    go: async (stage) => {
      await stillHome(stage);
      await loginButton(stage.page, stage.w).click();
      await expect(loginDialog(stage.page, stage.w)).toBeVisible();
    },
    marks: [
      // Without the two error lines and the link of the mock the modal is lower; its sides stay.
      { name: 'panel', within: [440, 40, 1010, 860], colour: '#fffaf8', near: 1, at: { left: 500, right: 940 } },
      { name: 'title', within: [520, 60, 720, 320], colour: ink, near: 30, at: { left: 542 } },
      { name: 'submit', within: [510, 300, 930, 760], colour: '#322543', near: 3, at: { left: 541, right: 899 } },
    ],
  },
  'history-desktop': {
    size: [1440, 900],
    theme: 'day',
    language: 'fr',
    go: someHistory,
    marks: [
      {
        name: 'title',
        within: [240, 76, 520, 130],
        colour: ink,
        near: 30,
        at: { left: 261, top: 88, right: 436, bottom: 128 },
      },
      {
        name: 'lead',
        within: [240, 128, 600, 160],
        colour: ink2,
        near: 30,
        at: { left: 256, top: 132, right: 557, bottom: 149 },
      },
      {
        name: 'first hairline',
        within: [240, 156, 1420, 182],
        colour: line,
        near: 4,
        at: { left: 256, top: 168, right: 1384 },
      },
      { name: 'second hairline', within: [700, 322, 1420, 358], colour: line, near: 4, at: { top: 339, right: 1384 } },
      {
        name: 'red petal of the first row',
        within: [280, 180, 380, 250],
        colour: '#e97074',
        near: 14,
        at: { top: 195 },
      },
      { name: 'date', within: [410, 190, 650, 232], colour: ink, near: 30, at: { left: 425, top: 204 } },
      {
        name: 'first glyph',
        within: [416, 240, 460, 280],
        colour: '#a3303a',
        near: 30,
        at: { left: 428, top: 251, right: 442, bottom: 267 },
      },
      { name: 'active entry', within: [0, 80, 230, 320], colour: '#f5eae6', near: 1, at: { left: 16, right: 196 } },
    ],
  },
  'history-phone': {
    size: [390, 844],
    theme: 'day',
    language: 'fr',
    go: someHistory,
    marks: [
      { name: 'title', within: [0, 64, 200, 110], colour: ink, near: 30, at: { left: 24, top: 77, right: 161 } },
      {
        name: 'first hairline',
        within: [0, 130, 390, 154],
        colour: line,
        near: 5,
        at: { left: 20, top: 141, right: 370 },
      },
      { name: 'date', within: [118, 150, 330, 184], colour: ink, near: 30, at: { left: 129, top: 163 } },
      {
        name: 'first glyph',
        within: [124, 204, 160, 236],
        colour: '#a3303a',
        near: 30,
        at: { left: 138, top: 216, bottom: 232 },
      },
      {
        name: 'last glyph',
        within: [336, 204, 380, 236],
        colour: '#6f3a97',
        near: 30,
        at: { right: 359, top: 216, bottom: 231 },
      },
      {
        name: 'bottom bar',
        within: [0, 740, 30, 844],
        colour: '#fffaf8',
        near: 1,
        at: { left: 0, top: 773, bottom: 844 },
      },
    ],
  },
};

for (const [name, mock] of Object.entries(mocks)) {
  test.describe('beside the mock', () => {
    test.use({
      language: mock.language,
      colorScheme: mock.theme === 'night' ? 'dark' : 'light',
      viewport: { width: mock.size[0], height: mock.size[1] },
    });

    test(`${name}: nothing is more than ${tolerance} px off`, async ({ page, w, watch, newPersona, browser }) => {
      await mock.go({ page, w, watch, newPersona });
      await page.mouse.move(2, 700);
      await page.evaluate(() => document.fonts.ready.then(() => undefined));
      await page.waitForTimeout(1_000);
      const found = await edgesOf(browser, page, mock.marks);
      const off = mock.marks.flatMap(({ name: what, at }, index) => {
        const edges = found[index];
        if (!edges) return [`${what}: not found`];
        return (Object.entries(at) as [keyof Edges, number][])
          .filter(([edge, wanted]) => Math.abs(edges[edge] - wanted) > tolerance)
          .map(([edge, wanted]) => `${what}: ${edge} at ${edges[edge]}, in the mock at ${wanted}`);
      });
      expect(off).toEqual([]);
    });
  });
}

/** Controls that another layer covers where the browser scrolls to when they take the focus. */
function covered(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const found: string[] = [];
    const scope = document.querySelector('dialog[open]') ?? document.querySelector('#root') ?? document.body;
    for (const control of scope.querySelectorAll<HTMLElement>('main a[href], main button, footer a[href], input')) {
      if (control.closest('svg') || !control.checkVisibility()) continue;
      control.focus();
      const box = control.getBoundingClientRect();
      const top = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
      const label = control.closest('label');
      if (!top || !(control.contains(top) || top.contains(control) || label?.contains(top)))
        found.push(`${control.getAttribute('aria-label') ?? control.textContent.slice(0, 40)} under ${top?.className}`);
    }
    return found;
  });
}

const sizes = [
  [390, 844],
  [1440, 900],
  [1366, 768],
] as const;

for (const [width, height] of sizes) {
  for (const theme of ['day', 'night'] as const) {
    test.describe(`${width} x ${height}, ${theme}`, () => {
      test.use({
        viewport: { width, height },
        colorScheme: theme === 'night' ? 'dark' : 'light',
        contextOptions: { reducedMotion: 'reduce' },
      });

      test('nothing runs out of the window or hides behind a bar', async ({ page, w, watch, newPersona }) => {
        test.setTimeout(120_000);
        for (const name of [
          'home',
          'quiz, answered',
          'result, logged out',
          'help',
          'privacy',
          'result, logged in',
          'history, full',
          'login, empty',
        ]) {
          if (name === 'login, empty') await page.evaluate(() => localStorage.clear());
          await page.evaluate(() => localStorage.removeItem('quizRun')).catch(() => undefined);
          await screens[name]?.({ page, w, watch, newPersona });
          await page.waitForTimeout(250);
          expect(await overflowX(page), name).toBeLessThanOrEqual(0);
          expect(await covered(page), name).toEqual([]);
        }
      });
    });
  }
}
