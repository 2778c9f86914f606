import type { ReactNode } from 'react';
import { Icon } from './icon.tsx';
import { UnbrokenWords } from './unbroken-words.tsx';
import styles from './error-state.module.css';

export interface ErrorStateProps {
  message: ReactNode;
  /** Whether it replaces a screen, whose heading it then is. */
  heading?: boolean;
  /** One outline button to try again. */
  action?: ReactNode;
}

/** Shown when something failed to load: a sentence and a button to try again. */
export function ErrorState({ message, heading = false, action }: ErrorStateProps) {
  const Message = heading ? 'h1' : 'p';
  return (
    <div role="alert" className={styles.error}>
      <Icon className={styles.icon} name="info" size={28} />
      <Message className={styles.message}>
        <UnbrokenWords>{message}</UnbrokenWords>
      </Message>
      {action !== undefined && <div className={styles.action}>{action}</div>}
    </div>
  );
}
