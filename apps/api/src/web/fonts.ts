import { readdir } from 'node:fs/promises';
import { join } from 'node:path';

/** Where the product's own type is served, for a page that is no part of the build. */
export interface Fonts {
  readonly display: string;
  readonly text: string;
}

/** The files of the build that hold the upright latin letters; null when they are not where they used to be. */
export async function findFonts(root: string): Promise<Fonts | null> {
  const names = await readdir(join(root, 'assets')).catch(() => []);
  const find = (family: string) => names.find((name) => name.startsWith(`${family}-latin-wght-normal-`));
  const [display, text] = [find('ysabeau'), find('source-sans-3')];
  return display === undefined || text === undefined
    ? null
    : { display: `/assets/${display}`, text: `/assets/${text}` };
}
