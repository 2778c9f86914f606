import { answerMax, answerMin } from '../scan/scoring.ts';

/** The scales on which other journals give a number. */
export const importedScales = ['ten', 'five'] as const;

/** From 1 to 10, as answers are; or from 1 to 5, as many journals write a mood. */
export type ImportedScale = (typeof importedScales)[number];

const fiveMax = 5;

/**
 * The answer that a number of another journal becomes (SPEC.md IMPORT-2); null for one that its scale does not have.
 */
export function answerOfNumber(value: number, scale: ImportedScale): number | null {
  if (scale === 'ten') return Number.isInteger(value) && value >= answerMin && value <= answerMax ? value : null;
  if (!(value >= 1 && value <= fiveMax)) return null;
  const exact = answerMin + ((value - 1) * (answerMax - answerMin)) / (fiveMax - 1);
  // Halves go down: the middle of the scale is 5, whose score is 0.
  return Math.ceil(exact - 0.5);
}

/** Names that journals give their five moods at first, in English and French, the best first (SPEC.md IMPORT-7). */
const knownMoods: readonly (readonly string[])[] = [
  ['rad', 'super', 'great', 'genial'],
  ['good', 'bien'],
  ['meh', 'bof', 'okay', 'ok', 'moyen'],
  ['bad', 'mauvais', 'mal'],
  ['awful', 'horrible', 'affreux'],
];

/** What a name of a mood most likely stands for, from 1 to 5; null for one that is not known. */
export function knownLevel(label: string): number | null {
  const plain = label.normalize('NFKD').replace(/\p{M}/gu, '').trim().toLowerCase();
  const place = knownMoods.findIndex((names) => names.includes(plain));
  return place === -1 ? null : knownMoods.length - place;
}

/** The number in a cell, with a decimal point or comma; null for anything else. */
export function numberOfCell(cell: string): number | null {
  const text = cell.trim();
  return /^\d{1,3}(?:[.,]\d{1,6})?$/.test(text) ? Number(text.replace(',', '.')) : null;
}
