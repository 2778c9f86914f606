import { FieldFrame } from './field-frame.tsx';
import { useId, type Ref } from 'react';
import styles from './code-field.module.css';

interface Props {
  readonly label: string;
  /** How many digits it takes, up to six. */
  readonly length: number;
  readonly value: string;
  readonly onChange: (digits: string) => void;
  /** Called with the last digit. */
  readonly onComplete: (digits: string) => void;
  readonly error?: string | undefined;
  readonly disabled?: boolean | undefined;
  readonly ref?: Ref<HTMLInputElement>;
}

/** One field for a code of digits, drawn as cells; a code may be pasted with a space in it, and is taken at its last digit. */
export function CodeField({ label, length, value, onChange, onComplete, error, disabled = false, ref }: Props) {
  const id = useId();
  return (
    <FieldFrame label={label} error={error} required>
      {(aria) => (
        <div className={styles.box} data-disabled={disabled ? '' : undefined}>
          <input
            {...aria}
            ref={ref}
            className={styles.input}
            type="text"
            name={`code-${id}`}
            inputMode="numeric"
            autoComplete="one-time-code"
            spellCheck={false}
            value={value}
            disabled={disabled}
            onChange={({ target }) => {
              const digits = target.value.replace(/\D/g, '').slice(0, length);
              onChange(digits);
              if (digits.length === length && digits !== value) onComplete(digits);
            }}
          />
          <div className={styles.cells} aria-hidden="true">
            {Array.from({ length }, (_, index) => (
              <span
                key={index}
                className={styles.cell}
                data-current={index === Math.min(value.length, length - 1) ? '' : undefined}
                data-empty={index >= value.length ? '' : undefined}
              >
                {value[index]}
              </span>
            ))}
          </div>
        </div>
      )}
    </FieldFrame>
  );
}
