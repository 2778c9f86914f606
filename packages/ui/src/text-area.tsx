import { type ReactNode, type Ref, useId } from 'react';
import { classNames } from './class-names.ts';
import { FieldFrame, fieldAria } from './field-frame.tsx';
import styles from './field.module.css';

export interface TextAreaProps {
  label: ReactNode;
  name: string;
  value: string;
  onChange: (value: string) => void;
  /** Lines shown before it scrolls. */
  rows?: number | undefined;
  error?: string | undefined;
  help?: ReactNode;
  required?: boolean | undefined;
  requiredLabel?: string | undefined;
  readOnly?: boolean | undefined;
  maxLength?: number | undefined;
  placeholder?: string | undefined;
  /** `auto` lets the first letter decide, for what people write themselves. */
  dir?: 'auto' | undefined;
  labelEnd?: ReactNode;
  inputRef?: Ref<HTMLTextAreaElement> | undefined;
  className?: string | undefined;
}

/** A field for several lines of text. */
export function TextArea({
  label,
  name,
  value,
  onChange,
  rows = 6,
  error,
  help,
  required = false,
  requiredLabel,
  readOnly = false,
  maxLength,
  placeholder,
  dir,
  labelEnd,
  inputRef,
  className,
}: TextAreaProps) {
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
      <textarea
        {...fieldAria(id, error, help)}
        ref={inputRef}
        id={id}
        className={classNames(styles.input, styles.area)}
        name={name}
        value={value}
        rows={rows}
        aria-required={required || undefined}
        readOnly={readOnly}
        maxLength={maxLength}
        placeholder={placeholder}
        dir={dir}
        onChange={(event) => onChange(event.target.value)}
      />
    </FieldFrame>
  );
}
