import type { ComponentPropsWithRef } from 'react';
import { classNames } from '../class-names.ts';
import { type ControlProps, FieldFrame, type FieldProps, splitFieldProps } from './field-frame.tsx';
import { Icon } from '../icon.tsx';
import field from './field.module.css';
import styles from './select-field.module.css';

export interface SelectOption<T extends string> {
  value: T;
  label: string;
  /** Language of the label, where it is not the page's. */
  lang?: string | undefined;
}

export interface SelectFieldProps<T extends string> extends FieldProps, ControlProps<ComponentPropsWithRef<'select'>> {
  name: string;
  options: readonly SelectOption<T>[];
  value: T;
  onChange: (value: T) => void;
}

/** A choice of one of a few, with the system's own list. */
export function SelectField<T extends string>({ options, onChange, ...props }: SelectFieldProps<T>) {
  const { frame, control } = splitFieldProps(props);
  return (
    <FieldFrame {...frame}>
      {(aria) => (
        <div className={field.box}>
          <select
            {...control}
            {...aria}
            className={classNames('text-input', field.input, styles.select)}
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
      )}
    </FieldFrame>
  );
}
