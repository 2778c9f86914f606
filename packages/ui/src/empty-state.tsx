import type { ReactNode } from 'react';
import { Bloom } from './bloom/bloom.tsx';
import { classNames } from './class-names.ts';
import { hues } from './hues.ts';
import styles from './empty-state.module.css';

const nothing = hues.map(() => null);

export interface EmptyStateProps {
  title: ReactNode;
  /** One helpful line. */
  more?: ReactNode;
  /** One outline button or link. */
  action?: ReactNode;
  className?: string | undefined;
}

/** Shown where there is no data yet: the bloom in dots, a sentence as its heading, optionally a line and an action. */
export function EmptyState({ title, more, action, className }: EmptyStateProps) {
  return (
    <div className={classNames(styles.empty, className)}>
      <Bloom answers={nothing} decorative innerRadius={44} size={150} />
      <h2 className={styles.title}>{title}</h2>
      {more !== undefined && <p className={styles.more}>{more}</p>}
      {action !== undefined && <div className={styles.action}>{action}</div>}
    </div>
  );
}
