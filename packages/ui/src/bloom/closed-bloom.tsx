import { furtherIcons } from '../further-icons.ts';
import { hues, petalAngle } from '../hues.ts';
import { petal } from './petal.ts';
import styles from './closed-bloom.module.css';

/** Radius of the petals and of the hole, and the gap between petals, in bloom units. */
const outer = 100;
const hole = 40;
const gap = 4;

interface Props {
  /** How many petals are closed, from the first one on; all without it. The others are dotted. */
  readonly closed?: number;
}

/** The picture of what is closed: seven equal petals without a hue, because hues mean feelings, and a lock. Decorative. */
export function ClosedBloom({ closed = hues.length }: Props) {
  return (
    <svg className={styles.bloom} viewBox="-106 -106 212 212" aria-hidden>
      {hues.map((hue, index) => (
        <path
          key={hue}
          className={styles.petal}
          data-open={index < closed ? undefined : ''}
          d={petal(petalAngle(index), hole, outer, gap)}
        />
      ))}
      <path className={styles.lock} transform="translate(-24 -25) scale(2)" d={furtherIcons.lock} />
    </svg>
  );
}
