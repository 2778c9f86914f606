import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';
import { Icon } from './icon.tsx';
import styles from './field.module.css';

export interface FieldFrameProps {
  /** The id of the control; help and error derive theirs from it. */
  id: string;
  label: ReactNode;
  error?: string | undefined;
  help?: ReactNode;
  required?: boolean | undefined;
  requiredLabel?: string | undefined;
  /** Stands at the end of the label's line. */
  labelEnd?: ReactNode;
  className?: string | undefined;
  children: ReactNode;
}

/** What every field shares: the label above, the help and the inline error below. */
export function FieldFrame({
  id,
  label,
  error,
  help,
  required = false,
  requiredLabel,
  labelEnd,
  className,
  children,
}: FieldFrameProps) {
  return (
    <div className={classNames(styles.frame, className)}>
      <div className={styles.labelLine}>
        <label className={styles.label} htmlFor={id}>
          {label}
          {required && (
            <>
              {' '}
              <span className={styles.star} aria-hidden="true">
                *
              </span>
              {requiredLabel !== undefined && <span className="visually-hidden"> {requiredLabel}</span>}
            </>
          )}
        </label>
        {labelEnd}
      </div>
      {children}
      {help !== undefined && (
        <p id={helpId(id)} className={styles.help}>
          {help}
        </p>
      )}
      {/* Stays mounted, so that an error arriving later is read out. */}
      <p id={errorId(id)} className={styles.error} aria-live="polite" data-shown={error ? '' : undefined}>
        {error && (
          <>
            <Icon name="info" />
            <span>{error}</span>
          </>
        )}
      </p>
    </div>
  );
}

/** What a control says about its help and error. */
export function fieldAria(id: string, error: string | undefined, help: ReactNode) {
  return {
    'aria-describedby': classNames(error && errorId(id), help !== undefined && helpId(id)) || undefined,
    'aria-invalid': error ? true : undefined,
  };
}

function helpId(id: string): string {
  return `${id}-help`;
}

function errorId(id: string): string {
  return `${id}-error`;
}
