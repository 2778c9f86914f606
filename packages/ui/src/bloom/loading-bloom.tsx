import { useEffect, useState } from 'react';
import { Bloom } from './bloom.tsx';
import { hues } from '../hues.ts';
import styles from './loading-bloom.module.css';

/** Waits shorter than this show nothing, milliseconds. */
const loadingDelayMs = 300;

/** Side of the bloom in place of a whole screen, px. */
const screenSize = 150;

const nothing = hues.map(() => null);

/** Number of loading blooms on the screen. */
let showing = 0;

export interface LoadingBloomProps {
  /** A few words about what is loading. */
  text: string;
  /** Side of the bloom, px; without it, the whole screen is loading. */
  size?: number | undefined;
  /** Shows it at once, where a wait is certain. */
  immediate?: boolean | undefined;
}

/**
 * The loading state: animated petals above a short text, shown after 300 ms. When one follows another, such as a screen
 * that loads its data after its code, they count as one wait, so that the second one does not flicker.
 */
export function LoadingBloom({ text, size = screenSize, immediate = false }: LoadingBloomProps) {
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
    <div role="status" className={styles.loading} data-screen-awaited={size === screenSize ? '' : undefined}>
      {late && (
        <>
          <Bloom answers={nothing} decorative innerRadius={44} loading size={size} />
          <p className="t-small-2">{text}</p>
        </>
      )}
    </div>
  );
}
