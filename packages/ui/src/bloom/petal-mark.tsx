import { useId } from 'react';
import { GlyphPath } from '../glyph.tsx';
import type { Hue } from '../hues.ts';
import { petal, petalRadius } from './petal.ts';
import bloomStyles from './bloom.module.css';
import styles from './petal-mark.module.css';

/** As in the home bloom, so that the petal has the same shape. */
const innerRadius = 44;

export interface PetalMarkProps {
  hue: Hue;
  /** 1 to 10, or null for the dotted petal. */
  answer: number | null;
}

/** One upright petal inside the outline of the largest one; decorative, because text beside it gives the values. */
export function PetalMark({ hue, answer }: PetalMarkProps) {
  const id = useId();
  return (
    <svg
      aria-hidden="true"
      className={styles.mark}
      data-hue={hue}
      width={84}
      height={84}
      viewBox="-65.5 -160.5 131 131"
    >
      <radialGradient id={id} gradientUnits="userSpaceOnUse" cx="0" cy="0" r="150">
        <stop className={bloomStyles.stopIn} offset="0.26" />
        <stop className={bloomStyles.stopOut} offset="0.72" />
      </radialGradient>
      <path className={bloomStyles.ghosts} d={petal(0, innerRadius, 150)} />
      <path
        className={answer === null ? bloomStyles.empty : bloomStyles.petal}
        d={petal(0, innerRadius, petalRadius(answer))}
        fill={answer === null ? undefined : `url(#${id})`}
      />
      <GlyphPath className={answer === null ? bloomStyles.glyphEmpty : bloomStyles.glyph} hue={hue} size={36} y={-80} />
    </svg>
  );
}
