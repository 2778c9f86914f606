import { patternSteps, type PatternQuestion, type PatternReport } from '@nuances/domain/patterns/scan-patterns';
import { useEffect, useState } from 'react';
import { nextTask } from '../../browser/next-task.ts';
import { onSessionChange } from '../../session/session-store.ts';
import { onLock } from '../../keys/lock-listeners.ts';

/** After this much work the search yields to the page, milliseconds. */
const workMs = 8;

/** Searches for patterns in small steps; null when it was cancelled. */
export async function search(question: PatternQuestion, isCancelled: () => boolean): Promise<PatternReport | null> {
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

/** A report with its question. */
interface Found {
  readonly question: PatternQuestion;
  readonly report: PatternReport;
}

/** The last report, for when the person returns to this screen. */
let last: Found | null = null;

const forget = () => {
  last = null;
};
onSessionChange(forget);
onLock({ drop: forget });

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

/** The last report, where it answers a question; else it is searched for. Null when that was cancelled. */
export async function reportOf(question: PatternQuestion, isCancelled: () => boolean): Promise<PatternReport | null> {
  if (last && isSame(last.question, question)) return last.report;
  const report = await search(question, isCancelled);
  if (report) last = { question, report };
  return report;
}

/**
 * Searches for patterns on this device, in small steps. Until the report of a new question is complete, the last one is
 * returned.
 * @param question null while the scans load
 */
export function usePatterns(question: PatternQuestion | null): {
  readonly report: PatternReport | null;
  readonly isCurrent: boolean;
} {
  const [found, setFound] = useState<Found | null>(null);
  useEffect(() => {
    if (!question) return;
    let cancelled = false;
    const showReport = (report: PatternReport) => {
      last = { question, report };
      setFound(last);
    };
    if (last && isSame(last.question, question)) showReport(last.report);
    else void search(question, () => cancelled).then((report) => (report ? showReport(report) : undefined));
    return () => {
      cancelled = true;
    };
  }, [question]);
  return { report: found?.report ?? null, isCurrent: found !== null && found.question === question };
}
