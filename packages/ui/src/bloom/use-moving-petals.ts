import { type RefObject, useEffectEvent, useLayoutEffect, useRef } from 'react';
import { prefersReducedMotion } from '../reduced-motion.ts';
import type { Motion } from './petal-motions.ts';
import { type Answer, petalRadius } from './petal.ts';

interface Options {
  /** The bloom; each path that shows the size of a petal has its index as `data-petal`. */
  readonly box: RefObject<SVGSVGElement | null>;
  readonly outline: (radius: number, index: number) => string;
  /** The answers that the bloom is rendered with. */
  readonly answers: readonly Answer[];
  /** null where they jump, as everywhere with reduced motion. */
  readonly motion: Motion | null;
  /** Whether the petals also grow from the smallest answer at the first render. */
  readonly enter?: boolean;
}

/**
 * Animates petals when their answers change: rendered with the new answers, they begin at those shown before. Only the
 * paths that move are drawn anew, without a render, so that the page answers meanwhile.
 */
export function useMovingPetals({ box, outline, answers, motion, enter = false }: Options): void {
  const shown = useRef(enter ? answers.map((answer) => answer && 1) : answers);
  const goal = answers.join();
  const draw = useEffectEvent((next: readonly Answer[]) => {
    next.forEach((answer, index) => {
      if (answer === answers[index] && answer === shown.current[index]) return;
      const d = outline(petalRadius(answer), index);
      for (const path of box.current?.querySelectorAll(`[data-petal="${index}"]`) ?? []) path.setAttribute('d', d);
    });
    shown.current = next;
  });
  const move = useEffectEvent((by: Motion) => by(shown.current, answers, (next) => draw(next)));

  // A render draws the new answers, also those of a petal that is outlined while it moves.
  useLayoutEffect(() => {
    if (motion === null || prefersReducedMotion()) shown.current = answers;
    else draw(answers.map((answer, index) => answer && (shown.current[index] ?? 1)));
  });
  useLayoutEffect(() => {
    if (motion === null || prefersReducedMotion()) return;
    return move(motion);
  }, [goal, motion]);
}
