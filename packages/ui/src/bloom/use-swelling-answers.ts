import { useEffect, useState } from 'react';
import { prefersReducedMotion } from '../reduced-motion.ts';
import { hues } from '../hues.ts';

const phaseMs = 200;
const loopMs = phaseMs * hues.length;

/** The static loading bloom: the top petal is the largest. */
const still = hues.map((_, index) => swell(index, 0));

/** Answers of a bloom whose petals grow in turn, clockwise, in a loop of 1.4 s; static when inactive. */
export function useSwellingAnswers(active: boolean): readonly number[] {
  const [answers, setAnswers] = useState<readonly number[]>(still);
  useEffect(() => {
    if (!active || prefersReducedMotion()) return;
    let begin: number | undefined;
    let last = 0;
    let frame = requestAnimationFrame(function step(now) {
      begin ??= now;
      // Thirty frames per second are enough, and leave processor time for what is loading.
      if (now - last > 30) {
        last = now;
        const time = now - begin;
        setAnswers(hues.map((_, index) => swell(index, time)));
      }
      frame = requestAnimationFrame(step);
    });
    return () => cancelAnimationFrame(frame);
  }, [active]);
  return answers;
}

/** Clockwise is the reverse of data order: red, then purple. A petal grows for one phase, then shrinks for six. */
function swell(index: number, time: number): number {
  const place = (hues.length - index) % hues.length;
  const since = (((time - place * phaseMs) % loopMs) + loopMs) % loopMs;
  const rising = loopMs - phaseMs;
  const height = since >= rising ? smooth((since - rising) / phaseMs) : 1 - smooth((since / rising) ** 0.9);
  return 1 + 8 * height;
}

function smooth(x: number): number {
  return x * x * (3 - 2 * x);
}
