import { useEffect, useRef, useState } from 'react';
import type { ScanContent } from '@nuances/domain/scan/fields';
import { dropRun, keepRun, type RunSlot } from './stored-run.ts';
import { atQuestion, finishedScan, isStarted, newRun, withAnswer, type QuizRun } from './quiz-run.ts';

/** Measures time while the page is visible: milliseconds since the last reading. */
function useVisibleTime() {
  const since = useRef<number | null>(null);
  const collected = useRef(0);
  useEffect(() => {
    const follow = () => {
      const now = performance.now();
      if (since.current !== null) collected.current += now - since.current;
      since.current = document.hidden ? null : now;
    };
    follow();
    document.addEventListener('visibilitychange', follow);
    return () => document.removeEventListener('visibilitychange', follow);
  }, []);
  return () => {
    const now = performance.now();
    const passed = collected.current + (since.current === null ? 0 : now - since.current);
    collected.current = 0;
    if (since.current !== null) since.current = now;
    return passed;
  };
}

/**
 * The current run; every change is stored on this device at once.
 * @param kept the run that was stored when the screen opened
 */
export function useQuizRun(kept: QuizRun, slot: RunSlot, onStart: () => void) {
  const [run, setRun] = useState(kept);
  const [resumed, setResumed] = useState(() => isStarted(run));
  const takeTime = useVisibleTime();
  const isBegun = useRef(isStarted(kept));
  const begin = () => {
    if (!isBegun.current) onStart();
    isBegun.current = true;
  };

  const isFinished = useRef(false);
  const change = (next: typeof run) => {
    if (isFinished.current) return;
    const timed = { ...next, elapsed: run.elapsed + takeTime() };
    setRun(timed);
    void keepRun(timed, slot);
  };

  return {
    run,
    /** Counts one begun quiz for the run, however often answers are taken back and given. */
    begin,
    /** Whether the run holds answers of an earlier visit, none of them changed or added since. */
    resumed,
    /** null takes the answer back. */
    answer(value: number | null) {
      begin();
      change(withAnswer(run, value));
    },
    goTo(index: number) {
      if (index > run.index) setResumed(false);
      change(atQuestion(run, index));
    },
    restart() {
      setResumed(false);
      isBegun.current = false;
      takeTime();
      setRun({ ...newRun, moment: run.moment });
      void dropRun(slot);
    },
    /** Stops the timer and saves the scan, unless an answer is missing. Meanwhile and afterwards the run is as it was saved. */
    async finish(save: (scan: ScanContent) => Promise<void>): Promise<void> {
      const scan = finishedScan({ ...run, elapsed: run.elapsed + takeTime() }, typeof slot === 'number');
      isFinished.current = scan !== null;
      try {
        if (scan) await save(scan);
      } catch (error) {
        isFinished.current = false;
        throw error;
      }
    },
  };
}
