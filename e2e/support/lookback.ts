import type { Page } from '@playwright/test';
import { live, weekOf } from './life.ts';
import type { Persona } from './persona.ts';

/** Sets the clock of the page to a moment of the browser's zone, Europe/Paris. */
export async function setClock(page: Page, local: string): Promise<void> {
  await page.clock.setFixedTime(new Date(`${local}+01:00`));
}

/** Saves a scan at noon of a day, with words. */
export async function saveWordedScan(
  persona: Persona,
  answers: readonly number[],
  day: string,
  words: readonly string[] = [],
): Promise<void> {
  await live(persona, { scans: [{ answers, createdAt: `${day}T11:00:00.000Z`, words }], notes: [] });
}

/** The week of {@link weekOf}, in an account without a vault. */
export async function saveWeek(
  persona: Persona,
  words: readonly string[] = ['travail', 'marche', 'Nadia'],
): Promise<void> {
  await live(persona, weekOf(words));
}
