import { shareOfAxis } from '@nuances/domain/scan/scoring';
import type { AxisId } from '@nuances/domain/axes';
import type { GroupFigures } from '@nuances/domain/patterns/scan-patterns';
import styles from './pattern-strip.module.css';

interface Props {
  readonly axis: AxisId;
  readonly inside: GroupFigures;
  readonly outside: GroupFigures;
  readonly insideText: string;
  readonly outsideText: string;
}

const place = (value: number) => `${Math.round(shareOfAxis(value) * 10_000) / 100}%`;

/** Two means on the scale from 1 to 10, each with its usual range. Decorative: the text below it says the same. */
export function PatternStrip({ axis, inside, outside, insideText, outsideText }: Props) {
  return (
    <div className={styles.strip} data-hue={axis} aria-hidden="true">
      <Label className={styles.inside} at={inside.mean} text={insideText} />
      <svg className={styles.track}>
        <line className={styles.rail} x1="0" x2="100%" y1="12" y2="12" />
        <line className={styles.middle} x1="50%" x2="50%" y1="6" y2="18" />
        <line className={styles.range} x1={place(inside.usual.low)} x2={place(inside.usual.high)} y1="12" y2="12" />
        <line className={styles.rest} x1={place(outside.usual.low)} x2={place(outside.usual.high)} y1="12" y2="12" />
        <circle className={styles.hollow} cx={place(outside.mean)} cy="12" r="6.5" />
        <circle className={styles.disc} cx={place(inside.mean)} cy="12" r="8" />
      </svg>
      <Label className={styles.outside} at={outside.mean} text={outsideText} />
    </div>
  );
}

/** A label at its position that stays inside of the strip. */
function Label({
  className,
  at,
  text,
}: {
  readonly className: string | undefined;
  readonly at: number;
  readonly text: string;
}) {
  return (
    <p className={className}>
      <span style={{ left: place(at), translate: `-${place(at)} 0` }}>{text}</span>
    </p>
  );
}
