import type { Page } from '@playwright/test';
import { seal, storeNote } from './notes.ts';
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
  const { shortToken, userKey } = await persona.tokens();
  const tags = words.length > 0 ? seal(userKey, JSON.stringify(words)) : null;
  const scan = { answers, scoring: 0, duration: 30, createdAt: `${day}T11:00:00.000Z`, tags };
  await persona.call('POST', '/api/results', scan, shortToken);
}

/** The week from 16 to 22 November 2026, with a note of it and one of a month before. */
export async function saveWeek(
  persona: Persona,
  words: readonly string[] = ['travail', 'marche', 'Nadia'],
): Promise<void> {
  const [work = '', walk = '', name = ''] = words;
  await saveWordedScan(persona, [5, 4, 3, 6, 4, 6, 5], '2026-11-16', [work]);
  await saveWordedScan(persona, [6, 4, 4, 5, 5, 6, 6], '2026-11-17', [work, walk]);
  await saveWordedScan(persona, [5, 5, 6, 6, 3, 8, 6], '2026-11-19', [work]);
  await saveWordedScan(persona, [6, 4, 7, 6, 5, 7, 7], '2026-11-20', [walk, name]);
  await saveWordedScan(persona, [7, 5, 8, 7, 5, 7, 7], '2026-11-22');
  await storeNote(persona, {
    title: 'Dire non sans m’excuser',
    text: 'Ce matin j’ai refusé une réunion de plus, et rien ne s’est effondré. J’ai marché jusqu’au canal à la place.',
    categoryId: 'green',
    createdAt: '2026-11-20T12:00:00.000Z',
  });
  await storeNote(persona, { title: 'Ce que la pluie a changé', createdAt: '2026-10-23T12:00:00.000Z' });
}
