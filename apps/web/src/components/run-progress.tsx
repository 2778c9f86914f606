import { classNames } from '@nuances/ui/class-names';
import type { ComponentProps } from 'react';
import styles from './run-progress.module.css';

interface Props {
  readonly label: string;
  /** From 0 to 1. */
  readonly value: number;
  /** Stands below the line; it is read out by itself only at the end. */
  readonly text: string;
}

/** A thin bar; `value` is from 0 to 1. */
export function ProgressLine({ className, ...rest }: ComponentProps<'progress'>) {
  return <progress className={classNames(styles.line, className)} max={1} {...rest} />;
}

/** Progress of a long task: a thin bar with a text below it. */
export function RunProgress({ label, value, text }: Props) {
  return (
    <div className={styles.run}>
      <ProgressLine value={value} aria-label={label} />
      <p aria-live="off">{text}</p>
    </div>
  );
}
