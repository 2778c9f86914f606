/**
 * `npm run screenshots`: the images of `docs/screenshots`, taken from the built product with a data folder of its own
 * and accounts made over HTTP. Each image is reduced to a palette, so that the repository stays small.
 */
import type { Browser, Locator, Page } from '@playwright/test';
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { administer } from './support/administer.ts';
import { launchChromium } from './support/chromium.ts';
import { loginButton, loginDialog, signupDialog } from './support/auth.ts';
import { writeJournal } from './support/journal.ts';
import { open, waitUntilSettled } from './support/page.ts';
import { reduceColours } from './support/palette-png.ts';
import { Persona } from './support/persona.ts';
import { answer, takeScan } from './support/quiz.ts';
import { Server } from './support/server.ts';
import { openDashboard } from './support/usage.ts';
import { waitForView } from './support/statistics.ts';
import { type Words, words } from './support/words.ts';

const target = join(dirname(import.meta.dirname), 'docs', 'screenshots');
/** The pictures that the web app manifest names; those that are there are renewed. */
const manifest = join(dirname(import.meta.dirname), 'apps', 'web', 'build', 'screenshots');
const largest = 120_000;

const sizes = {
  phone: { width: 390, height: 844 },
  desktop: { width: 1440, height: 900 },
} as const;
type Size = keyof typeof sizes;

const looks = [
  { language: 'fr', theme: 'day' },
  { language: 'en', theme: 'night' },
] as const;
type Look = (typeof looks)[number];

/** Today's answers, and those of the weeks before: ordinary variations. */
const today = [4, 6, 9, 8, 5, 7, 9];
const before = [
  { hoursAgo: 75, answers: [6, 7, 8, 6, 5, 8, 7] },
  { hoursAgo: 187, answers: [3, 4, 5, 4, 6, 6, 5] },
  { hoursAgo: 364, answers: [7, 8, 9, 7, 8, 9, 8] },
  { hoursAgo: 561, answers: [2, 3, 2, 4, 3, 5, 4] },
  { hoursAgo: 965, answers: [5, 6, 6, 7, 7, 8, 6] },
] as const;

interface Studio {
  readonly browser: Browser;
  readonly url: string;
  readonly size: Size;
  readonly look: Look;
  readonly w: Words;
}

async function newPage({ browser, url, size, look }: Studio): Promise<Page> {
  const context = await browser.newContext({
    baseURL: url,
    viewport: sizes[size],
    deviceScaleFactor: 1,
    hasTouch: size === 'phone',
    locale: look.language === 'fr' ? 'fr-FR' : 'en-GB',
    timezoneId: 'Europe/Paris',
    colorScheme: look.theme === 'night' ? 'dark' : 'light',
    // Without animations, so that two runs give the same images.
    reducedMotion: 'reduce',
    serviceWorkers: 'block',
  });
  // tsx wraps named functions in a helper that the page does not have; Playwright's own runner does not.
  await context.addInitScript('globalThis.__name = (named) => named');
  return context.newPage();
}

async function shoot(page: Page, { size, look }: Studio, screen: string): Promise<void> {
  await waitUntilSettled(page);
  const picture = reduceColours(await page.screenshot({ caret: 'hide' }));
  const name = `${screen}-${size}-${look.language}-${look.theme}.png`;
  writeFileSync(join(target, name), picture);
  if (existsSync(join(manifest, name))) writeFileSync(join(manifest, name), picture);
  const note = picture.length > largest ? '  too large' : '';
  process.stdout.write(`${name}  ${Math.ceil(picture.length / 1_000)} kB${note}\n`);
}

/** A form is shown before its first field has the focus: without this wait some images have the ring around it, others not. */
const untilFocused = (form: Locator): Promise<void> => form.locator('input:focus').waitFor();

async function visitor(studio: Studio): Promise<void> {
  const { w } = studio;
  const page = await newPage(studio);
  await open(page, '/');
  await shoot(page, studio, 'home');

  await loginButton(page, w).click();
  await untilFocused(loginDialog(page, w));
  await shoot(page, studio, 'login');
  await loginDialog(page, w).getByRole('button', { name: w.createAccount, exact: true }).click();
  await untilFocused(signupDialog(page, w));
  await shoot(page, studio, 'signup');

  await takeScan(page, w, today);
  await shoot(page, studio, 'result');
  await page
    .getByRole('button', { name: new RegExp(`${w.openReflection}$`) })
    .nth(2)
    .press('Enter');
  await page.getByRole('dialog').waitFor();
  await shoot(page, studio, 'reflection');

  await open(page, '/bodyscan');
  for (const value of today.slice(0, 3)) {
    await answer(page, w, value);
    await page.getByRole('button', { name: w.next, exact: true }).click();
  }
  await answer(page, w, 8);
  await shoot(page, studio, 'quiz');

  await open(page, '/help');
  await shoot(page, studio, 'help');
  await page.context().close();
}

async function member(studio: Studio, person: Persona): Promise<void> {
  const page = await newPage(studio);
  await person.openInNewSession(page, '/history');
  await page.getByRole('main').getByRole('listitem').first().waitFor();
  await shoot(page, studio, 'history');
  // On a wide screen the menu is a side bar that is always visible.
  if (studio.size === 'phone') {
    const { openMenu, closeMenu } = studio.w;
    await page
      .getByRole('banner')
      .getByRole('button', { name: new RegExp(`^(${openMenu}|${closeMenu})$`) })
      .click();
    await page.getByRole('dialog').waitFor();
    await shoot(page, studio, 'drawer');
  }
  await person.openInNewSession(page, '/statistics');
  await waitForView(page, studio.size === 'phone' ? 'pie' : 'line');
  await shoot(page, studio, 'statistics');
  await page.context().close();
}

async function journal(studio: Studio, person: Persona): Promise<void> {
  const page = await newPage(studio);
  await person.openInNewSession(page, '/note');
  await page.getByRole('main').getByRole('article').first().waitFor();
  await shoot(page, studio, 'notes');
  await page
    .getByRole('main')
    .getByRole('button', { name: /^(?:Options de la note|Options for the note\b)/ })
    .first()
    .click();
  await page.getByRole('menuitem').first().click();
  await page.getByRole('dialog').waitFor();
  await shoot(page, studio, 'note-editor');
  await page.context().close();
}

async function administrator(studio: Studio, person: Persona): Promise<void> {
  const page = await newPage(studio);
  await administer(server.dataDir, 'grant', person.username);
  await openDashboard(page, person, 8);
  await shoot(page, studio, 'admin');
  await page.context().close();
}

async function newMember(url: string, look: Look): Promise<Persona> {
  const person = await Persona.create(url, look.language);
  for (const { hoursAgo, answers } of before)
    await person.saveScan(answers, new Date(Date.now() - hoursAgo * 3_600_000).toISOString());
  await writeJournal(person);
  return person;
}

const server = new Server('screenshots');
let browser: Browser | undefined;
try {
  await server.start();
  browser = await launchChromium();
  rmSync(target, { recursive: true, force: true });
  mkdirSync(target, { recursive: true });
  for (const look of looks) {
    const person = await newMember(server.url, look);
    for (const size of ['phone', 'desktop'] as const) {
      const studio: Studio = { browser, url: server.url, size, look, w: words[look.language] };
      await visitor(studio);
      await member(studio, person);
      await journal(studio, person);
      await administrator(studio, person);
    }
  }
} finally {
  await browser?.close();
  await server.discard();
}
