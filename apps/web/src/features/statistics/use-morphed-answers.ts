import { bloomMorph } from '@nuances/domain/limits';
import { easeInOut } from '@nuances/ui/easing';
import { useReducedMotion } from '@nuances/ui/reduced-motion';
import { useEffect, useRef, useState } from 'react';

/**
 * Animates from the answers shown before to the given ones, in 30 steps of about 33 ms; the values between are
 * fractions. Pauses while the tab is hidden. With reduced motion the new answers appear at once.
 * @param quick four times as fast, for a playback that shows the next answers sooner
 */
export function useMorphedAnswers(answers: readonly number[], quick: boolean): readonly number[] {
  const still = useReducedMotion();
  const [shown, setShown] = useState(answers);
  const shownNow = useRef(answers);
  const goal = answers.join();

  useEffect(() => {
    const from = shownNow.current;
    const to = goal.split(',').map(Number);
    if (from.join() === goal) return;
    const show = (next: readonly number[]) => {
      shownNow.current = next;
      setShown(next);
    };
    let step = still ? bloomMorph.steps - 1 : 0;
    const timer = setInterval(
      () => {
        if (document.hidden) return;
        step += 1;
        const part = easeInOut(step / bloomMorph.steps);
        const isThere = step >= bloomMorph.steps;
        if (isThere) clearInterval(timer);
        show(isThere ? to : to.map((value, index) => (from[index] ?? value) + (value - (from[index] ?? value)) * part));
      },
      still ? 0 : bloomMorph.stepMs / (quick ? 4 : 1),
    );
    return () => clearInterval(timer);
  }, [goal, still, quick]);

  return still ? answers : shown;
}
