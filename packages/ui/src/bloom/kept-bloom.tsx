import { type KeyboardEvent, type ReactNode, type Ref, useId, useRef } from 'react';
import { classNames } from '../class-names.ts';
import { GlyphPath } from '../glyph.tsx';
import { hues, petalAngle } from '../hues.ts';
import { drawingOf, Gradients } from './bloom-petals.tsx';
import { petalRadius } from './petal.ts';
import { grow } from './petal-motions.ts';
import { useMovingPetals } from './use-moving-petals.ts';
import styles from './kept-bloom.module.css';

/** Radii of the hole, of the largest petal, and of figure and glyph on a petal, in bloom units. */
const innerRadius = 46;
const largest = 150;
const figureRadius = 64.5;
const glyphRadius = 88;
const glyphSize = 21;

export interface KeptBloomProps {
  /** Seven answers of the last time in data order, 1 to 10. */
  last: readonly number[];
  /** Those that were given now; null where the last one is kept. */
  given: readonly (number | null)[];
  /** The open petal. */
  current: number | null;
  /** Name of the group of petals. */
  label: string;
  petalLabel: (index: number) => string;
  onPetal: (index: number) => void;
  /** The seven petals, in data order. */
  petalsRef?: Ref<SVGGElement> | undefined;
  /** SVG content around the origin, in the hole. */
  centre?: ReactNode;
  className?: string | undefined;
}

/** A bloom whose petals are kept from the last time, as outlines, or given now, filled. Each is a button. */
export function KeptBloom(props: KeptBloomProps) {
  const { last, given, current, label, petalLabel, onPetal, petalsRef, centre, className } = props;
  const id = useId();
  const answers = last.map((value, index) => given[index] ?? value);
  const box = useRef<SVGSVGElement>(null);
  const { outline } = drawingOf(id, { innerRadius });
  useMovingPetals({ box, outline, answers, motion: grow });
  const petalOf = (index: number) => ({
    'data-petal': index,
    d: outline(petalRadius(answers[index] ?? null), index),
  });
  const press = (event: KeyboardEvent, index: number) => {
    if (event.key !== 'Enter' && event.key !== ' ') return;
    event.preventDefault();
    if (!event.repeat) onPetal(index);
  };

  const face = (index: number) => {
    const hue = hues[index];
    if (hue === undefined) return null;
    const [x, y] = [Math.sin(petalAngle(index)), -Math.cos(petalAngle(index))];
    const isKept = given[index] == null;
    return (
      <>
        <path
          className={isKept ? styles.kept : styles.given}
          {...petalOf(index)}
          fill={isKept ? undefined : `url(#${id}-${hue})`}
        />
        <GlyphPath
          className={classNames(styles.glyph, isKept && styles.glyphKept)}
          hue={hue}
          size={glyphSize}
          x={glyphRadius * x}
          y={glyphRadius * y}
        />
        <text
          className={classNames(styles.figure, isKept && styles.figureKept)}
          x={figureRadius * x}
          y={figureRadius * y}
          textAnchor="middle"
          dominantBaseline="central"
        >
          {answers[index]}
        </text>
      </>
    );
  };

  return (
    <svg
      ref={box}
      className={classNames(styles.bloom, className)}
      viewBox="-156 -156 312 312"
      role="group"
      aria-label={label}
    >
      <Gradients id={id} />
      <g ref={petalsRef}>
        {hues.map((hue, index) => {
          const [was, now] = [last[index] ?? 1, given[index] ?? null];
          return (
            <g
              key={hue}
              data-hue={hue}
              className={styles.petal}
              role="button"
              tabIndex={0}
              aria-label={petalLabel(index)}
              aria-expanded={index === current}
              onClick={() => onPetal(index)}
              onKeyDown={(event) => press(event, index)}
            >
              <path className={styles.ghost} d={outline(largest, index)} />
              {now !== null && was > now ? <path className={styles.was} d={outline(petalRadius(was), index)} /> : null}
              {face(index)}
              <path className={styles.focus} {...petalOf(index)} />
            </g>
          );
        })}
      </g>
      {centre}
      {current === null ? null : (
        <g aria-hidden="true" className={styles.overlay} data-hue={hues[current]}>
          <path className={styles.ring} {...petalOf(current)} />
          <path className={styles.moat} {...petalOf(current)} />
          {face(current)}
        </g>
      )}
    </svg>
  );
}
