import type { ReactNode } from 'react';
import { classNames } from '../class-names.ts';
import styles from './switch.module.css';

interface Named {
  label: ReactNode;
  labelledBy?: undefined;
}

/** Named by another element, such as the heading of its section. */
interface NamedElsewhere {
  label?: undefined;
  /** The id of that element. */
  labelledBy: string;
}

export type SwitchProps = (Named | NamedElsewhere) & {
  checked: boolean;
  onChange: (checked: boolean) => void;
  /** Whether the change is not decided yet: the thumb stands between off and on. */
  busy?: boolean | undefined;
  describedBy?: string | undefined;
  className?: string | undefined;
};

/** A setting that takes effect at once; label at the start of its line, switch at the end. */
export function Switch({ label, labelledBy, checked, onChange, busy = false, describedBy, className }: SwitchProps) {
  return (
    <label className={classNames(styles.line, className)}>
      {label === undefined ? null : <span className={styles.label}>{label}</span>}
      <input
        type="checkbox"
        // oxlint-disable-next-line jsx-a11y/role-has-required-aria-props -- the box has its own state
        role="switch"
        aria-labelledby={labelledBy}
        aria-describedby={describedBy}
        aria-busy={busy || undefined}
        className={styles.input}
        checked={checked}
        onChange={(event) => onChange(event.target.checked)}
      />
    </label>
  );
}
