/** What a vault costs a person who waits: the same content sealed and in clear, on two devices of one browser. */
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { requestCopies } from '../e2e/support/device.ts';
import { BarePage } from './bare-page.ts';
import { type Browser, type Drawing, inBrowser, watchDrawing, windowSize } from './browser.ts';
import { type Call, type Person, userKeyOf } from './client.ts';
import { processorMs } from './main-thread.ts';
import { type Comparison, interleave, within } from './measure.ts';
import { insertNotes } from './notes-data.ts';
import type { Stage } from './product.ts';
import { fillWithScans } from './scan-history.ts';
import { logIn, openSteps, passphrase } from './vault-move.ts';
import { click, drawn, fill, openVault, waitForText } from './vault-page.ts';

const few = 500;
const many = 10_000;
const days = 360;
const rounds = 5;
const openings = 4;
/** How long opening by the passphrase may take on a processor that is slower, milliseconds. */
const opening = { ms: 2_000, slowdown: 4 };
/** After a screen is there, its copy is stored on the device; milliseconds. */
const settleMs = 2_000;

const screens = {
  scans: { path: '/history', selector: 'main article', count: 3 },
  notes: { path: '/note', selector: 'main [role=status]', count: 1, text: String(few) },
  statistics: { path: '/statistics', selector: '[data-chart]', count: 7 },
} satisfies Record<string, Drawing>;

/** The same content on two devices: of an account with a vault, and of one without. */
interface Devices {
  readonly sealed: BarePage;
  readonly clear: BarePage;
}

/** Makes both accounts, and turns the vault of one on. */
async function devicesWith(
  browser: Browser,
  origin: string,
  call: Call,
  people: { readonly sealed: Person; readonly clear: Person },
  fillUp: (person: Person) => Promise<void>,
): Promise<Devices> {
  const open = async (person: Person) => {
    await fillUp(person);
    const page = await BarePage.open(browser, windowSize);
    for (const screen of Object.values(screens)) await page.addInitScript(watchDrawing, screen);
    await logIn(page, origin, call, person);
    return page;
  };
  const clear = await open(people.clear);
  const sealed = await open(people.sealed);
  await openSteps(sealed, origin, people.sealed);
  await sealed.evaluate(click, 'Seal');
  await sealed.evaluate(waitForText, ['Everything is sealed', 0] as const);
  await sleep(settleMs);
  return { sealed, clear };
}

/**
 * From the start of the navigation to the paint of a screen.
 * @param kept whether the device has a copy of the content
 */
async function draw(page: BarePage, origin: string, { path }: Drawing, kept: boolean): Promise<number> {
  await page.goto(`${origin}/favicon.svg`);
  if (!kept) await page.evaluate(requestCopies, 'clear');
  await page.goto(`${origin}${path}`);
  const ms = z.number().parse(await page.evaluate(drawn, undefined));
  await sleep(settleMs);
  return ms;
}

/** Draws a screen again and again, in turn sealed and in clear. */
async function compare(devices: Devices, origin: string, screen: Drawing, name: string): Promise<Comparison[]> {
  const lines: Comparison[] = [];
  for (const kept of [false, true]) {
    const at = (page: BarePage) => () => draw(page, origin, screen, kept);
    // The first of each warms up.
    const found = await interleave(at(devices.sealed), at(devices.clear), rounds + 1);
    lines.push({
      name: `${name}${kept ? ', from the copy on the device' : ''}`,
      reference: 'the same in clear',
      unit: 'ms',
      rounds: found.slice(1),
      goal: '<= 1.50',
    });
  }
  return lines;
}

/**
 * Locks and opens by the passphrase, and takes what the processor did for it so many times: the browser's own throttling slows
 * the thread of the page, and not the worker that does most of it.
 */
async function openSlowly(browser: Browser, page: BarePage, origin: string): Promise<Comparison> {
  const found: number[] = [];
  for (let index = 0; index < openings; index += 1) {
    await page.goto(`${origin}/profile`);
    await page.evaluate(click, 'Lock now');
    await page.evaluate(fill, ['passphrase', passphrase] as const);
    found.push(opening.slowdown * (await processorMs(browser, () => page.evaluate(openVault, undefined))));
    await sleep(settleMs);
  }
  const limit = { most: opening.ms, unit: 'ms', said: `${opening.ms / 1_000} s` };
  return within(limit, `opening by passphrase, ${opening.slowdown} times its processor time`, ...found);
}

/** Measures what is waited for in accounts with and without a vault. */
export async function vaultPriceInTheBrowser({ origin, call, sql, newPerson }: Stage): Promise<Comparison[]> {
  const pair = async (name: string) => ({
    sealed: await newPerson(`${name}_sealed`),
    clear: await newPerson(`${name}_clear`),
  });
  const [some, all] = [await pair('bench_some'), await pair('bench_all')];
  return inBrowser(async (browser) => {
    const listed = await devicesWith(browser, origin, call, some, async (person) => {
      await insertNotes(sql, person.id, await userKeyOf(call, person), few);
      await fillWithScans(sql, person, few, days);
    });
    const found = [
      ...(await compare(listed, origin, screens.scans, `list of ${few} sealed scans`)),
      ...(await compare(listed, origin, screens.notes, `${few} sealed notes`)),
      await openSlowly(browser, listed.sealed, origin),
    ];
    const drawnOf = await devicesWith(browser, origin, call, all, (person) => fillWithScans(sql, person, many, days));
    found.push(
      ...(await compare(drawnOf, origin, screens.statistics, `first drawing of ${many} sealed scans`)),
      await logins(call, some),
    );
    return found;
  });
}

/** A login is the same with and without a vault. */
async function logins(
  call: Call,
  { sealed, clear }: Readonly<Record<'sealed' | 'clear', Person>>,
): Promise<Comparison> {
  const at = (person: Person) => async () => {
    const began = performance.now();
    await call('POST', '/api/auth/login', { username: person.username, password: person.password });
    return performance.now() - began;
  };
  return {
    name: 'login without a vault',
    reference: 'with one',
    unit: 'ms',
    rounds: await interleave(at(clear), at(sealed)),
    goal: '<= 1.10',
  };
}
