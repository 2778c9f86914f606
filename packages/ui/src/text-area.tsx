import type { ComponentPropsWithRef } from 'react';
import { classNames } from './class-names.ts';
import { type ControlProps, FieldFrame, type FieldProps, splitFieldProps } from './field-frame.tsx';
import styles from './field.module.css';

export interface TextAreaProps extends FieldProps, ControlProps<ComponentPropsWithRef<'textarea'>> {
  name: string;
  value: string;
  onChange: (value: string) => void;
}

/** A field for several lines of text; it shows six by default before it scrolls. */
export function TextArea({ onChange, ...props }: TextAreaProps) {
  const { frame, control } = splitFieldProps(props);
  return (
    <FieldFrame {...frame}>
      {(aria) => (
        <textarea
          rows={6}
          {...control}
          {...aria}
          className={classNames(styles.input, styles.area)}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </FieldFrame>
  );
}
