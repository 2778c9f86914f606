import { expect, type Page, type Route } from '@playwright/test';
import type { Persona } from './persona.ts';
import { listedScan } from './statistics.ts';

/** A Monday, in the evening. */
const end = Date.parse('2026-08-31T18:00:00Z');
const dayMs = 86_400_000;

/** Numbers from 0 to 2 without any order that a weekday could have; the same at every run. */
function scatter(): () => number {
  let state = 7;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return Math.floor((state / 2 ** 31) * 3);
  };
}

/** One scan a day, with three points less joy on Mondays: what takes shape in them can be named beforehand. */
export function mondayScans(count: number) {
  const next = scatter();
  return Array.from({ length: count }, (_, index) => {
    const age = count - 1 - index;
    const createdAt = new Date(end - age * dayMs).toISOString();
    const answers = Array.from({ length: 7 }, (_axis, axis) => 5 + next() - (axis === 2 && age % 7 === 0 ? 3 : 0));
    const _id = `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`;
    return listedScan({ _id, answers, createdAt });
  });
}

/** Opens what takes shape in so many of these scans, which nobody has to save first. */
export async function openInsights(
  { page, persona }: { readonly page: Page; readonly persona: Persona },
  count: number,
): Promise<void> {
  await page.route(/results\.own/, (route: Route) => route.fulfill({ json: { result: { data: mondayScans(count) } } }));
  await persona.openInSharedSession(page, '/statistics/insights');
  const text =
    count < 20 ? /^(?:Pas encore assez de scans|Not enough scans yet)/ : /^(?:Rien ne se dessine|Nothing stands out)/;
  // Of fewer than 56 days, fewer than eight are Mondays.
  const said = count < 56 ? page.getByText(text) : page.getByRole('article');
  await expect(said.first()).toBeVisible();
}
