/** All content of a full account into a vault and back, by the screens of the product in a browser. */
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { BarePage } from './bare-page.ts';
import { type Browser, inBrowser, windowSize } from './browser.ts';
import { type Call, type Person, tokensOf, userKeyOf } from './client.ts';
import { activity } from './main-thread.ts';
import { type Comparison, taskLimit, within } from './measure.ts';
import { insertNotes, sealTags } from './notes-data.ts';
import { store } from './notes-page.ts';
import type { Stage } from './product.ts';
import { fillWithScans } from './scan-history.ts';
import { askedGroups, click, fill, longTasksSince, readCode, waitForText, watchLongTasks } from './vault-page.ts';

/** What a full account has, and how long it may take. */
const full = { scans: 20_000, notes: 10_000, ms: 180_000 };
const days = 360;
/** What the app does after its start has ended. */
const settleMs = 3_000;
/** What it does after a move has ended: 15 seconds later the rows are counted for the manifest. */
const countedMs = 25_000;
/** What opens the vaults. */
export const passphrase = 'lamp river quiet stone amber window';

const longTasks = z.array(z.object({ at: z.number(), duration: z.number(), during: z.string() }));

/** Logs a person in on a new device. */
export async function logIn(page: BarePage, origin: string, call: Call, person: Person): Promise<void> {
  await page.goto(`${origin}/favicon.svg`);
  await page.evaluate(store, await tokensOf(call, person));
}

/** Goes through the steps to a vault, up to its last button. */
export async function openSteps(page: BarePage, origin: string, { password }: Person): Promise<void> {
  await page.goto(`${origin}/vault/on`);
  await page.evaluate(click, 'Continue');
  await page.evaluate(fill, ['password', password] as const);
  await page.evaluate(click, 'Confirm');
  await page.evaluate(fill, ['phrase', passphrase] as const);
  await page.evaluate(fill, ['again', passphrase] as const);
  await page.evaluate(click, 'Continue');
  const groups = z.array(z.string()).parse(await page.evaluate(readCode, undefined));
  await page.evaluate(click, 'It is kept');
  for (const name of z.array(z.string()).parse(await page.evaluate(askedGroups, undefined)))
    await page.evaluate(fill, [name, groups[Number(/\d/.exec(name)) - 1] ?? ''] as const);
  await page.evaluate(click, 'Continue');
  await page.evaluate(click, 'No passkey');
}

/** From the click that begins a move to its end, and the tasks meanwhile and in the time after it. */
async function timed(browser: Browser, page: BarePage, button: string, end: string) {
  await sleep(settleMs);
  const began = z.number().parse(await page.evaluate(() => performance.now(), undefined));
  let ms = Number.NaN;
  const { longestTask } = await activity(browser, async () => {
    await page.evaluate(click, button);
    ms = z.number().parse(await page.evaluate(waitForText, [end, began] as const));
    await sleep(countedMs);
  });
  const tasks = longTasks.parse(await page.evaluate(longTasksSince, began)).toSorted((a, b) => b.duration - a.duration);
  if (process.env['BENCH_TASKS'] !== undefined)
    for (const { at, duration, during } of tasks)
      process.stderr.write(`${at} of ${Math.round(ms)}: ${duration} ${during}\n`);
  return { ms, longestTask, longest: tasks[0]?.duration ?? taskLimit.most, count: tasks.length };
}

/** Measures a move of a part of a full account, or of one. */
export async function vaultMoveInTheBrowser(
  { origin, call, sql, newPerson }: Stage,
  part: number,
): Promise<Comparison[]> {
  const person = await newPerson('bench_vault');
  const [scans, notes] = [full.scans * part, full.notes * part];
  const userKey = await userKeyOf(call, person);
  await insertNotes(sql, person.id, userKey, notes);
  await fillWithScans(sql, person, scans, days);
  await sql`
    update scans set tags_sealed = ${sealTags(userKey, ['sommeil', 'travail'])}
    where user_id = ${person.id} and id::text < '8'`;
  return inBrowser(async (browser) => {
    const page = await BarePage.open(browser, windowSize);
    await page.addInitScript(watchLongTasks);
    await logIn(page, origin, call, person);
    await openSteps(page, origin, person);
    const on = await timed(browser, page, 'Seal', 'Everything is sealed');
    await page.goto(`${origin}/profile/security/vault`);
    await page.evaluate(click, 'Turn the vault off');
    const off = await timed(browser, page, 'Turn off', 'The vault is off.');
    const limit = { most: (full.ms * part) / 1_000, unit: 's' };
    const lines = (name: string, { ms, longestTask, longest, count }: typeof on): Comparison[] => [
      within(limit, `${scans} scans and ${notes} notes ${name}`, ms / 1_000),
      within(taskLimit, 'longest task meanwhile', longestTask),
      within({ most: taskLimit.most, unit: 'ms' }, `the longest of ${count} long tasks, by the clock`, longest),
    ];
    return [...lines('into a vault', on), ...lines('out of it', off)];
  });
}
