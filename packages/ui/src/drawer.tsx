import type { ReactNode, RefObject } from 'react';
import { ModalLayer } from './modal-layer.tsx';
import styles from './drawer.module.css';

export interface DrawerProps {
  open: boolean;
  onClose: () => void;
  /** Its accessible name. */
  label: string;
  /** What takes the focus first. */
  initialFocus?: RefObject<HTMLElement | null> | undefined;
  children: ReactNode;
}

/** A panel of 304 px from the left over the scrim, which closes it. */
export function Drawer({ open, onClose, label, initialFocus, children }: DrawerProps) {
  return (
    <ModalLayer open={open} onClose={onClose} label={label} initialFocus={initialFocus} panelClassName={styles.drawer}>
      {children}
    </ModalLayer>
  );
}
