import { timings } from '@nuances/domain/timings';
import { answerMax, answerMin } from '@nuances/domain/scan/scoring';
import { useReducedMotion } from '@nuances/ui/reduced-motion';
import { useEffect, useState } from 'react';

/** Which discs are lit: one after the other, or all at once with reduced motion. */
export type Hint = { readonly head: number } | 'all' | null;

/** How long all discs are lit at once, milliseconds. */
const glowAll = 2_000;
/** The light leaves the last disc two steps after it has reached it. */
const tail = 2;

/**
 * After 10 s without an answer the discs light up in turn, one every 150 ms, and again every 10 s. A change of `key`
 * (the question) restarts the wait; the hint pauses while the tab is hidden. `glowed` tells that the hint was shown for
 * this question, so that the screen can offer to stop it.
 */
export function useIdleHint(waiting: boolean, key: number): { readonly hint: Hint; readonly glowed: boolean } {
  const still = useReducedMotion();
  const [hint, setHint] = useState<Hint>(null);
  const [glowedAt, setGlowedAt] = useState<number | null>(null);

  useEffect(() => {
    if (!waiting) return;
    let step: ReturnType<typeof setTimeout> | undefined;

    const advance = (head: number) => {
      setHint(head > answerMax + tail ? null : { head });
      if (head <= answerMax + tail) step = setTimeout(() => advance(head + 1), timings.idleHintStepMs);
    };
    const glow = () => {
      if (document.hidden) return;
      setGlowedAt(key);
      if (still) {
        setHint('all');
        step = setTimeout(() => setHint(null), glowAll);
      } else advance(answerMin);
    };

    const timer = setInterval(glow, timings.idleHintMs);
    return () => {
      clearInterval(timer);
      clearTimeout(step);
      setHint(null);
    };
  }, [waiting, key, still]);

  return { hint, glowed: glowedAt === key };
}
