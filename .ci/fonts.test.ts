/* The small font files hold every letter of the texts; a missing one would fetch a second file, or change the font in a word. */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { characters, faces } from '../packages/ui/fonts/subset.ts';
import en from '../packages/i18n/src/en/index.ts';
import fr from '../packages/i18n/src/fr/index.ts';

const texts = join(dirname(dirname(fileURLToPath(import.meta.url))), 'packages/i18n/src');

/** Marks that no font of text has: the browser takes them from the system. */
const pictures = new Set('✅❌⌘');

it('every character of both catalogues is in the small files', () => {
  const used = readdirSync(texts, { recursive: true, encoding: 'utf8' })
    .filter((path) => /^(?:en|fr)\/.*(?<!\.test)\.ts$/.test(path))
    .flatMap((path) => Array.from(readFileSync(join(texts, path), 'utf8')));
  expect(used.length).toBeGreaterThan(50_000);
  expect([...new Set(used)].filter((one) => one !== '\n' && !characters.includes(one) && !pictures.has(one))).toEqual(
    [],
  );
});

it('the words of Home are in the face made for them', () => {
  const own = faces.find(({ name }) => name === 'prompt-ysabeau')?.characters;
  for (const words of [en.home.clickOn, fr.home.clickOn])
    expect(Array.from(words).filter((one) => !own?.includes(one))).toEqual([]);
});
