import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { characters, faces, subset } from './subset.ts';

const css = await readFile(new URL('../src/fonts.css', import.meta.url), 'utf8');

/** The characters of a rule's ranges. */
function charactersOf(rule: string): Set<string> {
  const [, list = ''] = /unicode-range:([^;]*);/.exec(rule) ?? [];
  return new Set(
    [...list.matchAll(/U\+([\dA-F]+)(?:-([\dA-F]+))?/g)].flatMap(([, from = '', to = from]) => {
      const first = Number.parseInt(from, 16);
      return Array.from({ length: Number.parseInt(to, 16) - first + 1 }, (_, at) => String.fromCodePoint(first + at));
    }),
  );
}

it.each(faces)('$name is made from its package, its characters and its weights', async (face) => {
  const file = await readFile(new URL(`../src/fonts/${face.name}.woff2`, import.meta.url));
  expect(file.equals(await subset(face))).toBe(true);
});

it('the style sheet asks a file for the characters that it has', () => {
  const rules = css.split('@font-face').filter((rule) => rule.includes("url('./fonts/"));
  expect(rules).toHaveLength(faces.length);
  for (const rule of rules.filter((one) => !one.includes('prompt-')))
    expect(charactersOf(rule)).toEqual(new Set(characters));
});
