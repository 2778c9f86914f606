import type { ReactNode } from 'react';
import { Icon } from './icon.tsx';
import styles from './chip.module.css';

export interface FilterChipProps {
  /** Name of the button that takes the filter away. */
  removeLabel: string;
  onRemove: () => void;
  children: ReactNode;
}

/** A filter that is on, with the way to take it off: 36 px high to the eye, 44 to the finger. */
export function FilterChip({ removeLabel, onRemove, children }: FilterChipProps) {
  return (
    <span className={styles.chip}>
      <span className={styles.text}>{children}</span>
      <button type="button" className={styles.remove} aria-label={removeLabel} onClick={onRemove}>
        <Icon name="close" size={18} />
      </button>
    </span>
  );
}

export interface ActionChipProps {
  onClick: () => void;
  children: ReactNode;
}

/** A small suggestion beside a filter. */
export function ActionChip({ onClick, children }: ActionChipProps) {
  return (
    <button type="button" className={styles.action} onClick={onClick}>
      <span className={styles.face}>{children}</span>
    </button>
  );
}
