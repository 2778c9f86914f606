import { type HTMLInputAutoCompleteAttribute, type ReactNode, type Ref, useId } from 'react';
import { classNames } from './class-names.ts';
import { FieldFrame, fieldAria } from './field-frame.tsx';
import styles from './field.module.css';

export interface TextFieldProps {
  label: ReactNode;
  name: string;
  type?: 'text' | 'email' | 'tel' | 'url' | 'search' | 'date' | 'time' | 'number' | 'password' | undefined;
  value: string;
  onChange: (value: string) => void;
  /** A sentence; its presence marks the field as invalid. */
  error?: string | undefined;
  /** One helpful line below the field. */
  help?: ReactNode;
  required?: boolean | undefined;
  /** What the star means, for screen readers. */
  requiredLabel?: string | undefined;
  readOnly?: boolean | undefined;
  autoComplete?: HTMLInputAutoCompleteAttribute | undefined;
  inputMode?: 'text' | 'email' | 'numeric' | 'decimal' | 'search' | 'tel' | 'url' | 'none' | undefined;
  inputRef?: Ref<HTMLInputElement> | undefined;
  onEnter?: (() => void) | undefined;
  onBlur?: (() => void) | undefined;
  maxLength?: number | undefined;
  placeholder?: string | undefined;
  /** `auto` lets the first letter decide, for what people write themselves. */
  dir?: 'auto' | undefined;
  /** Stands at the end of the label's line. */
  labelEnd?: ReactNode;
  spellCheck?: boolean | undefined;
  autoCapitalize?: 'none' | 'off' | 'on' | 'sentences' | 'words' | 'characters' | undefined;
  /** A control inside the field, at its end; 44 px wide at most. */
  end?: ReactNode;
  className?: string | undefined;
}

/** A one-line field with its label above and its error below. */
export function TextField({
  label,
  name,
  type = 'text',
  value,
  onChange,
  error,
  help,
  required = false,
  requiredLabel,
  readOnly = false,
  autoComplete,
  inputMode,
  inputRef,
  onEnter,
  onBlur,
  maxLength,
  placeholder,
  dir,
  labelEnd,
  spellCheck,
  autoCapitalize,
  end,
  className,
}: TextFieldProps) {
  const id = useId();
  return (
    <FieldFrame
      id={id}
      label={label}
      error={error}
      help={help}
      required={required}
      requiredLabel={requiredLabel}
      labelEnd={labelEnd}
      className={className}
    >
      <div className={styles.box}>
        <input
          {...fieldAria(id, error, help)}
          ref={inputRef}
          id={id}
          className={classNames(styles.input, end !== undefined && styles.withEnd)}
          name={name}
          type={type}
          value={value}
          aria-required={required || undefined}
          readOnly={readOnly}
          autoComplete={autoComplete}
          inputMode={inputMode}
          maxLength={maxLength}
          placeholder={placeholder}
          dir={dir}
          spellCheck={spellCheck}
          autoCapitalize={autoCapitalize}
          onChange={(event) => onChange(event.target.value)}
          onBlur={onBlur}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || event.nativeEvent.isComposing || !onEnter) return;
            event.preventDefault();
            onEnter();
          }}
        />
        {end !== undefined && <span className={styles.end}>{end}</span>}
      </div>
    </FieldFrame>
  );
}
