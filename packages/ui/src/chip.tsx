import type { ReactNode } from 'react';
import { IconButton } from './icon-button.tsx';
import styles from './chip.module.css';

export interface FilterChipProps {
  /** Name of the button that removes the filter. */
  removeLabel: string;
  onRemove: () => void;
  children: ReactNode;
}

/** An active filter with a button that removes it: 36 px high, with a target of 44 px. */
export function FilterChip({ removeLabel, onRemove, children }: FilterChipProps) {
  return (
    <span className={styles.chip}>
      <span className="t-data">{children}</span>
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
