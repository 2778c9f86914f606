import type { ReactNode } from 'react';
import { Icon } from './icon.tsx';
import { UnbrokenWords } from './unbroken-words.tsx';
import styles from './error-state.module.css';

export interface ErrorStateProps {
  message: ReactNode;
  /** One outline button to try again. */
  action?: ReactNode;
}

/** Shown when something failed to load: a sentence and a button to try again. */
export function ErrorState({ message, action }: ErrorStateProps) {
  return (
    <div role="alert" className={styles.error}>
      <Icon className={styles.icon} name="info" size={28} />
      <p className={styles.message}>
        <UnbrokenWords>{message}</UnbrokenWords>
      </p>
      {action !== undefined && <div className={styles.action}>{action}</div>}
    </div>
  );
}
