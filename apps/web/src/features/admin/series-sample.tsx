import type { Hue } from '@nuances/ui/hues';
import { useId } from 'react';
import type { SeriesStyle } from './metrics.ts';
import { hatch, isBar, stroke } from './series-style.ts';
import styles from './series-sample.module.css';

interface Props {
  readonly hue: Hue;
  readonly style: SeriesStyle;
}

/** Sample of a series for legends and tooltips; decorative, because its name is beside it. */
export function SeriesSample({ hue, style }: Props) {
  const id = useId();
  if (isBar(style))
    return (
      <svg aria-hidden="true" className={styles.sample} data-hue={hue} width="17" height="17" viewBox="0 0 17 17">
        {style === 'hatched' ? (
          <pattern
            id={id}
            width={hatch.every}
            height={hatch.every}
            patternUnits="userSpaceOnUse"
            patternTransform="rotate(45)"
          >
            <rect className={styles.tint} width={hatch.every} height={hatch.every} />
            <rect className={styles.stripe} width={hatch.width} height={hatch.every} />
          </pattern>
        ) : null}
        <rect
          className={style === 'hatched' ? styles.edge : styles.filled}
          fill={style === 'hatched' ? `url(#${id})` : undefined}
          x="0.5"
          y="0.5"
          width="16"
          height="16"
          rx="3"
        />
      </svg>
    );
  const { width, dash } = stroke[style];
  return (
    <svg aria-hidden="true" className={styles.sample} data-hue={hue} width="28" height="17" viewBox="0 0 28 17">
      <path className={styles.line} strokeWidth={width} strokeDasharray={dash} d="M2 8.5H26" />
    </svg>
  );
}
