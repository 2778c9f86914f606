import { useReducedMotion } from '@nuances/ui/reduced-motion';
import { useEffect, useRef, useState } from 'react';
import { breathAt, endOf, open, openingAt, type MinuteLength, type Phase } from './breath.ts';

/** The first breath begins this long after the page has opened. */
const beginMs = 1_000;

interface Shown {
  /** Null before the first breath. */
  readonly phase: Phase | 'end' | null;
  readonly petals: number;
  /** What is left of the phase. */
  readonly seconds: number;
}

const before: Shown = { phase: null, petals: 1, seconds: 0 };

/**
 * Breathes for some minutes by the clock, so that a hidden page stays in step. Nothing of it is stored.
 * With reduced motion the petals stay open, and only phase and seconds change.
 */
export function useMinute(minutes: MinuteLength) {
  const still = useReducedMotion();
  const [run, setRun] = useState(0);
  const [shown, setShown] = useState(before);
  const isStopped = useRef(false);
  /** When the first breath began, and how long after that breathing ends. */
  const begun = useRef(0);
  const length = useRef(0);

  useEffect(() => {
    const start = performance.now() + beginMs;
    begun.current = start;
    let end: number | null = null;
    let left = 1;
    isStopped.current = false;
    let frame = requestAnimationFrame(function step() {
      const now = performance.now();
      const elapsed = now - start;
      if (end === null && elapsed >= 0) {
        const breath = breathAt(elapsed);
        if (isStopped.current || elapsed >= length.current) end = now;
        else setShown((last) => changed(last, { ...breath, petals: still ? open : breath.petals }));
        left = end === null ? breath.petals : left;
      } else if (end === null && isStopped.current) end = now;
      if (end !== null) {
        const petals = still ? open : openingAt(now - end, left);
        setShown((last) => changed(last, { phase: 'end', petals, seconds: 0 }));
        if (petals === open) return;
      }
      frame = requestAnimationFrame(step);
    });
    return () => cancelAnimationFrame(frame);
  }, [run, still]);
  // After the beginning above, so that a new run counts from its own.
  useEffect(() => {
    length.current = endOf(minutes, Math.max(0, performance.now() - begun.current));
  }, [minutes, run, still]);

  return {
    ...shown,
    still,
    stop: () => {
      isStopped.current = true;
    },
    again: () => {
      setShown(before);
      setRun((count) => count + 1);
    },
  };
}

/** The last state where nothing of it would look different, so that React has nothing to do. */
function changed(last: Shown, next: Shown): Shown {
  return last.phase === next.phase && last.petals === next.petals && last.seconds === next.seconds ? last : next;
}
