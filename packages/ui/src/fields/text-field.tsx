import type { ComponentPropsWithRef, ReactNode } from 'react';
import { classNames } from '../class-names.ts';
import { DateTimeInput } from './date-time-input.tsx';
import { type ControlProps, FieldFrame, type FieldProps, splitFieldProps } from './field-frame.tsx';
import styles from './field.module.css';

export interface TextFieldProps extends FieldProps, ControlProps<ComponentPropsWithRef<'input'>> {
  name: string;
  value: string;
  onChange: (value: string) => void;
  onEnter?: (() => void) | undefined;
  /** A control inside the field, at its end; 44 px wide at most. */
  end?: ReactNode;
  /** For a date or a time: the value in the language of the page. See {@link DateTimeInput}. */
  shownText?: string | undefined;
}

/** A one-line field with its label above and its error below. */
export function TextField({ onChange, onEnter, end, shownText, ...props }: TextFieldProps) {
  const { frame, control } = splitFieldProps(props);
  return (
    <FieldFrame {...frame}>
      {(aria) => {
        const input: ComponentPropsWithRef<'input'> = {
          ...control,
          ...aria,
          className: classNames('text-input', styles.input, end !== undefined && styles.withEnd),
          onChange: (event) => onChange(event.target.value),
          onKeyDown: (event) => {
            if (event.key !== 'Enter' || event.nativeEvent.isComposing || !onEnter) return;
            event.preventDefault();
            onEnter();
          },
        };
        return (
          <div className={styles.box}>
            {shownText === undefined ? (
              <input type="text" {...input} />
            ) : (
              <DateTimeInput {...input} type={input.type === 'time' ? 'time' : 'date'} shownText={shownText} />
            )}
            {end !== undefined && <span className={styles.end}>{end}</span>}
          </div>
        );
      }}
    </FieldFrame>
  );
}
