import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect, test } from '../support/fixtures.ts';
import { open, overflowX } from '../support/page.ts';
import { countOf } from '../support/quiz.ts';
import { screens } from '../support/screens.ts';
import { languages } from '../support/words.ts';

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
const contrast = 'color-contrast';
const themes = ['day', 'night'] as const;

/** What a look at a page asks: another theme changes its colours only, another language all but its colours. */
type Question = 'all' | 'colours' | 'structure';

async function violations(page: Page, question: Question = 'all'): Promise<string[]> {
  const builder = new AxeBuilder({ page }).setLegacyMode(true);
  if (question === 'colours') builder.withRules(contrast);
  else builder.withTags(tags);
  if (question === 'structure') builder.disableRules(contrast);
  const { violations: found } = await builder.analyze();
  return found.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')} ${failureSummary ?? ''}`),
  );
}

async function wear(page: Page, theme: (typeof themes)[number]): Promise<void> {
  await page.evaluate((chosen) => {
    document.documentElement.dataset['theme'] = chosen;
  }, theme);
  await page.waitForTimeout(200);
}

/** As somebody who overrides the spacing of text (WCAG 1.4.12) sees the page. */
async function spaceText(page: Page): Promise<void> {
  await page.evaluate(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(
      '* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }' +
        'p { margin-bottom: 2em !important }',
    );
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
  });
}

/** Texts that do not fit into a box that cuts what is too much. */
function clipped(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const found: string[] = [];
    for (const element of document.querySelectorAll<HTMLElement>('body *')) {
      const ownText = [...element.childNodes].some(
        ({ nodeType, textContent }) => nodeType === 3 && textContent?.trim(),
      );
      if (!ownText || element.closest('.visually-hidden, svg, [hidden]') || !element.checkVisibility()) continue;
      for (let box: HTMLElement | null = element; box && box !== document.body; box = box.parentElement) {
        const style = getComputedStyle(box);
        // There for those who listen; and a list that scrolls once the page above it has.
        if (style.clipPath === 'inset(50%)' || box.matches('[data-still]')) break;
        if (style.overflowX === 'visible' && style.overflowY === 'visible') continue;
        const cutsX = /hidden|clip/.test(style.overflowX) && box.scrollWidth > box.clientWidth + 1;
        const cutsY = /hidden|clip/.test(style.overflowY) && box.scrollHeight > box.clientHeight + 1;
        const text = element.getBoundingClientRect();
        const frame = box.getBoundingClientRect();
        const outX = text.right > frame.right + 1 || text.left < frame.left - 1;
        const outY = text.bottom > frame.bottom + 1 || text.top < frame.top - 1;
        if ((cutsX && outX) || (cutsY && outY)) found.push(element.textContent.trim().slice(0, 40));
        break;
      }
    }
    return found;
  });
}

/** Links inside a sentence are as high as their line (WCAG 2.5.8 excepts them). */
const inSentence = 'p a, p button, li p a';

/** Controls that a finger could miss. */
function smallTargets(page: Page): Promise<{ name: string; width: number; height: number }[]> {
  return page.evaluate((exempt) => {
    // What a dialog makes inert is measured without it; the bars are measured once, on Home.
    const scope = document.querySelector('dialog[open]') ?? document;
    const controls = scope.querySelectorAll('button, a[href], [role="button"], [role="menuitem"], input, select');
    return [...controls]
      .filter((control) => location.pathname === '/' || !control.closest('header'))
      .filter((control) => control.checkVisibility() && !control.matches(exempt) && !control.closest('[inert]'))
      .map((control) => {
        // A field or a box belongs to its label; a petal is as large as its answer.
        const label = control instanceof HTMLInputElement ? control.closest('label') : null;
        const box = (label ?? control).getBoundingClientRect();
        // A handle is drawn smaller than it can be touched; one pixel is lost to rounding.
        const touched = Array.from({ length: 80 }, (_, step) => box.top - 40 + step).filter((y) =>
          control.contains(document.elementFromPoint(box.left + box.width / 2, y)),
        ).length;
        if (touched >= 43 && control.childElementCount === 0 && !control.textContent)
          return { name: '', width: 44, height: 44 };
        const name = control.getAttribute('aria-label') ?? control.textContent;
        return { name: name.trim().slice(0, 50), width: Math.round(box.width), height: Math.round(box.height) };
      })
      .filter(({ name, width, height }) => (width < 44 || height < 44) && !/^(?:Aller au contenu)$/.test(name));
  }, inSentence);
}

/** 320 px, which is 1280 px at 400 %. */
async function narrow(page: Page): Promise<void> {
  await page.setViewportSize({ width: 320, height: 640 });
  await page.waitForTimeout(200);
}

async function expectNothingCut(page: Page): Promise<void> {
  expect.soft(await overflowX(page)).toBeLessThanOrEqual(0);
  expect.soft(await clipped(page)).toEqual([]);
  await spaceText(page);
  expect.soft(await overflowX(page), 'with text spacing').toBeLessThanOrEqual(0);
  expect.soft(await clipped(page), 'with text spacing').toEqual([]);
}

/** Screens whose every control is measured. */
const measured = new Set([
  'home',
  'quiz, answered',
  'result, logged in',
  'sign-up, errors',
  'history, full',
  'notes, full',
  'note editor',
  'statistics, lines',
  'admin, full',
  'delete confirm',
  'help',
  'story',
]);

test.describe('every screen', () => {
  test.use({ contextOptions: { reducedMotion: 'reduce' } });

  for (const [name, go] of Object.entries(screens)) {
    // Going there costs most, so all that is asked of a screen is asked in one visit.
    test(`is open to everybody, wide and narrow, by day and by night: ${name}`, async ({
      page,
      w,
      watch,
      newPersona,
    }) => {
      await go({ page, w, watch, newPersona });
      await page.waitForTimeout(200);
      await wear(page, 'day');
      expect.soft(await violations(page), 'by day').toEqual([]);
      if (measured.has(name)) expect.soft(await smallTargets(page), 'targets').toEqual([]);
      await wear(page, 'night');
      expect.soft(await violations(page, 'colours'), 'by night').toEqual([]);
      await narrow(page);
      await expectNothingCut(page);
    });
  }

  test.describe('in English', () => {
    test.use({ language: 'en' });

    for (const [name, go] of Object.entries(screens)) {
      test(`has its names and its room: ${name}`, async ({ page, w, watch, newPersona }) => {
        await go({ page, w, watch, newPersona });
        await page.waitForTimeout(200);
        expect.soft(await violations(page, 'structure')).toEqual([]);
        await narrow(page);
        await expectNothingCut(page);
      });
    }
  });

  for (const name of measured) {
    test(`has targets of 44 px: ${name} @phone-only`, async ({ page, w, watch, newPersona }) => {
      await screens[name]?.({ page, w, watch, newPersona });
      await page.waitForTimeout(400);
      expect(await smallTargets(page)).toEqual([]);
    });
  }
});

test.describe('axe', () => {
  test.use({ contextOptions: { reducedMotion: 'reduce' } });

  for (const language of languages) {
    test.describe(`in ${language}`, () => {
      test.use({ language });

      test('finds nothing in the drawer @phone-only', async ({ page, w, newPersona }) => {
        const persona = await newPersona();
        await persona.arrive(page, '/history');
        await page.getByRole('banner').getByRole('button').first().click();
        await expect(page.getByRole('dialog', { name: w.mainNavigation })).toBeVisible();
        for (const theme of themes) {
          await wear(page, theme);
          expect(await violations(page), theme).toEqual([]);
        }
      });
    });
  }

  test('barks at a planted fault', async ({ page }) => {
    await open(page, '/help');
    await page.evaluate(() => {
      const image = document.createElement('img');
      image.src = '/favicon.svg';
      const text = document.createElement('p');
      text.textContent = 'hardly there';
      text.style.color = '#f0e8e4';
      document.querySelector('main')?.append(image, text);
    });
    const found = (await violations(page)).join('\n');
    expect(found).toContain('image-alt');
    expect(found).toContain('color-contrast');
  });
});

test('the whole way can be gone with the keyboard alone', async ({ page, w }) => {
  const tabTo = async (name: string, role: 'link' | 'button' | 'radio') => {
    for (let press = 0; press < 40; press += 1) {
      await page.keyboard.press('Tab');
      const there = page.getByRole(role, { name, exact: role !== 'radio' }).filter({ visible: true });
      const focused = await there.evaluateAll((all) => all.some((one) => one === document.activeElement));
      if (!focused) continue;
      const ring = await page.evaluate(() => {
        const active = document.activeElement;
        const style = active ? getComputedStyle(active) : null;
        return style?.outlineStyle !== 'none' || active?.getAttribute('type') === 'radio';
      });
      expect(ring, `${name} shows its focus`).toBe(true);
      return;
    }
    throw new Error(`Tab never came to ${name}`);
  };
  await open(page, '/');
  await tabTo(w.quizBloom, 'link');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/bodyscan');
  for (let question = 1; question <= 7; question += 1) {
    await expect(countOf(page)).toHaveText(w.count(question));
    await tabTo(`1 ${w.of} 10`, 'radio');
    await page.keyboard.press('8');
    await tabTo(question < 7 ? w.next : w.finish, 'button');
    await page.keyboard.press('Enter');
  }
  await page.waitForURL('**/result');
  await tabTo('Sécurité, 8 sur 10. Ouvrir la réflexion', 'button');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: 'Sécurité' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.keyboard.press('Space');
  await expect(page.getByRole('dialog', { name: 'Sécurité' })).toBeVisible();
});

test('with text spacing nothing is cut at the desk either', async ({ page, w, newPersona, watch }) => {
  for (const name of [
    'home',
    'quiz, answered',
    'result, logged out',
    'history, full',
    'notes, full',
    'statistics, lines',
    'help',
  ]) {
    await screens[name]?.({ page, w, watch, newPersona });
    await spaceText(page);
    expect(await overflowX(page), name).toBeLessThanOrEqual(0);
    expect(await clipped(page), name).toEqual([]);
  }
});
