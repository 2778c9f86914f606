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
    // A list without marks loses its role in WebKit.
    <ol className={styles.words} role="list" aria-labelledby={labelledBy} translate="no">
      {words.map((word, index) => (
        <li key={index}>{word}</li>
      ))}
    </ol>
  );
}
