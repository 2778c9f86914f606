import type { ComponentPropsWithRef } from 'react';
import { type ControlProps, FieldFrame, type FieldProps, splitFieldProps } from './field-frame.tsx';
import styles from './field.module.css';

export interface TextAreaProps extends FieldProps, ControlProps<ComponentPropsWithRef<'textarea'>> {
  name: string;
  value: string;
  onChange: (value: string) => void;
}

/** A field as a text field is, whose one text is longer than a line may be: Enter sends its form. */
export function TextArea({ onChange, ...props }: TextAreaProps) {
  const { frame, control } = splitFieldProps(props);
  return (
    <FieldFrame {...frame}>
      {(aria) => (
        <textarea
          {...control}
          {...aria}
          className={`${styles.input} text-input`}
          onChange={(event) => onChange(event.target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return;
            event.preventDefault();
            event.currentTarget.form?.requestSubmit();
          }}
        />
      )}
    </FieldFrame>
  );
}
