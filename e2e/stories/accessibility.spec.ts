import { AxeBuilder } from '@axe-core/playwright';
import type { Locator, Page } from '@playwright/test';
import axe from 'axe-core';
import { expect, test } from '../support/fixtures.ts';
import { open, overflowX, waitUntilSettled } from '../support/page.ts';
import { decode } from '../support/palette-png.ts';
import { countOf } from '../support/quiz.ts';
import { screens } from '../support/screens.ts';

type Theme = 'day' | 'night';

/** All rules of axe, also the experimental ones and those that are off by default. */
const everyRule = Object.fromEntries(axe.getRules().map(({ ruleId }) => [ruleId, { enabled: true }]));
/** Rules that do not hold here, each with its reason. */
const exceptions = {
  // WCAG level AAA, 7 : 1. The tokens hold 4.5 : 1, level AA.
  'color-contrast-enhanced': { enabled: false },
};
/** An open menu is outside of the landmarks, so that nothing covers it; its button is inside one. */
const outsideLandmarks = { region: { enabled: false } };
/** In the calendar « 1 » is seen where « 1er » is read: the same word, of which the rule compares the letters. */
const firstOfMonth = /^label-content-name-mismatch: button\[data-day="\d{4}-\d\d-01"\]/;
/** The slowest rule. The tests of the tokens measure the contrast of all colour pairs. */
const withoutContrast = { 'color-contrast': { enabled: false } };
/** The large words on Home begin the sentence that the bloom ends; they are no heading. */
const largePrompt = { 'p-as-heading': { enabled: false } };

async function rulesFor(page: Page): Promise<Record<string, { readonly enabled: boolean }>> {
  return {
    ...everyRule,
    ...exceptions,
    ...(new URL(page.url()).pathname === '/' && largePrompt),
    ...((await page.getByRole('menu').count()) > 0 && outsideLandmarks),
  };
}

async function violations(page: Page, question: 'all' | 'contrast' | 'all but contrast' = 'all'): Promise<string[]> {
  await waitUntilSettled(page);
  const builder = new AxeBuilder({ page, axeSource: axe.source }).setLegacyMode(true);
  if (question === 'contrast') builder.withRules('color-contrast');
  else builder.options({ rules: { ...(await rulesFor(page)), ...(question !== 'all' && withoutContrast) } });
  const { violations: found } = await builder.analyze();
  return found
    .flatMap(({ id, nodes }) =>
      nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')} ${failureSummary ?? ''}`),
    )
    .filter((violation) => !firstOfMonth.test(violation));
}

/** Labels without a text of their own, and forms that no button submits; axe has no rule for them. */
function unlabelled(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const labels = [...document.querySelectorAll('label')].filter(
      (label) => label.control && !label.control.hasAttribute('aria-labelledby') && !label.textContent.trim(),
    );
    const forms = [...document.forms].filter((form) => !form.querySelector('button[type="submit"]'));
    return [...labels, ...forms].map((element) => element.outerHTML.slice(0, 200));
  });
}

/** Required fields of forms without a star, and forms with stars that do not say once what they mean. */
function unmarked(page: Page, note: string): Promise<string[]> {
  return page.evaluate((meaning) => {
    const required = [...document.querySelectorAll<HTMLInputElement>('form :is(input, select)[aria-required="true"]')];
    const shown = required.filter((field) => field.form?.checkVisibility());
    const starless = shown.filter(
      ({ labels }) =>
        ![...(labels ?? [])]
          .flatMap((label) => [label, ...label.querySelectorAll('*')])
          .some((part) => getComputedStyle(part, '::after').content.includes('*')),
    );
    const silent = [...new Set(shown.map(({ form }) => form))].filter(
      (form) => form?.textContent.split(meaning).length !== 2,
    );
    return [...starless, ...silent].map((element) => element?.outerHTML.slice(0, 200) ?? '');
  }, note);
}

/**
 * Links and buttons whose accessible name lacks the words that are seen on them (WCAG 2.5.3). The rule of axe judges
 * only names that a label gives.
 */
function misnamed(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const plain = (text: string) => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, '');
    /** The words of an element, those that are seen or those that are heard. */
    const wordsOf = (node: Node, heard: boolean): string => {
      if (node instanceof Text) return node.data;
      if (!(node instanceof Element)) return '';
      if (!node.checkVisibility({ opacityProperty: !heard, visibilityProperty: true }) || node.matches('svg'))
        return '';
      if (heard && node.getAttribute('aria-hidden') === 'true') return '';
      if (!heard && node.matches('.visually-hidden')) return '';
      const label = heard ? node.getAttribute('aria-label') : null;
      return label ?? [...node.childNodes].map((child) => wordsOf(child, heard)).join(' ');
    };
    const nameOf = (control: Element) => {
      const labels = control.getAttribute('aria-labelledby')?.split(' ') ?? [];
      const named = labels.map((id) => document.getElementById(id)).filter((label) => label !== null);
      return named.length > 0 ? named.map((label) => wordsOf(label, true)).join(' ') : wordsOf(control, true);
    };
    const controls = document.querySelectorAll(
      'a[href], button, [role="button"], [role="link"], [role="tab"], summary',
    );
    return [...controls]
      .filter(
        (control) => control.checkVisibility({ visibilityProperty: true }) && !control.closest('[aria-hidden="true"]'),
      )
      .map((control) => ({ seen: wordsOf(control, false), name: nameOf(control) }))
      .filter(({ seen, name }) => !plain(name).includes(plain(seen)))
      .map(({ seen, name }) => `« ${seen} » is not in « ${name} »`);
  });
}

/** Words joined by a hyphen that a line breaks, such as « coince-t-il »; a name such as « Royaume-Uni » may break. */
function brokenWords(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const found: string[] = [];
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      const shown = text.parentElement?.checkVisibility() === true && !text.parentElement.closest('.visually-hidden');
      for (const { 0: pair, index } of shown
        ? (text.textContent ?? '').matchAll(/\p{L}{1,20}(?:-\p{Ll}{1,20})+/gu)
        : []) {
        const range = document.createRange();
        range.setStart(text, index);
        range.setEnd(text, index + pair.length);
        if (new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1) found.push(pair);
      }
    }
    return found;
  });
}

async function wear(page: Page, theme: Theme): Promise<void> {
  await page.evaluate((chosen) => {
    document.documentElement.dataset['theme'] = chosen;
  }, theme);
}

/** Overrides the spacing of text as in WCAG 1.4.12. */
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

/** Texts that are cut off by their box. */
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
        // Text for screen readers only, and a list that scrolls after the page above it has.
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

/** Links inside a sentence are as high as their line (excepted by WCAG 2.5.8). */
const inSentence = 'p a, p button, li p a';

/** Controls that are too small for a finger. */
function smallTargets(page: Page): Promise<{ name: string; width: number; height: number }[]> {
  return page.evaluate((exempt) => {
    // Elements that a dialog makes inert are measured without the dialog; the bars are measured once, on Home.
    const scope = document.querySelector('dialog[open]') ?? document;
    const controls = scope.querySelectorAll('button, a[href], [role="button"], [role="menuitem"], input, select');
    return [...controls]
      .filter((control) => location.pathname === '/' || !control.closest('header'))
      .filter((control) => control.checkVisibility() && !control.matches(exempt) && !control.closest('[inert]'))
      .map((control) => {
        // A field or a box shares its label's target; the size of a petal depends on its answer.
        const label = control instanceof HTMLInputElement ? control.closest('label') : null;
        const box = (label ?? control).getBoundingClientRect();
        // A handle's target is larger than the handle; one pixel is allowed for rounding.
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

/** Controls that are covered by another layer after the browser has scrolled them into view for the focus. */
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

const desk = { width: 1440, height: 900 };
const phone = { width: 390, height: 844 };
/** 1280 px at a zoom of 400 %. */
const narrow = { width: 320, height: 640 };

async function expectNothingCut(page: Page, where: string): Promise<void> {
  await waitUntilSettled(page);
  expect.soft(await overflowX(page), where).toBeLessThanOrEqual(0);
  expect.soft(await clipped(page), where).toEqual([]);
  expect.soft(await brokenWords(page), where).toEqual([]);
}

/** Screens on which every control is measured. */
const measured = new Set([
  'home',
  'quiz, answered',
  'result, logged in',
  'sign-up, errors',
  'today, full',
  'scan, linked note',
  'history, full',
  'calendar, month',
  'calendar, year',
  'calendar, day',
  'notes, full',
  'note editor',
  'statistics, lines',
  'admin, full',
  'delete confirm',
  'help',
  'story',
]);

/** Screens that together have all kinds of controls and texts: their colours are measured too, in both themes. */
const representative = new Set([
  'home',
  'quiz, answered',
  'result, logged in',
  'sign-up, errors',
  'statistics, lines',
  'admin, full',
]);

test.describe('every screen', () => {
  for (const [name, go] of Object.entries(screens)) {
    // Opening a screen costs most time, so everything is checked in one visit.
    const kind = representative.has(name) ? ' @journey' : '';
    test(`is accessible in all sizes: ${name}${kind}`, async ({ page, w, pageErrors, newPersona, account }) => {
      await go({ page, w, pageErrors, newPersona, account });
      await wear(page, 'day');
      const isWhole = representative.has(name);
      expect.soft(await violations(page, isWhole ? 'all' : 'all but contrast'), 'by day').toEqual([]);
      expect.soft(await unlabelled(page), 'labels and forms').toEqual([]);
      expect.soft(await unmarked(page, w.required), 'required fields').toEqual([]);
      expect.soft(await misnamed(page), 'names without the words that are seen').toEqual([]);
      if (measured.has(name)) expect.soft(await smallTargets(page), 'targets').toEqual([]);
      if (isWhole) {
        await wear(page, 'night');
        expect.soft(await violations(page, 'contrast'), 'by night').toEqual([]);
      }
      if (measured.has(name)) {
        await page.setViewportSize(phone);
        await waitUntilSettled(page);
        expect.soft(await smallTargets(page), 'targets of a phone').toEqual([]);
        expect.soft(await covered(page), 'hidden behind a bar of a phone').toEqual([]);
        await page.setViewportSize(desk);
        await waitUntilSettled(page);
        expect.soft(await covered(page), 'hidden behind a bar').toEqual([]);
      }
      for (const size of [desk, phone, narrow]) {
        await page.setViewportSize(size);
        await waitUntilSettled(page);
        expect.soft(await overflowX(page), `wider than ${size.width} px`).toBeLessThanOrEqual(0);
      }
      await expectNothingCut(page, 'narrow');
      await spaceText(page);
      await expectNothingCut(page, 'narrow, with text spacing');
      if (measured.has(name)) {
        await page.setViewportSize(desk);
        await expectNothingCut(page, 'wide, with text spacing');
      }
    });
  }

  test.describe('in English', () => {
    test.use({ language: 'en' });

    // The languages differ in the length of their texts.
    for (const name of ['home', 'quiz, answered', 'sign-up, errors']) {
      test(`has its names and enough space: ${name}`, async ({ page, w, pageErrors, newPersona, account }) => {
        await screens[name]?.({ page, w, pageErrors, newPersona, account });
        expect.soft(await violations(page)).toEqual([]);
        await page.setViewportSize(narrow);
        await spaceText(page);
        await expectNothingCut(page, 'narrow, with text spacing');
      });
    }
  });
});

test.describe('axe', () => {
  test('finds nothing in the drawer @phone-only', async ({ page, w, account }) => {
    const persona = await account('empty');
    await persona.openInSharedSession(page, '/history');
    await page.getByRole('banner').getByRole('button').first().click();
    await expect(page.getByRole('dialog', { name: w.mainNavigation })).toBeVisible();
    expect(await violations(page), 'by day').toEqual([]);
    await wear(page, 'night');
    expect(await violations(page, 'contrast'), 'by night').toEqual([]);
  });

  test('reports a planted violation @journey', async ({ page }) => {
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

test('the whole journey works with the keyboard alone @journey', async ({ page, w }) => {
  const tabTo = async (name: string, role: 'link' | 'button' | 'radio') => {
    for (let press = 0; press < 40; press += 1) {
      await page.keyboard.press('Tab');
      const there = page.getByRole(role, { name, exact: role !== 'radio' }).filter({ visible: true });
      const focused = await there.evaluateAll((all) => all.some((one) => one === document.activeElement));
      if (!focused) continue;
      const ring = await page.evaluate(() => {
        const active = document.activeElement;
        const style = active ? getComputedStyle(active) : null;
        // A petal's is drawn along its edge.
        const isDrawn = active?.closest('svg')?.querySelector('[class*="_ring_"]') != null;
        return style?.outlineStyle !== 'none' || active?.getAttribute('type') === 'radio' || isDrawn;
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

test('on a phone the ring of the focus is whole at the edges of the window @phone-only', async ({ page, account }) => {
  const passed: string[] = [];
  for (const [kind, path, role, shown] of [
    ['empty', '/dashboard', 'link', 'Faire un scan'],
    ['writer', '/note', 'button', 'Options des notes'],
    ['writer', '/history', 'button', 'Options de l’historique'],
    ['tracker', '/statistics', 'radio', 'Fleur'],
  ] as const) {
    await (await account(kind)).openInSharedSession(page, path);
    await expect(page.getByRole('main').getByRole(role, { name: shown, exact: true })).toBeVisible();
    for (let press = 0; press < 16; press += 1) {
      await page.keyboard.press('Tab');
      const cut = await page.evaluate(() => {
        const active = document.activeElement;
        if (!active || active === document.body) return null;
        // An input that nobody sees lies over what has its ring.
        const ringed = (getComputedStyle(active).opacity === '0' ? active.nextElementSibling : null) ?? active;
        const { outlineOffset, outlineStyle, outlineWidth } = getComputedStyle(ringed);
        // Without one of its own, what is around it has the ring.
        const ring = outlineStyle === 'none' ? 0 : Number.parseFloat(outlineOffset) + Number.parseFloat(outlineWidth);
        const { left, right, top, bottom } = ringed.getBoundingClientRect();
        const header = document.querySelector('header');
        if (!header) throw new Error('no top bar');
        const bar = active.matches('main *') ? header.getBoundingClientRect().bottom : 0;
        const name = active.getAttribute('aria-label') ?? active.textContent.trim();
        const isCut = left < ring || top < bar + ring || right + ring > innerWidth || bottom + ring > innerHeight;
        return { name, isCut };
      });
      if (cut === null) break;
      passed.push(cut.name);
      expect.soft(cut.isCut, `${path}: ${cut.name}`).toBe(false);
    }
  }
  const names = ['Quiz', 'Historique', 'Besoin de parler à quelqu’un\u202F?', 'Ajouter'];
  expect(passed).toEqual(expect.arrayContaining([...names, 'Options des notes', 'Options de l’historique']));
});

test('with forced colours a box shows its tick only when it is checked', async ({ page, openAsNew }) => {
  await page.emulateMedia({ forcedColors: 'active' });
  await openAsNew('/profile/booklet');
  const box = page.getByRole('checkbox', { name: 'Mes notes' });
  const tick = box.locator('~ * svg');
  await expect(tick).toBeVisible();
  await box.uncheck({ force: true });
  await expect(tick).toBeHidden();
});

/** Colours at the place of the thumb, and at the other end of the track, of a switch that is on or off. */
async function thumbAndTrack(control: Locator): Promise<readonly [string, string]> {
  const { width, height, channels, bytes } = decode(await control.screenshot({ animations: 'disabled' }));
  const colourAt = (share: number) => {
    const from = (Math.floor(height / 2) * width + Math.round(width * share)) * channels;
    return bytes.subarray(from, from + 3).toString('hex');
  };
  return (await control.isChecked()) ? [colourAt(0.72), colourAt(0.25)] : [colourAt(0.28), colourAt(0.75)];
}

test('with forced colours every switch shows its thumb, off and on', async ({ page, openAsNew }) => {
  await page.emulateMedia({ forcedColors: 'active' });
  await openAsNew('/profile/quiz');
  for (const path of ['/profile/quiz', '/profile/today', '/bodyscan']) {
    await page.goto(path);
    // That of the reminder asks the browser first, and stays off without its consent.
    const switches = page.getByRole('switch', { name: /^(?!Me rappeler$)/ });
    await expect(switches.first()).toBeVisible();
    for (const control of await switches.all())
      for (const on of [true, false, true]) {
        await control.setChecked(on);
        const [thumb, track] = await thumbAndTrack(control);
        expect(thumb, `${path}: ${await control.evaluate((input) => input.parentElement?.textContent)}`).not.toBe(
          track,
        );
      }
  }
});
