import { classNames } from '../class-names.ts';
import { ModalLayer, type ModalLayerProps } from './modal-layer.tsx';
import styles from './sheet.module.css';

export interface SheetProps extends ModalLayerProps {
  /** Name of the handle as a button that closes it. Without a name the handle is decoration. */
  handleLabel?: string | undefined;
}

/** A modal panel: a sheet with a handle at the bottom on phones, centred from 768 px on. */
export function Sheet({ handleLabel, panelClassName, children, ...layer }: SheetProps) {
  return (
    <ModalLayer {...layer} panelClassName={classNames(styles.sheet, panelClassName)}>
      {layer.dismissable !== false && handleLabel !== undefined ? (
        <button type="button" className={styles.handle} aria-label={handleLabel} onClick={layer.onClose} />
      ) : (
        <div className={styles.handle} aria-hidden="true" />
      )}
      {children}
    </ModalLayer>
  );
}
