import { readdir } from 'node:fs/promises';
import { join } from 'node:path';

/** Paths of the product's fonts, for a page that is not part of the build. */
export interface Fonts {
  readonly display: string;
  readonly text: string;
}

/** The font files of the build (upright); null when they are not found. */
export async function findFonts(root: string): Promise<Fonts | null> {
  const names = await readdir(join(root, 'assets')).catch(() => []);
  const find = (family: string) => names.find((name) => name.startsWith(`upright-${family}-`));
  const [display, text] = [find('ysabeau'), find('source-sans')];
  return display === undefined || text === undefined
    ? null
    : { display: `/assets/${display}`, text: `/assets/${text}` };
}
