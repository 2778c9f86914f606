import { useEffect, useRef, useState } from 'react';
import { easeOut } from '../easing.ts';
import { prefersReducedMotion } from '../reduced-motion.ts';

/** An answer from 1 to 10, fractional while it moves, or null when not given. */
export type Answer = number | null;

/** How long a petal takes to reach its answer. */
const growMs = 400;

/**
 * Animates `answers` so that petals grow instead of jumping: the values are interpolated, not the paths. A part that is
 * answered for the first time grows from 1; with `enter`, all parts do at the first render. Without it, on the server
 * and with reduced motion, the first render has the final values.
 */
export function useGrownAnswers(answers: readonly Answer[], grow = true, enter = false): readonly Answer[] {
  const [shown, setShown] = useState<readonly Answer[]>(() =>
    enter && typeof window !== 'undefined' && !prefersReducedMotion() ? answers.map((answer) => answer && 1) : answers,
  );
  const shownNow = useRef(shown);
  const goal = answers.join();

  useEffect(() => {
    const from = shownNow.current;
    const to = goal.split(',').map((value) => (value === '' ? null : Number(value)));
    const show = (next: readonly Answer[]) => {
      shownNow.current = next;
      setShown(next);
    };
    if (from.join() === goal) return;
    if (!grow || prefersReducedMotion()) {
      show(to);
      return;
    }
    let start: number | undefined;
    let frame = requestAnimationFrame(function step(now) {
      start ??= now;
      const part = Math.min(1, (now - start) / growMs);
      const eased = easeOut(part);
      show(
        to.map((value, index) => {
          if (value === null || part === 1) return value;
          const begin = from[index] ?? 1;
          return begin + (value - begin) * eased;
        }),
      );
      if (part < 1) frame = requestAnimationFrame(step);
    });
    return () => cancelAnimationFrame(frame);
  }, [goal, grow]);

  if (!grow) return answers;
  // A part becomes filled or empty at once; only its size is animated.
  return answers.map((value, index) => (value === null ? null : (shown[index] ?? 1)));
}
