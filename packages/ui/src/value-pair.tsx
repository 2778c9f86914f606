import { Glyph } from './glyph.tsx';
import type { Hue } from './hues.ts';
import styles from './value-pair.module.css';

export interface ValuePairProps {
  hue: Hue;
  /** 1 to 10. */
  value: number;
  /** The axis' name, for screen readers. */
  name: string;
}

/** One axis of a past result in a small space: the figure below its glyph. */
export function ValuePair({ hue, value, name }: ValuePairProps) {
  return (
    <span className={styles.pair} data-hue={hue}>
      <Glyph hue={hue} size={20} />
      <span className="visually-hidden">{name} </span>
      <span className={styles.value}>{value}</span>
    </span>
  );
}
