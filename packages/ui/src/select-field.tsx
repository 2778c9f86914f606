import { type ReactNode, type Ref, useId } from 'react';
import { classNames } from './class-names.ts';
import { FieldFrame, fieldAria } from './field-frame.tsx';
import { Icon } from './icon.tsx';
import field from './field.module.css';
import styles from './select-field.module.css';

/** One of the choices. */
export interface SelectOption<T extends string> {
  value: T;
  label: string;
  /** Language of the label, where it is not the page's. */
  lang?: string | undefined;
}

export interface SelectFieldProps<T extends string> {
  label: ReactNode;
  name: string;
  options: readonly SelectOption<T>[];
  value: T;
  onChange: (value: T) => void;
  error?: string | undefined;
  help?: ReactNode;
  required?: boolean | undefined;
  /** What the star means, for screen readers. */
  requiredLabel?: string | undefined;
  autoComplete?: string | undefined;
  inputRef?: Ref<HTMLSelectElement> | undefined;
  className?: string | undefined;
}

/** A choice of one among a few, with the system's own list. */
export function SelectField<T extends string>({
  label,
  name,
  options,
  value,
  onChange,
  error,
  help,
  required = false,
  requiredLabel,
  autoComplete,
  inputRef,
  className,
}: SelectFieldProps<T>) {
  const id = useId();
  return (
    <FieldFrame
      id={id}
      label={label}
      error={error}
      help={help}
      required={required}
      requiredLabel={requiredLabel}
      className={className}
    >
      <div className={field.box}>
        <select
          {...fieldAria(id, error, help)}
          ref={inputRef}
          id={id}
          className={classNames(field.input, styles.select)}
          name={name}
          value={value}
          aria-required={required || undefined}
          autoComplete={autoComplete}
          onChange={(event) => {
            const chosen = options.find((option) => option.value === event.target.value);
            if (chosen) onChange(chosen.value);
          }}
        >
          {options.map((option) => (
            <option key={option.value} value={option.value} lang={option.lang}>
              {option.label}
            </option>
          ))}
        </select>
        <Icon className={styles.mark} name="down" />
      </div>
    </FieldFrame>
  );
}
