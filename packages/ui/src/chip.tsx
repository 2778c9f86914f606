import type { ReactNode } from 'react';
import { IconButton } from './icon-button.tsx';
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
      <IconButton icon="close" iconSize={18} label={removeLabel} className={styles.remove} onClick={onRemove} />
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
