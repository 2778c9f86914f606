import { useEffect, useState } from 'react';
import { Bloom } from './bloom.tsx';
import { classNames } from './class-names.ts';
import { hues } from './hues.ts';
import styles from './loading-bloom.module.css';

/** Waits shorter than this show nothing, in ms. */
const patience = 300;

const nothing = hues.map(() => null);

export interface LoadingBloomProps {
  /** What is going on, in a few words. */
  text: string;
  /** Side of the bloom in px. */
  size?: number | undefined;
  /** Shows it at once, where a wait is certain. */
  immediate?: boolean | undefined;
  className?: string | undefined;
}

/** The waiting state: petals swelling in turn above a short text, shown after 300 ms. */
export function LoadingBloom({ text, size = 150, immediate = false, className }: LoadingBloomProps) {
  const [late, setLate] = useState(immediate);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), patience);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div role="status" className={classNames(styles.loading, className)}>
      {late && (
        <>
          <Bloom answers={nothing} decorative innerRadius={44} loading size={size} />
          <p className={styles.text}>{text}</p>
        </>
      )}
    </div>
  );
}
