import { classNames } from '../class-names.ts';
import styles from './hills.module.css';

export interface HillsProps {
  /** Height in px: home 300, on phones 190. A class may override it. */
  height: number;
  className?: string | undefined;
}

/** The three hills at the bottom of a page, as wide as their parent. Decorative. */
export function Hills({ height, className }: HillsProps) {
  return (
    <svg
      aria-hidden="true"
      className={classNames(styles.hills, className)}
      width="100%"
      height={height}
      viewBox="0 0 1440 300"
      preserveAspectRatio="none"
    >
      <path
        className={styles.far}
        d="M0 120C140 40 260 30 400 84C520 130 640 150 760 118C900 80 1040 10 1180 26C1290 40 1370 84 1440 110V300H0Z"
      />
      <path
        className={styles.mid}
        d="M0 176C160 120 330 128 500 176C660 220 820 214 980 172C1140 130 1300 128 1440 176V300H0Z"
      />
      <path className={styles.near} d="M0 262C200 214 420 214 640 246C860 276 1140 276 1440 222V300H0Z" />
    </svg>
  );
}
