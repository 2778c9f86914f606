import { useEffect, useState } from 'react';
import { Bloom } from './bloom.tsx';
import { classNames } from './class-names.ts';
import { hues } from './hues.ts';
import styles from './loading-bloom.module.css';

/** Waits shorter than this show nothing, in ms. */
const loadingDelayMs = 300;

/** Side of the bloom that stands in place of a whole screen, in px. */
const screenSize = 150;

const nothing = hues.map(() => null);

/** How many are on the screen right now. */
let showing = 0;

export interface LoadingBloomProps {
  /** What is going on, in a few words. */
  text: string;
  /** Side of the bloom in px; without it, the wait is for a whole screen. */
  size?: number | undefined;
  /** Shows it at once, where a wait is certain. */
  immediate?: boolean | undefined;
  className?: string | undefined;
}

/**
 * The waiting state: petals swelling in turn above a short text, shown after 300 ms. Where one follows another, a screen
 * that waits for its data after its code, it counts as one wait, so that the next one does not blink.
 */
export function LoadingBloom({ text, size = screenSize, immediate = false, className }: LoadingBloomProps) {
  const [late, setLate] = useState(() => immediate || showing > 0);
  useEffect(() => {
    if (!late) {
      const timer = setTimeout(() => setLate(true), loadingDelayMs);
      return () => clearTimeout(timer);
    }
    showing += 1;
    return () => {
      showing -= 1;
    };
  }, [late]);
  return (
    <div
      role="status"
      className={classNames(styles.loading, className)}
      data-screen-awaited={size === screenSize ? '' : undefined}
    >
      {late && (
        <>
          <Bloom answers={nothing} decorative innerRadius={44} loading size={size} />
          <p className={styles.text}>{text}</p>
        </>
      )}
    </div>
  );
}
