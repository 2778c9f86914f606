import styles from './fingerprint.module.css';

interface Props {
  /** Eight words. */
  readonly words: readonly string[];
  /** For a list that takes its name from a heading. */
  readonly labelledBy?: string;
}

/** The fingerprint of a key: eight words in two rows, to be compared with another device. */
export function Fingerprint({ words, labelledBy }: Props) {
  return (
    <ol className={styles.words} aria-labelledby={labelledBy} translate="no">
      {/* A word may come twice. */}
      {Array.from(words.entries(), ([place, word]) => (
        <li key={place}>{word}</li>
      ))}
    </ol>
  );
}
