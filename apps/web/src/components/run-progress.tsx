import styles from './run-progress.module.css';

interface Props {
  readonly label: string;
  /** From 0 to 1. */
  readonly value: number;
  /** Stands below the line; it is read out by itself only at the end. */
  readonly text: string;
}

/** Progress of a long task: a thin bar with a text below it. */
export function RunProgress({ label, value, text }: Props) {
  return (
    <div className={styles.run}>
      <progress className={styles.line} value={value} max={1} aria-label={label} />
      <p aria-live="off">{text}</p>
    </div>
  );
}
