import { classNames } from '../class-names.ts';
import { hues } from '../hues.ts';
import styles from './wordmark.module.css';

const letters = ['N', 'u', 'a', 'n', 'c', 'e', 's'] as const;

export interface WordmarkProps {
  onClick: () => void;
  className?: string | undefined;
}

/** The name of the product over its seven colours: a button, one letter per axis. */
export function Wordmark({ onClick, className }: WordmarkProps) {
  return (
    <button type="button" className={classNames(styles.wordmark, className)} aria-haspopup="dialog" onClick={onClick}>
      <span className="visually-hidden">{letters.join('')}</span>
      {letters.map((letter, index) => (
        <span key={letter} aria-hidden="true" className={styles.letter} data-hue={hues[index]}>
          {letter}
        </span>
      ))}
    </button>
  );
}
