/** What a vault costs: screens of sealed content beside the same content without a vault, and opening it. */
import type { Sql } from 'postgres';
import { launchChromium } from '../e2e/support/chromium.ts';
import { requestCopies } from '../e2e/support/device.ts';
import { Persona } from '../e2e/support/persona.ts';
import { turnVaultOn } from '../e2e/support/vault-steps.ts';
import { giveVault, plantKeys, type StoryVault } from '../e2e/support/vault.ts';
import { type Call, newPerson, type Person, textIn } from './client.ts';
import type { Comparison } from './measure.ts';
import { insertNotes, noteOf } from './notes-data.ts';
import { type BrowserContext, fillWithScans, type Page, profileOf } from './scan-history.ts';

const rounds = 7;
const days = 360;
/** How much slower the processor is made for the opening. */
const slowdown = 4;
const openingBudgetMs = 2_000;
const passphrase = 'rivage lampe cerise vallon tambour neige';

/** Screens, each with its account's content and how it shows that it has drawn. */
const screens = [
  {
    name: 'statistics of 10,000 scans',
    path: '/statistics?view=line',
    scans: 10_000,
    notes: 0,
    drawing: { selector: '[data-chart]', count: 7 },
  },
  { name: 'list of 500 scans', path: '/history', scans: 500, notes: 0, drawing: { selector: 'article', count: 3 } },
  {
    name: '500 notes',
    path: '/note',
    scans: 0,
    notes: 500,
    drawing: { selector: '[role=status]', count: 1, text: '500' },
  },
] as const;

/** Stores the scans and notes of one account as those of another one that has a vault. */
async function sealAll(sql: Sql, from: Person, to: Person, vault: StoryVault, notes: number): Promise<void> {
  const scans = await sql<{ answers: readonly number[]; at: Date }[]>`
    select answers, created_at as at from scans where user_id = ${from.id}`;
  const sealed = scans.map(({ answers, at }) => {
    const id = crypto.randomUUID();
    const text = JSON.stringify({ answers, duration: 42, kept: [], moment: 'exact' });
    return {
      id,
      at: at.toISOString(),
      sealed: vault.seal({ content: 'scan|content', label: 'scans', itemId: id }, text, 128),
    };
  });
  await sql`
    insert into scans (user_id, id, sealed, key_version, created_at, received_at)
    select ${to.id}, (scan ->> 'id')::uuid, scan ->> 'sealed', 2, (scan ->> 'at')::timestamptz, now()
    from jsonb_array_elements(${sql.json(sealed)}) scan`;
  const written = Array.from({ length: notes }, (_, index) => {
    const id = crypto.randomUUID();
    const { title, text, categoryId, at } = noteOf(index);
    const place = { content: 'note|content', label: 'notes', itemId: id } as const;
    return { id, at: at.toISOString(), sealed: vault.seal(place, JSON.stringify({ title, text, categoryId }), 4_096) };
  });
  await sql`
    insert into notes (user_id, id, title_sealed, text_sealed, sealed, key_version, revision, created_at, updated_at)
    select ${to.id}, (note ->> 'id')::uuid, '', '', note ->> 'sealed', 2, 1, (note ->> 'at')::timestamptz, (note ->> 'at')::timestamptz
    from jsonb_array_elements(${sql.json(written)}) note`;
}

/** Opens a screen in a new tab. @param isFirst on a device without copies. @returns milliseconds until it is drawn */
async function draw(context: BrowserContext, origin: string, path: string, isFirst: boolean): Promise<number> {
  const page = await context.newPage();
  if (isFirst) {
    await page.goto(`${origin}/favicon.svg`);
    await page.evaluate<IDBValidKey[] | null, 'clear'>(requestCopies, 'clear');
  }
  await page.goto(`${origin}${path}`);
  await page.waitForFunction(() => window.drawnAt !== undefined);
  const ms = await page.evaluate(() => window.drawnAt ?? Number.NaN);
  // The copies are written.
  await page.waitForTimeout(1_500);
  await page.close();
  return ms;
}

/** The vault of an account is opened on the device of a context, as if its passphrase had been typed there. */
async function openOn(context: BrowserContext, origin: string, vault: StoryVault): Promise<void> {
  const page = await context.newPage();
  await page.goto(`${origin}/dashboard`);
  await page.waitForFunction(async () =>
    (await indexedDB.databases()).some(({ name, version }) => name === 'nuances' && (version ?? 0) > 3),
  );
  await plantKeys(page, vault);
  await page.close();
}

/** From the passphrase to the open vault, on a slow processor. */
async function opening(page: Page, origin: string): Promise<number> {
  await page.goto(`${origin}/note`);
  await page.getByRole('button', { name: 'Verrouiller', exact: true }).click();
  await page.getByLabel('Phrase secrète', { exact: true }).fill(passphrase);
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  const began = performance.now();
  await page.getByRole('button', { name: 'Ouvrir', exact: true }).click();
  await page.getByRole('heading', { level: 1, name: 'Notes' }).waitFor();
  const ms = performance.now() - began;
  await session.detach();
  return ms;
}

/** Measures the first paint of each screen with sealed content against clear content, and the opening by passphrase. */
export async function vaultPriceInTheBrowser(origin: string, call: Call, sql: Sql): Promise<Comparison[]> {
  const browser = await launchChromium();
  try {
    const lines: Comparison[] = [];
    for (const [index, { name, path, scans, notes, drawing }] of screens.entries()) {
      const [clear, closed] = [
        await newPerson(call, `bench_clear_${index}`),
        await newPerson(call, `bench_sealed_${index}`),
      ];
      if (scans > 0) await fillWithScans(sql, clear, scans, days);
      const key = textIn(await call('GET', '/api/notes/userkey', undefined, clear.token), 'userKey');
      if (notes > 0) await insertNotes(sql, clear.id, Buffer.from(key, 'hex'), notes);
      const vault = await giveVault(Persona.of(origin, 'en', closed.username, closed.password));
      await sealAll(sql, clear, closed, vault, notes);
      const theirs = await profileOf(browser, origin, call, clear, drawing);
      const ours = await profileOf(browser, origin, call, closed, drawing);
      await openOn(ours, origin, vault);
      for (const isFirst of [true, false]) {
        for (const context of [theirs, ours]) await draw(context, origin, path, isFirst);
        const found: { ours: number; theirs: number }[] = [];
        for (let round = 0; round < rounds; round += 1) {
          const other = await draw(theirs, origin, path, isFirst);
          found.push({ theirs: other, ours: await draw(ours, origin, path, isFirst) });
        }
        lines.push({
          name: `${name}, sealed, ${isFirst ? 'first visit' : 'another visit'}`,
          reference: 'not sealed',
          unit: 'ms',
          rounds: found,
          goal: '<= 1.50',
        });
      }
    }
    const persona = await Persona.create(origin, 'fr');
    const page = await browser.newPage({ locale: 'fr-FR' });
    await persona.openInNewSession(page, '/vault/on');
    await turnVaultOn(page, persona, passphrase);
    const opened: { ours: number; theirs: number }[] = [];
    for (let round = 0; round < rounds; round += 1)
      opened.push({ ours: await opening(page, origin), theirs: openingBudgetMs });
    lines.push({
      name: 'opening by passphrase, processor slowed four times',
      reference: `${openingBudgetMs} ms`,
      unit: 'ms',
      rounds: opened,
      goal: '<= 1.00',
    });
    return lines;
  } finally {
    await browser.close();
  }
}
