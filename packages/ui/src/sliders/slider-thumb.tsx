import type { ComponentPropsWithRef } from 'react';
import { classNames } from '../class-names.ts';
import styles from './slider.module.css';

type NativeProps = Pick<ComponentPropsWithRef<'input'>, 'ref' | 'min' | 'max'>;

export interface SliderThumbProps extends NativeProps {
  value: number;
  onChange: (value: number) => void;
  /** Accessible name. */
  label: string;
  /** The text that a screen reader announces for the value. */
  valueText: string;
  /** Steps of the Page keys; they may lead out of `min` and `max`. */
  pageStep: number;
  /** Position of its centre, as a CSS length from the start of the slider. */
  left: string;
  /** Class of the visible disc. */
  className: string | undefined;
}

/**
 * One thumb of a slider: a native range input, so keys, role and value work with every assistive technology. It
 * receives no pointer events; the slider around it does, and draws it.
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
      <span className="visually-hidden">{label}</span>
    </label>
  );
}
