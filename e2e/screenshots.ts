/**
 * `npm run screenshots`: the pictures of `docs/screenshots`, taken from the built product with a data folder of its
 * own and people made over HTTP. Each picture is reduced to a palette, so that the repository stays small.
 */
import type { Browser, Page } from '@playwright/test';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { crc32, deflateSync, inflateSync } from 'node:zlib';
import { launchChromium } from './support/chromium.ts';
import { loginButton, loginDialog, signupDialog } from './support/auth.ts';
import { writeJournal } from './support/journal.ts';
import { open } from './support/page.ts';
import { Persona } from './support/persona.ts';
import { answer, takeScan } from './support/quiz.ts';
import { Server } from './support/server.ts';
import { arriveAtDashboard } from './support/usage.ts';
import { drawnAs } from './support/statistics.ts';
import { type Words, words } from './support/words.ts';

const target = join(dirname(import.meta.dirname), 'docs', 'screenshots');
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

/** Today's answers, and those of the weeks before: a person with ordinary ups and downs. */
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
    // Everything stands still, so that two runs give the same pictures.
    reducedMotion: 'reduce',
    serviceWorkers: 'block',
  });
  // tsx wraps named functions in a call that a page does not know; the stories' own runner does not.
  await context.addInitScript('globalThis.__name = (named) => named');
  return context.newPage();
}

async function shoot(page: Page, { size, look }: Studio, screen: string): Promise<void> {
  await page.evaluate(() => document.fonts.ready);
  // What fades in has arrived.
  await page.waitForTimeout(700);
  const picture = reduced(await page.screenshot({ caret: 'hide' }));
  const name = `${screen}-${size}-${look.language}-${look.theme}.png`;
  writeFileSync(join(target, name), picture);
  const note = picture.length > largest ? '  too large' : '';
  process.stdout.write(`${name}  ${Math.ceil(picture.length / 1_000)} kB${note}\n`);
}

async function visitor(studio: Studio): Promise<void> {
  const { w } = studio;
  const page = await newPage(studio);
  await open(page, '/');
  await shoot(page, studio, 'home');

  await loginButton(page, w).click();
  await loginDialog(page, w).waitFor();
  await shoot(page, studio, 'login');
  await loginDialog(page, w).getByRole('button', { name: w.createAccount, exact: true }).click();
  await signupDialog(page, w).waitFor();
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
  await person.arrive(page, '/history');
  await page.getByRole('main').getByRole('listitem').first().waitFor();
  await shoot(page, studio, 'history');
  // On a desktop the menu is a bar that always stands beside the page.
  if (studio.size === 'phone') {
    const { openMenu, closeMenu } = studio.w;
    await page
      .getByRole('banner')
      .getByRole('button', { name: new RegExp(`^(${openMenu}|${closeMenu})$`) })
      .click();
    await page.getByRole('dialog').waitFor();
    await shoot(page, studio, 'drawer');
  }
  await person.arrive(page, '/statistics');
  await drawnAs(page, studio.size === 'phone' ? 'pie' : 'line');
  await shoot(page, studio, 'statistics');
  await page.context().close();
}

async function journal(studio: Studio, person: Persona): Promise<void> {
  const page = await newPage(studio);
  await person.arrive(page, '/note');
  await page.getByRole('main').getByRole('article').first().waitFor();
  await shoot(page, studio, 'notes');
  await page
    .getByRole('main')
    .getByRole('button', { name: /^(?:Options de la note|Options for the note)/ })
    .first()
    .click();
  await page.getByRole('menuitem').first().click();
  await page.getByRole('dialog').waitFor();
  await shoot(page, studio, 'note-editor');
  await page.context().close();
}

async function administrator(studio: Studio, person: Persona): Promise<void> {
  const page = await newPage(studio);
  await arriveAtDashboard(page, person, 8, server.dataDir);
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

/** A PNG of true colours, as Chromium writes it, with at most 256 of them. */
function reduced(png: Buffer): Buffer {
  const { width, height, channels, bytes } = decode(png);
  const { palette, indexOf } = paletteOf(bytes, channels);
  const rows = Buffer.alloc(height * (width + 1));
  for (let y = 0, from = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1, from += channels) rows[y * (width + 1) + 1 + x] = indexOf(from);
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 3, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('PLTE', Buffer.from(palette.flat())),
    chunk('IDAT', deflateSync(rows, { level: 9, memLevel: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const whole = Buffer.alloc(body.length + 8);
  whole.writeUInt32BE(data.length, 0);
  body.copy(whole, 4);
  whole.writeUInt32BE(crc32(body), body.length + 4);
  return whole;
}

function decode(png: Buffer): { width: number; height: number; channels: number; bytes: Buffer } {
  const width = png.readUInt32BE(16);
  const height = png.readUInt32BE(20);
  const channels = { 2: 3, 6: 4 }[png.readUInt8(25)];
  if (png.readUInt8(24) !== 8 || channels === undefined || png.readUInt8(28) !== 0)
    throw new Error('not a PNG of the kind that Chromium writes');
  const parts: Buffer[] = [];
  for (let at = 8; at < png.length; at += png.readUInt32BE(at) + 12)
    if (png.toString('latin1', at + 4, at + 8) === 'IDAT')
      parts.push(png.subarray(at + 8, at + 8 + png.readUInt32BE(at)));
  const raw = inflateSync(Buffer.concat(parts));
  const stride = width * channels;
  const bytes = Buffer.alloc(height * stride);
  for (let y = 0; y < height; y += 1) {
    const filter = raw[y * (stride + 1)] ?? 0;
    for (let x = 0; x < stride; x += 1) {
      const at = y * stride + x;
      const left = x >= channels ? (bytes[at - channels] ?? 0) : 0;
      const up = y > 0 ? (bytes[at - stride] ?? 0) : 0;
      const corner = x >= channels && y > 0 ? (bytes[at - stride - channels] ?? 0) : 0;
      const guess = [0, left, up, (left + up) >> 1, paeth(left, up, corner)][filter] ?? 0;
      bytes[at] = (raw[y * (stride + 1) + 1 + x] ?? 0) + guess;
    }
  }
  return { width, height, channels, bytes };
}

function paeth(left: number, up: number, corner: number): number {
  const guess = left + up - corner;
  const [a, b, c] = [Math.abs(guess - left), Math.abs(guess - up), Math.abs(guess - corner)];
  if (a <= b && a <= c) return left;
  return b <= c ? up : corner;
}

interface Colour {
  readonly rgb: readonly [number, number, number];
  count: number;
}

/** Median cut: the box of colours that spans most is halved until there are 256 boxes. */
function paletteOf(bytes: Buffer, channels: number) {
  const keyAt = (at: number) => bytes.readUIntBE(at, 3);
  const colours = new Map<number, Colour>();
  for (let at = 0; at < bytes.length; at += channels) {
    const key = keyAt(at);
    const known = colours.get(key);
    if (known) known.count += 1;
    else colours.set(key, { rgb: [key >> 16, (key >> 8) & 255, key & 255], count: 1 });
  }
  const boxes = [boxOf([...colours.values()])];
  while (boxes.length < 256) {
    boxes.sort((a, b) => b.weight - a.weight);
    const [widest] = boxes;
    if (!widest || widest.colours.length < 2) break;
    boxes.splice(0, 1, ...halves(widest));
  }
  const places = new Map<number, number>();
  const palette = boxes.map(({ colours: within }, index) => {
    const total = within.reduce((sum, { count }) => sum + count, 0);
    for (const { rgb } of within) places.set((rgb[0] << 16) | (rgb[1] << 8) | rgb[2], index);
    return [0, 1, 2].map((part) =>
      Math.round(within.reduce((sum, { rgb, count }) => sum + (rgb[part] ?? 0) * count, 0) / total),
    );
  });
  return { palette, indexOf: (at: number) => places.get(keyAt(at)) ?? 0 };
}

interface Box {
  readonly colours: Colour[];
  readonly part: number;
  readonly weight: number;
}

function boxOf(colours: Colour[]): Box {
  const ranges = [0, 1, 2].map((part) => {
    const values = colours.map(({ rgb }) => rgb[part] ?? 0);
    return values.reduce((a, b) => Math.max(a, b), 0) - values.reduce((a, b) => Math.min(a, b), 255);
  });
  const range = Math.max(...ranges);
  const count = colours.reduce((sum, one) => sum + one.count, 0);
  // A wide box is seen even when few pixels are in it.
  return { colours, part: ranges.indexOf(range), weight: colours.length < 2 ? -1 : range ** 2 * count ** 0.8 };
}

function halves({ colours, part }: Box): [Box, Box] {
  const sorted = colours.sort((a, b) => (a.rgb[part] ?? 0) - (b.rgb[part] ?? 0));
  const total = sorted.reduce((sum, { count }) => sum + count, 0);
  let seen = 0;
  let cut = sorted.findIndex(({ count }) => (seen += count) >= total / 2) + 1;
  cut = Math.min(Math.max(cut, 1), sorted.length - 1);
  return [boxOf(sorted.slice(0, cut)), boxOf(sorted.slice(cut))];
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
