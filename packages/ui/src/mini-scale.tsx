import type { ReactNode } from 'react';
import { Glyph } from './glyph.tsx';
import type { Hue } from './hues.ts';
import styles from './mini-scale.module.css';

/** As the large scale: 0 to 11 with its middle at 5.5. */
const trackEnd = 11;
const middle = trackEnd / 2;

export interface MiniScaleProps {
  hue: Hue;
  /** 1 to 10. */
  value: number;
  left: ReactNode;
  right: ReactNode;
}

/** One axis of a past result: glyph, figure, a thin track from its middle, and the name of the nearer pole. */
export function MiniScale({ hue, value, left, right }: MiniScaleProps) {
  const towardsRight = value > middle;
  return (
    <div className={styles.scale} data-hue={hue}>
      <div className={styles.head}>
        <Glyph hue={hue} />
        <span className={styles.value}>{value}</span>
      </div>
      <svg className={styles.track} aria-hidden="true">
        <rect className={styles.rail} x="0" y="3.5" width="100%" height="5" rx="2.5" />
        <rect
          className={styles.segment}
          x={percent(Math.min(value, middle))}
          y="3"
          width={percent(Math.abs(value - middle))}
          height="6"
          rx="3"
        />
        <line className={styles.middle} x1="50%" x2="50%" y1="1" y2="11" />
      </svg>
      <p className={styles.pole} data-right={towardsRight ? '' : undefined}>
        {towardsRight ? right : left}
      </p>
    </div>
  );
}

function percent(value: number): string {
  return `${Math.round((value / trackEnd) * 100000) / 1000}%`;
}
