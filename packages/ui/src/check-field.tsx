import { type ReactNode, useId } from 'react';
import { classNames } from './class-names.ts';
import { fieldAria } from './field-frame.tsx';
import { Icon } from './icon.tsx';
import fieldStyles from './field.module.css';
import styles from './check-field.module.css';

export interface CheckFieldProps {
  label: ReactNode;
  checked: boolean;
  onChange: (checked: boolean) => void;
  error?: string | undefined;
  name?: string | undefined;
  required?: boolean | undefined;
  className?: string | undefined;
}

/** A checkbox whose whole line is the target. */
export function CheckField({ label, checked, onChange, error, name, required = false, className }: CheckFieldProps) {
  const id = useId();
  return (
    <div className={className}>
      <label className={styles.line}>
        <span className={styles.cell}>
          <input
            {...fieldAria(id, error, undefined)}
            className={styles.input}
            type="checkbox"
            name={name}
            checked={checked}
            aria-required={required || undefined}
            onChange={(event) => onChange(event.target.checked)}
          />
          <span className={styles.box} aria-hidden="true">
            <Icon name="check" size={18} />
          </span>
        </span>
        <span className={styles.label}>{label}</span>
      </label>
      <p id={`${id}-error`} className={classNames(fieldStyles.error, styles.error)} aria-live="polite">
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
