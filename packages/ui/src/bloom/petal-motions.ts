import { easeInOut, easeOut } from '../easing.ts';
import { hues } from '../hues.ts';
import type { Answer } from './petal.ts';

type Draw = (answers: readonly Answer[]) => void;

/**
 * How petals get from one set of answers to another: draws the answers between them, and the new ones last.
 * @returns stops it; nothing where nothing moves
 */
export type Motion = (from: readonly Answer[], to: readonly Answer[], draw: Draw) => (() => void) | undefined;

/** How long a petal takes to reach its answer, milliseconds. */
const growMs = 400;

/** Petals grow instead of jumping. A part that is answered for the first time grows from 1. */
export const grow: Motion = (from, to, draw) => {
  if (from.join() === to.join()) return undefined;
  let start: number | undefined;
  let frame = requestAnimationFrame(function step(now) {
    start ??= now;
    const part = Math.min(1, (now - start) / growMs);
    draw(between(from, to, easeOut(part), part === 1));
    if (part < 1) frame = requestAnimationFrame(step);
  });
  return () => cancelAnimationFrame(frame);
};

/** The same in so many equal steps, milliseconds apart; waits while the tab is hidden. */
export function morph(steps: number, stepMs: number): Motion {
  return (from, to, draw) => {
    if (from.join() === to.join()) return undefined;
    let step = 0;
    const timer = setInterval(() => {
      if (document.hidden) return;
      step += 1;
      draw(between(from, to, easeInOut(step / steps), step === steps));
      if (step === steps) clearInterval(timer);
    }, stepMs);
    return () => clearInterval(timer);
  };
}

/** A part becomes filled or empty at once; only its size is animated. */
function between(from: readonly Answer[], to: readonly Answer[], part: number, isThere: boolean): readonly Answer[] {
  return to.map((value, index) => {
    if (value === null || isThere) return value;
    const begin = from[index] ?? 1;
    return begin + (value - begin) * part;
  });
}

const phaseMs = 200;
const loopMs = phaseMs * hues.length;

/** The static loading bloom: the top petal is the largest. */
export const stillSwell = hues.map((_, index) => swellAt(index, 0));

/** Petals grow in turn, clockwise, in a loop of 1.4 s. */
export const swell: Motion = (_from, _to, draw) => {
  let begin: number | undefined;
  let last = 0;
  let frame = requestAnimationFrame(function step(now) {
    begin ??= now;
    // Thirty frames per second are enough, and leave processor time for what is loading.
    if (now - last > 30) {
      last = now;
      const time = now - begin;
      draw(hues.map((_, index) => swellAt(index, time)));
    }
    frame = requestAnimationFrame(step);
  });
  return () => cancelAnimationFrame(frame);
};

/** Clockwise is the reverse of data order: red, then purple. A petal grows for one phase, then shrinks for six. */
function swellAt(index: number, time: number): number {
  const place = (hues.length - index) % hues.length;
  const since = (((time - place * phaseMs) % loopMs) + loopMs) % loopMs;
  const rising = loopMs - phaseMs;
  const height = since >= rising ? smooth((since - rising) / phaseMs) : 1 - smooth((since / rising) ** 0.9);
  return 1 + 8 * height;
}

function smooth(x: number): number {
  return x * x * (3 - 2 * x);
}
