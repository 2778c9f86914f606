import { expect, type Page, type Route } from '@playwright/test';
import { mondayScans } from './insights.ts';
import type { Persona } from './persona.ts';

/** Opens the page for a consultation with so many scans, which nobody has to save first. */
export async function openConsultation(
  { page, persona }: { readonly page: Page; readonly persona: Persona },
  count: number,
): Promise<void> {
  await page.route(/results\.own/, (route: Route) => route.fulfill({ json: { result: { data: mondayScans(count) } } }));
  await persona.openInSharedSession(page, '/statistics/consultation');
  await expect(page.getByRole('button', { name: /^(?:Imprimer ou PDF|Print or PDF)$/ })).toBeVisible();
  if (count > 1) await expect(page.getByRole('main').getByRole('table')).toBeAttached();
}
