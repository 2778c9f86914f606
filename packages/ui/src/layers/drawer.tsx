import { ModalLayer, type ModalLayerProps } from './modal-layer.tsx';
import styles from './drawer.module.css';

export interface DrawerProps extends Pick<ModalLayerProps, 'open' | 'onClose' | 'initialFocus' | 'children'> {
  /** Its accessible name. */
  label: string;
}

/** A panel of 304 px from the left, above a scrim that closes it. */
export function Drawer(props: DrawerProps) {
  return <ModalLayer {...props} panelClassName={styles.drawer} />;
}
