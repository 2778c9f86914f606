import { timings } from '@nuances/domain/limits';
import { answerMax, answerMin } from '@nuances/domain/scoring';
import { useReducedMotion } from '@nuances/ui/reduced-motion';
import { useEffect, useState } from 'react';

/** What glows on the scale: one disc after the other, or all at once where motion is unwelcome. */
export type Hint = { readonly head: number } | 'all' | null;

/** How long all discs glow at once, milliseconds. */
const glowAll = 2_000;
/** The tail of the glow leaves the last disc two steps after its head. */
const tail = 2;

/**
 * After 10 s without an answer the discs light up in turn, one every 150 ms, and again every 10 s.
 * `key` restarts the wait (the question); the hint pauses while the tab is hidden. `glowed` says that
 * the hint has been seen with this question, so that it can be offered to stop it.
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
