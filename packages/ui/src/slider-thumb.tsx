import type { ComponentPropsWithRef } from 'react';
import { classNames } from './class-names.ts';
import styles from './slider.module.css';

type NativeProps = Pick<ComponentPropsWithRef<'input'>, 'ref' | 'min' | 'max'>;

export interface SliderThumbProps extends NativeProps {
  value: number;
  onChange: (value: number) => void;
  /** Accessible name. */
  label: string;
  /** What a screen reader says of the value. */
  valueText: string;
  /** Steps of the Page keys; they may lead out of `min` and `max`. */
  pageStep: number;
  /** Where its middle stands, as a CSS length from the start of the slider. */
  left: string;
  /** Class of the disc that is seen. */
  className: string | undefined;
}

/**
 * One thumb of a slider: a native range input, which brings keys, role and value to every assistive technology. It
 * takes no pointer; the slider around it does, and draws what is seen.
 */
export function SliderThumb({
  value,
  onChange,
  label,
  valueText,
  pageStep,
  left,
  className,
  ...input
}: SliderThumbProps) {
  return (
    <label className={styles.place} style={{ left }}>
      <input
        {...input}
        className={styles.input}
        type="range"
        value={value}
        aria-label={label}
        aria-valuetext={valueText}
        onChange={(event) => onChange(Number(event.target.value))}
        onKeyDown={(event) => {
          const step = { PageUp: pageStep, PageDown: -pageStep }[event.key];
          if (step === undefined) return;
          event.preventDefault();
          onChange(value + step);
        }}
      />
      <span className={classNames(styles.thumb, className)} />
    </label>
  );
}
