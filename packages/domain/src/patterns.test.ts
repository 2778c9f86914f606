import { readdirSync, readFileSync } from 'node:fs';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';

/** Every regular expression in the sources of this package, found with the compiler. */
function patternsOfSources(): { name: string; pattern: RegExp }[] {
  const found: { name: string; pattern: RegExp }[] = [];
  for (const file of readdirSync(import.meta.dirname, { encoding: 'utf8', recursive: true })) {
    if (!file.endsWith('.ts') || file.endsWith('.test.ts')) continue;
    const text = readFileSync(`${import.meta.dirname}/${file}`, 'utf8');
    const visit = (node: ts.Node): void => {
      if (ts.isRegularExpressionLiteral(node)) {
        const end = node.text.lastIndexOf('/');
        found.push({
          name: `${file} ${node.text}`,
          pattern: new RegExp(node.text.slice(1, end), node.text.slice(end + 1)),
        });
      }
      ts.forEachChild(node, visit);
    };
    visit(ts.createSourceFile(file, text, ts.ScriptTarget.ES2023));
  }
  return found;
}

const repeated = [...Array.from("aA0.-_@+ ,;'é"), 'a.', 'a-', '.a', 'a@', '@a.', 'a.a@', '0-', 'T0', '0:0'];
const tails = ['', '!', '@', '.', '.fr', '.fr!', '\n'];

/**
 * Processor time so far, milliseconds. Waiting does not count, because a busy machine must not look like a slow
 * pattern.
 */
function worked(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}

/** Longest time, in milliseconds, that the pattern takes for a hostile text of this size. */
function slowest(pattern: RegExp, size: number): number {
  let worst = 0;
  for (const head of ['', 'a@', '@', '1990-04-01T']) {
    for (const bit of repeated) {
      for (const tail of tails) {
        const text = head + bit.repeat(Math.ceil(size / bit.length)) + tail;
        pattern.lastIndex = 0;
        const started = worked();
        pattern.test(text);
        worst = Math.max(worst, worked() - started);
      }
    }
  }
  return worst;
}

describe('patterns', () => {
  const patterns = patternsOfSources();

  it('FIELD-1: the patterns of the sources are found', () => {
    expect(patterns.length).toBeGreaterThanOrEqual(10);
  });

  // A backtracking pattern needs seconds for 64 KB, a linear one well under a millisecond; small sizes go
  // first, so that an exponential one fails instead of hanging.
  it.each(patterns)('FIELD-1: $name takes time in proportion to the text', ({ pattern }) => {
    for (const size of [24, 28, 2_048, 16_384, 65_536]) {
      const best = Math.min(slowest(pattern, size), slowest(pattern, size));
      expect(best, `${size} characters`).toBeLessThan(150);
    }
  });
});
