import { expect } from '@playwright/test';
import { randomUUID } from 'node:crypto';
import { extractText, getDocumentProxy } from 'unpdf';
import { seal } from './notes.ts';
import type { Persona } from './persona.ts';

export const manyNotes = 115;
const manyScans = 338;
/** What one call may restore. */
const part = 200;

/** An account with more notes and scans than any screen shows at once. */
export async function fillForPaper(persona: Persona): Promise<void> {
  const { userKey } = await persona.tokens();
  const atOf = (index: number) => new Date(Date.UTC(2026, 0, 1) + index * 3_600_000).toISOString();
  const scans = Array.from({ length: manyScans }, (_, index) => ({
    _id: randomUUID(),
    answers: [7, 4, 9, 6, 3, 8, 7],
    createdAt: atOf(index),
    tags: null,
  }));
  const notes = Array.from({ length: manyNotes }, (_, index) => ({
    _id: randomUUID(),
    title: seal(userKey, `Note ${index + 1}.`),
    text: seal(userKey, `${'Une ligne, et puis une autre. '.repeat(index % 30)}Fin ${index + 1}.`),
    categoryId: 'red',
    scanResultId: null,
    createdAt: atOf(index),
  }));
  for (let from = 0; from < manyScans; from += part)
    await persona.callAsUser('POST', '/api/restore', { scans: scans.slice(from, from + part), notes: [] });
  await persona.callAsUser('POST', '/api/restore', { scans: [], notes });
}

/** The text of all pages of a PDF, with single spaces. */
export async function paperText(pdf: Uint8Array): Promise<string> {
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(pdf)), { mergePages: true });
  return text.replaceAll(/\s+/g, ' ');
}

/** Texts of a PDF that do not end on their page. */
export async function textsOverEdge(pdf: Uint8Array): Promise<readonly string[]> {
  const paper = await getDocumentProxy(new Uint8Array(pdf));
  const found: string[] = [];
  for (let number = 1; number <= paper.numPages; number += 1) {
    const page = await paper.getPage(number);
    const right = page.view[2] ?? 0;
    for (const item of (await page.getTextContent()).items)
      if ('str' in item && Number(item.transform[4]) + item.width > right) found.push(item.str);
  }
  return found;
}

/** Where the dates of the entries begin, from the left edge of their sheets. */
export async function edgesOfDates(pdf: Uint8Array): Promise<ReadonlySet<number>> {
  const paper = await getDocumentProxy(new Uint8Array(pdf));
  const found = new Set<number>();
  for (let number = 1; number <= paper.numPages; number += 1)
    for (const item of (await (await paper.getPage(number)).getTextContent()).items)
      if ('str' in item && /^\w+day \d/.test(item.str)) found.add(Math.round(Number(item.transform[4])));
  return found;
}

const countsOf = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, number]) => Number(number));
const upTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

/** Every note once, from its title to its last word, without the buttons of the screen. */
export function expectAllNotes(text: string): void {
  for (const pattern of [/Note (\d+)\./g, /Fin (\d+)\./g])
    expect(countsOf(text, pattern).sort((a, b) => a - b)).toEqual(upTo(manyNotes));
  expect(text).not.toMatch(/Options|Ajouter|Rechercher|Lire la suite|Read more|Préparation|Preparing/);
}

/** Every note of the booklet once, oldest first, and the number of sheets at the foot of the last one. */
export function expectWholeBooklet(text: string): void {
  expect(countsOf(text, /Fin (\d+)\./g)).toEqual(upTo(manyNotes));
  const [, sheet, sheets] = [...text.matchAll(/(\d+) \/ (\d+)/g)].at(-1) ?? [];
  expect(sheet).toBe(sheets);
}

/** Every scan once, with its answers in words, without the buttons of the screen. */
export function expectAllScans(text: string): void {
  expect(text.match(/(?:Foi intérieure|Inner faith) 7/g)).toHaveLength(manyScans);
  expect(text).not.toMatch(/Options|Chargement|Début de l’historique|Préparation|Preparing/);
}
