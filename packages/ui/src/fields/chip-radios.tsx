import { type ReactNode, useId } from 'react';
import { classNames } from '../class-names.ts';
import type { SegmentedProps } from './segmented.tsx';
import styles from './chip-radios.module.css';

export interface ChipRadiosProps<T extends string> extends Pick<SegmentedProps<T>, 'value' | 'onChange' | 'className'> {
  /** Name of the group, for screen readers. */
  legend: ReactNode;
  options: readonly { readonly value: T; readonly label: string }[];
}

/** A choice between two or three chips that stand side by side. */
export function ChipRadios<T extends string>({ legend, options, value, onChange, className }: ChipRadiosProps<T>) {
  const name = useId();
  return (
    <fieldset className={classNames(styles.chips, className)}>
      <legend className="visually-hidden">{legend}</legend>
      {options.map((option) => (
        <label key={option.value} className={styles.chip}>
          <input
            type="radio"
            className={`${styles.input} input-overlay`}
            name={name}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
          />
          <span className={styles.face}>{option.label}</span>
        </label>
      ))}
    </fieldset>
  );
}
