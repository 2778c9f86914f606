import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const folder = import.meta.dirname;
const sources = readdirSync(folder, { encoding: 'utf8', recursive: true }).filter((name) => name.endsWith('.ts'));
const textOf = (name: string) => readFileSync(`${folder}/${name}`, 'utf8');
const idsIn = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map((match) => match[1] ?? '');

const rules = idsIn(textOf('../SPEC.md'), /^- \*\*([A-Z]+-\d+)\*\* /gm);

/** Tests of rules that only the drawing follows. */
const drawn = ['../../ui/src/bloom/petal.test.ts', '../../../apps/web/src/i18n/scan-labels.test.tsx'];

const tested = new Set(
  [...sources, ...drawn]
    .filter((name) => /\.test\.tsx?$/.test(name) && name !== 'spec.test.ts')
    .flatMap((name) => idsIn(textOf(name), /\bit(?:\.each\([\s\S]*?\))?\(\s*['"`]([^'"`]*)/g))
    .flatMap((title) => idsIn(title, /\b([A-Z]+-\d+):/g)),
);

const named = sources
  .filter((name) => !name.endsWith('.test.ts'))
  .flatMap((name) => idsIn(textOf(name), /SPEC\.md ([A-Z]+-\d+)/g));

describe('SPEC.md', () => {
  it('gives every rule an id of its own', () => {
    expect(rules.length).toBeGreaterThan(20);
    expect(rules).toEqual([...new Set(rules)]);
  });

  it('has a test for every rule', () => {
    expect(rules.filter((id) => !tested.has(id))).toEqual([]);
  });

  it('has a rule for every test', () => {
    expect([...tested].filter((id) => !rules.includes(id))).toEqual([]);
  });

  it('has every rule that a comment points to', () => {
    expect(named.length).toBeGreaterThan(10);
    expect(named.filter((id) => !rules.includes(id))).toEqual([]);
  });
});
