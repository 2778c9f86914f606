/**
 * `npm run taps`: counts the touches on a phone from the icon of the app to a finished scan and to a saved note, and
 * measures the waits for the product. Uses the built product with a separate data folder; bench/README.md explains the
 * values.
 */
import type { Browser, Locator, Page } from '@playwright/test';
import { launchChromium } from './support/chromium.ts';
import { Persona } from './support/persona.ts';
import { countOf, disc } from './support/quiz.ts';
import { Server } from './support/server.ts';
import { words } from './support/words.ts';

const w = words.fr;
const answers = [7, 4, 9, 6, 3, 8, 7];
const again = 'Comme la dernière fois, sauf…';
const rounds = 3;
const zone = 'Europe/Paris';
/** How many times slower the processor is made; a cheap phone is about four times slower. */
const slowings = [1, 4];

/** Taps on the page and counts the taps. */
interface Finger {
  readonly page: Page;
  readonly tap: (on: Locator) => Promise<void>;
}

async function answerAll({ page, tap }: Finger, movesOn: boolean): Promise<void> {
  for (const [index, value] of answers.entries()) {
    await countOf(page)
      .filter({ hasText: w.count(index + 1) })
      .waitFor({ state: 'attached' });
    await tap(disc(page, w, value));
    if (index < answers.length - 1 && !movesOn) await tap(page.getByRole('button', { name: w.next, exact: true }));
  }
  await tap(page.getByRole('button', { name: w.finish, exact: true }));
}

const scales = (page: Page) => page.getByRole('region', { name: w.scales }).waitFor();

async function write({ page, tap }: Finger): Promise<void> {
  await page.getByRole('textbox', { name: 'Texte', exact: true }).fill('Une phrase.');
  await tap(page.getByRole('button', { name: 'Enregistrer', exact: true }));
  await page.getByText('Note enregistrée.').waitFor();
}

interface Journey {
  readonly name: string;
  readonly from: string;
  /** Whether the quiz advances automatically. */
  readonly movesOn?: boolean;
  readonly steps: (finger: Finger) => Promise<void>;
}

/** A day where the browser is, `YYYY-MM-DD`. */
const dayAt = (time: number) => new Intl.DateTimeFormat('sv-SE', { timeZone: zone }).format(time);
const link = (page: Page, name: string) => page.getByRole('main').getByRole('link', { name, exact: true });

const journeys: readonly Journey[] = [
  {
    name: 'scan, before: Home, its bloom turns, Next after each answer',
    from: '/',
    steps: async (finger) => {
      await finger.tap(finger.page.getByRole('link', { name: w.quizBloom }));
      await answerAll(finger, false);
      await scales(finger.page);
    },
  },
  {
    name: 'scan: Today, Next after each answer',
    from: '/?app',
    steps: async (finger) => {
      await finger.tap(link(finger.page, 'Faire un scan'));
      await answerAll(finger, false);
      await scales(finger.page);
    },
  },
  {
    name: 'scan: Today, moves on by itself',
    from: '/?app',
    movesOn: true,
    steps: async (finger) => {
      await finger.tap(link(finger.page, 'Faire un scan'));
      await answerAll(finger, true);
      await scales(finger.page);
    },
  },
  {
    name: 'scan: as last time, one feeling changed',
    from: '/?app',
    steps: async (finger) => {
      const { page, tap } = finger;
      await tap(link(page, again));
      await tap(page.getByRole('button', { name: /^Tristesse – Joie, / }));
      await tap(disc(page, w, 6));
      await tap(page.getByRole('button', { name: w.finish, exact: true }));
      await scales(page);
    },
  },
  {
    name: 'scan: as last time, nothing changed',
    from: '/?app',
    steps: async ({ page, tap }) => {
      await tap(link(page, again));
      await tap(page.getByRole('button', { name: 'Rien n’a changé' }));
      await scales(page);
    },
  },
  {
    name: 'scan: another day from the calendar, moves on by itself',
    from: '/?app',
    movesOn: true,
    steps: async (finger) => {
      const { page, tap } = finger;
      const [day, today] = [dayAt(Date.now() - 86_400_000), dayAt(Date.now())];
      await tap(page.getByRole('navigation').getByRole('link', { name: 'Historique', exact: true }).last());
      await tap(page.getByRole('radio', { name: 'Calendrier' }));
      if (day.slice(0, 7) !== today.slice(0, 7))
        await tap(page.getByRole('button', { name: 'Mois précédent' }).first());
      await tap(page.locator(`[data-day="${day}"]`));
      await tap(page.getByRole('button', { name: 'Ajouter un scan' }));
      await tap(page.getByRole('radio', { name: 'Le soir' }));
      await tap(page.getByRole('button', { name: 'Commencer' }));
      await answerAll(finger, true);
      await scales(page);
    },
  },
  {
    name: 'note, before: Home, Notes, Add',
    from: '/',
    steps: async (finger) => {
      const bar = finger.page.getByRole('navigation').getByRole('link', { name: 'Notes', exact: true });
      await finger.tap(bar.last());
      await finger.tap(finger.page.getByRole('button', { name: 'Ajouter', exact: true }).first());
      await write(finger);
    },
  },
  {
    name: 'note: Today, Write',
    from: '/?app',
    steps: async (finger) => {
      await finger.tap(link(finger.page, 'Écrire'));
      await write(finger);
    },
  },
  { name: 'note: the shortcut of the icon', from: '/note?new=other', steps: write },
];

/** Runs one journey of a person who has used the app before, in a separate browser context. */
async function take(browser: Browser, url: string, journey: Journey, slowing: number) {
  const { from, movesOn = false, steps } = journey;
  const context = await browser.newContext({
    baseURL: url,
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    locale: 'fr-FR',
    timezoneId: zone,
  });
  const person = await Persona.create(url, 'fr');
  await person.saveScans(2);
  const page = await context.newPage();
  await page.goto('/favicon.svg');
  await page.evaluate((on) => localStorage.setItem('nuances.quizMovesOn', on ? 'on' : 'off'), movesOn);
  // The first visit fills the browser's cache.
  await person.openInNewSession(page, from);
  await page.waitForLoadState('networkidle');
  const client = await context.newCDPSession(page);
  await client.send('Emulation.setCPUThrottlingRate', { rate: slowing });
  let taps = 0;
  const tap = async (on: Locator) => {
    await on.tap();
    taps += 1;
  };
  const begin = performance.now();
  await page.goto(from);
  await steps({ page, tap });
  const seconds = (performance.now() - begin) / 1_000;
  await context.close();
  return { taps, seconds };
}

const server = new Server('taps');
let browser: Browser | undefined;
try {
  await server.start();
  browser = await launchChromium();
  for (const journey of journeys) {
    const medians: string[] = [];
    let taps = 0;
    for (const slowing of slowings) {
      const taken = [];
      for (let round = 0; round < rounds; round += 1) taken.push(await take(browser, server.url, journey, slowing));
      const seconds = taken.map((one) => one.seconds).sort((a, b) => a - b);
      medians.push(`${Number(seconds[Math.floor(seconds.length / 2)]).toFixed(1)} s`);
      taps = Number(taken[0]?.taps);
    }
    process.stdout.write(`${String(taps).padStart(3)} taps  ${medians.join(', slowed ')}  ${journey.name}\n`);
  }
} finally {
  await browser?.close();
  await server.discard();
}
