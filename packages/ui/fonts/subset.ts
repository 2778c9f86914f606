import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import subsetFont from 'subset-font';

/** What English and French write, in the texts of the product and in those of a person. Everything else has files of its own. */
export const characters = [
  ...Array.from({ length: 0x7f - 0x20 }, (_, index) => String.fromCodePoint(0x20 + index)),
  'ÀÂÄÆÇÉÈÊËÎÏÔÖÙÛÜàâäæçéèêëîïôöùûüÿŒœŸ',
  '«»‘’“”–—…·•°×÷±−€',
  // Spaces that do not break: wide and narrow.
  '\u00a0',
  '\u202f',
].join('');

/**
 * Of all features those that the style sheets ask for, and those without which letters stand wrong: no marks to combine, which
 * the files do not have, no forms of other languages, and no ligatures, which titles cannot have (browsers draw none where
 * letters are spaced).
 */
const features = ['kern', 'calt', 'tnum', 'lnum'];

/** A font file of the product: where it is made from, and the weights that are used (one, or from and to). */
export interface Face {
  readonly name: string;
  readonly source: string;
  readonly weight: number | { readonly min: number; readonly max: number };
  /** What it writes, if not all of them. */
  readonly characters?: string;
}

export const faces: readonly Face[] = [
  { name: 'upright-ysabeau', source: 'ysabeau/files/ysabeau-latin-wght-normal', weight: { min: 360, max: 560 } },
  { name: 'italic-ysabeau', source: 'ysabeau/files/ysabeau-latin-wght-italic', weight: 430 },
  // The two words of Home: a first visit needs no more of the italic.
  {
    name: 'prompt-ysabeau',
    source: 'ysabeau/files/ysabeau-latin-wght-italic',
    weight: 430,
    characters: 'Cliquez sur Click on',
  },
  {
    name: 'upright-source-sans',
    source: 'source-sans-3/files/source-sans-3-latin-wght-normal',
    weight: { min: 400, max: 700 },
  },
  { name: 'italic-source-sans', source: 'source-sans-3/files/source-sans-3-latin-wght-italic', weight: 400 },
];

const packages = createRequire(import.meta.url);

/** The WOFF2 file of a face with the characters above, the same bytes at each run. */
export async function subset({ source, weight, characters: own = characters }: Face): Promise<Buffer> {
  const whole = await readFile(packages.resolve(`@fontsource-variable/${source}.woff2`));
  return subsetFont(whole, own, {
    targetFormat: 'woff2',
    variationAxes: { wght: weight },
    keepFeatures: features,
  });
}
