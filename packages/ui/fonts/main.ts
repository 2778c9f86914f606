/** Writes the font files again, after a change of their characters, weights or packages. */
import { writeFile } from 'node:fs/promises';
import { faces, subset } from './subset.ts';

for (const face of faces)
  await writeFile(new URL(`../src/fonts/${face.name}.woff2`, import.meta.url), await subset(face));
