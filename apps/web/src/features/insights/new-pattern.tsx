import { dayOf, startOfDay, type LocalDay } from '@nuances/domain/local-day';
import { keyOfPattern, newPattern } from '@nuances/domain/patterns/new-patterns';
import type { PatternScan } from '@nuances/domain/patterns/scan-groups';
import type { Pattern } from '@nuances/domain/patterns/scan-patterns';
import type { Period } from '@nuances/domain/statistics/period';
import { useEffect, useState, type ReactNode } from 'react';
import { useI18n } from '../../i18n/locale-store.ts';
import { useHiddenPatterns } from './hidden-patterns.ts';
import { patternWords } from './pattern-words.ts';
import { reportOf, search } from './use-patterns.ts';
import { useTaggedScans } from './use-tagged-scans.ts';

interface Props {
  readonly span: Period;
  /** Resolves when the tags have been decrypted, or when that failed. */
  readonly tagsRead: Promise<void>;
  /** Draws it, with its sentence. */
  readonly children: (sentence: string) => ReactNode;
}

/** The patterns that were found at the end of a day; null when cancelled. */
async function patternsOn(scans: readonly PatternScan[], day: LocalDay, isCancelled: () => boolean) {
  const end = startOfDay(day + 1);
  const known = scans.filter(({ at }) => at < end);
  const report = await search({ scans: known, today: day, chosen: [] }, isCancelled);
  return report && report.patterns;
}

async function find(
  scans: readonly PatternScan[],
  { from, to }: Period,
  hidden: readonly string[],
  isCancelled: () => boolean,
): Promise<Pattern | null> {
  const today = dayOf(Date.now());
  const now = await reportOf({ scans, today, chosen: [] }, isCancelled);
  const candidates = now?.patterns.filter((pattern) => !hidden.includes(keyOfPattern(pattern))) ?? [];
  // Every search takes a while, and most weeks have nothing new.
  if (candidates.length === 0) return null;
  const after = to < today ? await patternsOn(scans, to, isCancelled) : candidates;
  if (!after || after.length === 0) return null;
  const before = await patternsOn(scans, from - 1, isCancelled);
  return before && newPattern({ before, after, now: candidates }, hidden);
}

/**
 * A pattern that is new in a week or month (SPEC.md LOOK-8), once it is found; searched for on this device. Another week or
 * month needs another key.
 */
export function NewPattern({ span: { from, to }, tagsRead, children }: Props) {
  const words = useI18n();
  const { tagged } = useTaggedScans(tagsRead);
  const { hidden } = useHiddenPatterns();
  const [found, setFound] = useState<Pattern | null>(null);
  useEffect(() => {
    let cancelled = false;
    if (!tagged || tagged.length === 0 || hidden === null) return;
    void find(tagged, { from, to }, hidden, () => cancelled).then((pattern) => {
      if (!cancelled) setFound(pattern);
    });
    return () => {
      cancelled = true;
    };
  }, [tagged, hidden, from, to]);
  return found ? children(patternWords(words, found).sentence) : null;
}
