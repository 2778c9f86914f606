import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';
import styles from './switch.module.css';

export interface SwitchProps {
  label: ReactNode;
  checked: boolean;
  onChange: (checked: boolean) => void;
  className?: string | undefined;
}

/** A setting that takes effect at once; label at the start of its line, switch at the end. */
export function Switch({ label, checked, onChange, className }: SwitchProps) {
  return (
    <label className={classNames(styles.line, className)}>
      <span className={styles.label}>{label}</span>
      <input
        type="checkbox"
        role="switch"
        aria-checked={checked}
        className={styles.input}
        checked={checked}
        onChange={(event) => onChange(event.target.checked)}
      />
    </label>
  );
}
