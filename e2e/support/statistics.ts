import { expect, type Locator, type Page, type Route } from '@playwright/test';
import type { Persona, SavedScan } from './persona.ts';

/** Answers of the eleven scans in the design brief, one axis per row, red to purple. */
const drawn = [
  [4, 4, 5, 5, 6, 5, 6, 7, 6, 3, 7],
  [3, 4, 4, 3, 5, 5, 4, 6, 5, 2, 4],
  [5, 6, 6, 7, 7, 8, 7, 8, 9, 4, 9],
  [2, 3, 3, 4, 4, 5, 5, 6, 5, 2, 6],
  [6, 5, 4, 4, 5, 4, 3, 4, 4, 3, 3],
  [7, 7, 8, 7, 8, 8, 9, 8, 9, 5, 8],
  [4, 5, 5, 6, 5, 6, 7, 7, 7, 2, 7],
];
const dayMs = 86_400_000;

/** The scans of the brief, five days apart, the first one on 1 August 2026 at 9:20 in Paris. */
export const specifiedScans = Array.from({ length: 11 }, (_, index) => ({
  answers: drawn.map((axis) => axis[index] ?? 1),
  createdAt: new Date(Date.parse('2026-08-01T07:20:00Z') + index * 5 * dayMs).toISOString(),
}));

export type View = 'pie' | 'line';

/** The sliders of the period's first day, of its last day, and of the selected scan. */
export function sliders(page: Page): { readonly from: Locator; readonly to: Locator; readonly play: Locator } {
  const all = page.getByRole('main').getByRole('slider');
  return { from: all.nth(0), to: all.nth(1), play: all.nth(2) };
}

/** Waits until the requested scan is shown. */
export async function waitForView(page: Page, view: View): Promise<void> {
  if (view === 'line') await expect(page.locator('[data-end]')).toHaveCount(7);
  else await expect(page.getByRole('main').getByRole('img', { name: /^(?:Fleur|Bloom) / })).toBeVisible();
}

/** Opens the statistics of the scans of the brief. */
export async function openStatistics(
  { page, account }: { readonly page: Page; readonly account: (kind: 'tracker') => Promise<Persona> },
  view: View,
): Promise<void> {
  const tracker = await account('tracker');
  await tracker.openInSharedSession(page, `/statistics?view=${view}`);
  await waitForView(page, view);
}

/** A scan as the list of the server has it, given anew and without words. */
export function listedScan(scan: SavedScan) {
  return { ...scan, scoring: 0, receivedAt: scan.createdAt, duration: null, kept: [], moment: 'exact', tags: null };
}

/** Answers the list with scans that were not saved first: one an hour, the newest at the end of August. */
async function serveScans(page: Page, count: number): Promise<void> {
  const end = Date.parse('2026-08-31T10:00:00Z');
  const data = Array.from({ length: count }, (_, index) => {
    const createdAt = new Date(end - (count - 1 - index) * 3_600_000).toISOString();
    const answers = [1, 2, 3, 4, 5, 6, 7].map((step) => 1 + ((index * step + (index >> 5)) % 10));
    const _id = `scan-${String(index).padStart(5, '0')}`;
    return listedScan({ _id, answers, createdAt });
  });
  await page.route(/results\.own/, (route: Route) => route.fulfill({ json: { result: { data } } }));
}

/** Opens the statistics of so many scans, which nobody has to save first. */
export async function openManyStatistics(
  { page, persona }: { readonly page: Page; readonly persona: Persona },
  count: number,
): Promise<void> {
  await serveScans(page, count);
  await persona.openInSharedSession(page, '/statistics?view=line');
  await expect(page.locator('[data-chart]')).toHaveCount(7);
}
