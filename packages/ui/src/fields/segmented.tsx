import { type ReactNode, useId } from 'react';
import { classNames } from '../class-names.ts';
import { Icon, type IconName } from '../icon.tsx';
import styles from './segmented.module.css';

/** One of the adjacent choices. */
export interface SegmentedOption<T extends string> {
  value: T;
  label: string;
  icon?: IconName | undefined;
}

export interface SegmentedProps<T extends string> {
  /** Name of the group, for screen readers. */
  legend: ReactNode;
  options: readonly SegmentedOption<T>[];
  value: T;
  onChange: (value: T) => void;
  /** Shows the icons without their words, where room is short. */
  iconsOnly?: boolean | undefined;
  className?: string | undefined;
}

/** A choice between two or three views of the same thing: radios on one rail. */
export function Segmented<T extends string>({
  legend,
  options,
  value,
  onChange,
  iconsOnly = false,
  className,
}: SegmentedProps<T>) {
  const name = useId();
  return (
    <fieldset className={classNames(styles.rail, className)}>
      <legend className="visually-hidden">{legend}</legend>
      {options.map((option) => (
        <label key={option.value} className={styles.option}>
          <input
            type="radio"
            className={styles.input}
            name={name}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
          />
          <span className={styles.face}>
            {option.icon && <Icon name={option.icon} />}
            <span className={iconsOnly ? 'visually-hidden' : undefined}>{option.label}</span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}
