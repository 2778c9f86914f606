import { useEffect, useState } from 'react';
import { prefersReducedMotion } from './reduced-motion.ts';
import { hues } from './hues.ts';

const phaseMs = 200;
const loopMs = phaseMs * hues.length;

/** The still bloom of loading: the swell stands at the top petal. */
const still = hues.map((_, index) => swell(index, 0));

/** Answers of a bloom whose petals swell one after the other, clockwise, in a loop of 1.4 s; still when inactive. */
export function useSwellingAnswers(active: boolean): readonly number[] {
  const [answers, setAnswers] = useState<readonly number[]>(still);
  useEffect(() => {
    if (!active || prefersReducedMotion()) return;
    let begin: number | undefined;
    let last = 0;
    let frame = requestAnimationFrame(function step(now) {
      begin ??= now;
      // Thirty pictures a second are enough for a swell, and leave the processor to what is being loaded.
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

/** Clockwise, data order runs backwards: red, then purple. A petal rises for one phase, then sinks for six. */
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
