import type { Page } from '@playwright/test';
import { expect, test } from '../support/fixtures.ts';
import { live, type Life } from '../support/life.ts';
import { overflowX } from '../support/page.ts';
import { giveVault, openVaultOn, recordWire, type StoryVault } from '../support/vault.ts';

const dayMs = 86_400_000;
/** The evening of the first day, a Tuesday. */
const first = Date.parse('2025-11-25T19:00:00.000Z');
const words = ['marche', 'insomnie', 'Zénobie', 'lecture'];
/** A phrase of each note, which is in none of the product's texts. */
const phrase = 'la lumière est tombée vite';

/** What a made-up person gives on a day, counted from 0: a scan each evening, a note every sixth. */
function lifeOn(index: number): Life {
  const at = first + index * dayMs;
  const answers = Array.from({ length: 7 }, (_, axis) => Math.round(5.5 + 3.4 * Math.sin(index / (2 + axis) + axis)));
  const note = {
    title: index % 12 === 2 ? '' : `Soir ${index + 1}`,
    text: `Ce soir-là, ${phrase} et j’ai pensé à mille choses.`,
    createdAt: new Date(at + 600_000).toISOString(),
  };
  const own = words.filter((_, place) => (index + place * place) % 3 === 0);
  return {
    scans: [{ answers, createdAt: new Date(at).toISOString(), words: own }],
    notes: index % 6 === 2 ? [note] : [],
  };
}

function lifeFrom(from: number, to: number): Life {
  const days = Array.from({ length: to - from }, (_, index) => lifeOn(from + index));
  return { scans: days.flatMap(({ scans }) => scans), notes: days.flatMap(({ notes }) => notes) };
}

/** What Today says on certain days, each of which is another one. */
const days = [
  { day: 1, says: 'Ces sept jours', blooms: 1 },
  { day: 2, says: 'Ces sept jours', blooms: 2 },
  { day: 7, says: 'Votre semaine', blooms: 6 },
  { day: 30, says: 'Ces sept jours', blooms: 7 },
  { day: 42, says: 'Votre semaine', blooms: 7 },
  // A Tuesday, a year after the first scan.
  { day: 365, says: 'Votre semaine', blooms: 7 },
] as const;

async function today(page: Page, day: number): Promise<void> {
  // Else a vault is locked, because nobody used it for days.
  await page.evaluate(() => localStorage.removeItem('nuances.lastUse'));
  await page.clock.setFixedTime(new Date(first + (day - 1) * dayMs + 3_600_000));
  await page.goto('/dashboard');
}

for (const kind of ['without', 'with'] as const)
  test(`@phone a year ${kind} a vault: what Today shows on days 1, 2, 7, 30, 42 and 365`, async ({
    page,
    pageErrors,
    newPersona,
  }, info) => {
    test.slow();
    pageErrors.allowFailedRequests();
    const persona = await newPersona();
    const vault: StoryVault | null = kind === 'with' ? await giveVault(persona) : null;
    const wire = recordWire(page);
    await page.clock.setFixedTime(new Date(first));
    if (vault) await openVaultOn(page, persona, vault);
    else await persona.openInNewSession(page, '/dashboard');
    await expect(page.getByRole('main').getByRole('link', { name: 'Faire un scan' })).toBeVisible();
    let lived = 0;
    for (const { day, says, blooms } of days) {
      await live(persona, lifeFrom(lived, day), vault);
      lived = day;
      await today(page, day);
      const block = page.getByRole('region', { name: says });
      await expect(block.getByRole('link', { name: /, 1 scan$/ })).toHaveCount(blooms);
      await expect(page.getByRole('link', { name: /^Votre dernier scan, aujourd’hui à 20\sh\s00/ })).toBeVisible();
      expect(await overflowX(page)).toBe(0);
      await info.attach(`day ${day}`, { body: await page.screenshot(), contentType: 'image/png' });
    }
    await page.goto('/history/month/2026-11');
    await expect(page.getByRole('main').getByText('Il y a un mois', { exact: false })).toBeVisible();
    await page.goto('/statistics');
    await expect(page.getByText(/365 scans/).first()).toBeVisible();
    const sent = await wire();
    const found = (texts: readonly string[]) => texts.filter((text) => sent.includes(text));
    expect(found([...words, phrase, ...(vault ? ['"answers":[', '"categoryId":"other"'] : [])])).toEqual([]);
  });
