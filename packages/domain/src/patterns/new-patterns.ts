import { tagKey } from '../scan/tags.ts';
import type { Pattern } from './scan-patterns.ts';

/** Key of a pattern that stays the same when scans are added. */
export function keyOfPattern({ grouping, axis, delta }: Pattern): string {
  const side = delta > 0 ? 'right' : 'left';
  const named = grouping.kind === 'tag' ? { ...grouping, tag: tagKey(grouping.tag) } : grouping;
  // The pattern of the last two weeks has other days each day.
  return JSON.stringify([grouping.kind === 'recent' ? grouping.kind : named, axis, side]);
}

/**
 * The first pattern that took shape between two moments and is still there; null when there is none (SPEC.md LOOK-8).
 * @param before found at the first moment
 * @param after found at the second moment, the clearest first
 * @param now found now
 * @param hidden keys of patterns that the person has hidden
 */
export function newPattern(
  { before, after, now }: Readonly<Record<'before' | 'after' | 'now', readonly Pattern[]>>,
  hidden: readonly string[],
): Pattern | null {
  const passed = new Set([...before.map(keyOfPattern), ...hidden]);
  const present = new Map(now.map((pattern) => [keyOfPattern(pattern), pattern]));
  for (const pattern of after) {
    const key = keyOfPattern(pattern);
    const same = present.get(key);
    if (same && !passed.has(key)) return same;
  }
  return null;
}
