import { type ReactNode, useId } from 'react';
import { FieldError } from './field-error.tsx';
import { Icon } from '../icon.tsx';
import styles from './check-field.module.css';

export interface CheckFieldProps {
  label: ReactNode;
  checked: boolean;
  onChange: (checked: boolean) => void;
  error?: string | undefined;
  name?: string | undefined;
  /** Marks the label with a star. */
  required?: boolean | undefined;
}

/** A checkbox whose whole line can be pressed. */
export function CheckField({ label, checked, onChange, error, name, required = false }: CheckFieldProps) {
  const errorId = useId();
  return (
    <div>
      <label className={styles.line}>
        <span className={styles.cell}>
          <input
            className={styles.input}
            type="checkbox"
            name={name}
            checked={checked}
            aria-describedby={error ? errorId : undefined}
            aria-invalid={error ? true : undefined}
            aria-required={required || undefined}
            onChange={(event) => onChange(event.target.checked)}
          />
          <span className={styles.box} aria-hidden="true">
            <Icon name="check" size={18} />
          </span>
        </span>
        <span className={styles.label} data-required={required ? '' : undefined}>
          {label}
        </span>
      </label>
      <FieldError id={errorId} className={styles.error}>
        {error}
      </FieldError>
    </div>
  );
}
