import type { ReactNode } from 'react';
import { classNames } from '../class-names.ts';
import { Icon } from '../icon.tsx';
import { UnbrokenWords } from '../unbroken-words.tsx';
import styles from './form-message.module.css';

export interface FormMessageProps {
  kind: 'error' | 'success';
  /** Empty shows nothing; keep the component mounted, so that its live region exists before the text. */
  children?: ReactNode;
  className?: string | undefined;
}

/** The outcome of a form, one line below it. A text that starts with ✅ or ❌ gets no second icon. */
export function FormMessage({ kind, children, className }: FormMessageProps) {
  const empty = children === undefined || children === null || children === '' || children === false;
  const signed = typeof children === 'string' && /^[✅❌]/u.test(children);
  return (
    <div
      role="alert"
      className={classNames(styles.message, className)}
      data-kind={kind}
      data-empty={empty ? '' : undefined}
    >
      {!empty && (
        <>
          {kind === 'success' && !signed && <Icon name="check" />}
          <span>
            <UnbrokenWords>{children}</UnbrokenWords>
          </span>
        </>
      )}
    </div>
  );
}
