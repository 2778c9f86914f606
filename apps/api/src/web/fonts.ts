import { readdir } from 'node:fs/promises';
import { join } from 'node:path';

/** Paths of the product's fonts, for a page that is not part of the build. */
export interface Fonts {
  readonly display: string;
  readonly text: string;
}

/** The font files of the build (upright, latin); null when they are not found. */
export async function findFonts(root: string): Promise<Fonts | null> {
  const names = await readdir(join(root, 'assets')).catch(() => []);
  const find = (family: string) => names.find((name) => name.startsWith(`${family}-latin-wght-normal-`));
  const [display, text] = [find('ysabeau'), find('source-sans-3')];
  return display === undefined || text === undefined
    ? null
    : { display: `/assets/${display}`, text: `/assets/${text}` };
}
