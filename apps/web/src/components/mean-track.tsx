import type { AxisId } from '@nuances/domain/axes';
import { answerMiddle, shareOfAxis } from '@nuances/domain/scan/scoring';
import { decimal } from '@nuances/i18n/numbers';
import { Glyph } from '@nuances/ui/glyph';
import { useI18n } from '../i18n/locale-store.ts';
import styles from './mean-track.module.css';

const place = (value: number) => `${Math.round(shareOfAxis(value) * 10_000) / 100}%`;

interface Props {
  readonly axis: AxisId;
  readonly low: number;
  readonly high: number;
  readonly mean: number;
  /** The row as a sentence, for a screen reader. */
  readonly name: string;
  /** Digits of the mean after the point: 0 for a single answer. */
  readonly digits?: 0 | 1;
  /** Whether the row is highlighted. */
  readonly strong?: boolean | undefined;
}

/** One axis in a row: glyph, the pole nearer to the mean, a range with the mean in it, and the mean. */
export function MeanTrack({ axis, low, high, mean, name, digits = 1, strong }: Props) {
  const { LL, locale } = useI18n();
  return (
    <div className={styles.row} data-hue={axis} data-strong={strong ? '' : undefined}>
      <span className="visually-hidden">{name}</span>
      <Glyph hue={axis} />
      <span className={styles.pole} aria-hidden="true">
        {mean >= answerMiddle ? LL.axis[axis].right() : LL.axis[axis].left()}
      </span>
      <svg className={styles.track} aria-hidden="true">
        <line className={styles.rail} x1="0" x2="100%" y1="8" y2="8" />
        <line className={styles.range} x1={place(low)} x2={place(high)} y1="8" y2="8" />
        <line className={styles.middle} x1="50%" x2="50%" y1="2" y2="14" />
        <circle className={styles.disc} cx={place(mean)} cy="8" r="5.5" />
      </svg>
      <span className={styles.mean} aria-hidden="true">
        {decimal(mean, locale, digits)}
      </span>
    </div>
  );
}
