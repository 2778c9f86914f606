import { patternSteps, type PatternQuestion, type PatternReport } from '@nuances/domain/scan-patterns';
import { useEffect, useState } from 'react';
import { nextTask } from '../../browser/next-task.ts';
import { onSessionChange } from '../../session/session-store.ts';

/** The page stays free after this much work at a time, milliseconds. */
const workMs = 8;

/** Looks for patterns a little at a time; null when it was cancelled. */
async function search(question: PatternQuestion, isCancelled: () => boolean): Promise<PatternReport | null> {
  const steps = patternSteps(question);
  while (!isCancelled()) {
    const started = performance.now();
    do {
      const step = steps.next();
      if (step.done) return step.value;
    } while (performance.now() - started < workMs);
    await nextTask();
  }
  return null;
}

/** What was found, for which question. */
interface Found {
  readonly question: PatternQuestion;
  readonly report: PatternReport;
}

/** The last answer, for the way back to this screen. */
let last: Found | null = null;

onSessionChange(() => {
  last = null;
});

function isSame(one: PatternQuestion, other: PatternQuestion): boolean {
  return (
    one.today === other.today &&
    one.chosen.join() === other.chosen.join() &&
    one.scans.length === other.scans.length &&
    one.scans.every((scan, index) => {
      const its = other.scans[index];
      return its?.id === scan.id && its.at === scan.at && its.answers === scan.answers && its.tags === scan.tags;
    })
  );
}

/**
 * What takes shape in scans, worked out on this device beside everything else the page does. Until there is an answer to
 * a new question, the one before stays.
 * @param question null while the scans are not known
 */
export function usePatterns(question: PatternQuestion | null): {
  readonly report: PatternReport | null;
  readonly isCurrent: boolean;
} {
  const [found, setFound] = useState<Found | null>(null);
  useEffect(() => {
    if (!question) return;
    let cancelled = false;
    const tell = (report: PatternReport) => {
      last = { question, report };
      setFound(last);
    };
    if (last && isSame(last.question, question)) tell(last.report);
    else void search(question, () => cancelled).then((report) => (report ? tell(report) : undefined));
    return () => {
      cancelled = true;
    };
  }, [question]);
  return { report: found?.report ?? null, isCurrent: found !== null && found.question === question };
}
