import type { ReactNode } from 'react';
import { ModalLayer } from './modal-layer.tsx';
import styles from './drawer.module.css';

export interface DrawerProps {
  open: boolean;
  onClose: () => void;
  /** Its accessible name. */
  label: string;
  children: ReactNode;
}

/** A panel of 304 px from the left over the scrim, which closes it. */
export function Drawer({ open, onClose, label, children }: DrawerProps) {
  return (
    <ModalLayer open={open} onClose={onClose} label={label} panelClassName={styles.drawer}>
      {children}
    </ModalLayer>
  );
}
