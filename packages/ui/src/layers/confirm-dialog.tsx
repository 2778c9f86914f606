import { type ReactNode, useId, useRef } from 'react';
import { Button } from '../button.tsx';
import { ModalLayer, type ModalLayerProps } from './modal-layer.tsx';
import { UnbrokenWords } from '../unbroken-words.tsx';
import styles from './confirm-dialog.module.css';

export interface ConfirmDialogProps extends Pick<ModalLayerProps, 'open' | 'onClose' | 'focusAfter'> {
  title: ReactNode;
  text: ReactNode;
  confirmLabel: string;
  /** The harmless choice; it gets the initial focus. */
  keepLabel: string;
  onConfirm: () => void;
  busy?: boolean | undefined;
  busyLabel?: string | undefined;
  /** A third choice, below the two. */
  other?: ReactNode;
  /** Whether the action cannot be undone. On by default. */
  danger?: boolean | undefined;
}

/** Asks before data is lost. */
export function ConfirmDialog({
  title,
  text,
  confirmLabel,
  keepLabel,
  onConfirm,
  busy = false,
  busyLabel,
  other,
  danger = true,
  ...layer
}: ConfirmDialogProps) {
  const id = useId();
  const keep = useRef<HTMLButtonElement>(null);
  return (
    <ModalLayer
      {...layer}
      role="alertdialog"
      labelledBy={`${id}-title`}
      describedBy={`${id}-text`}
      initialFocus={keep}
      panelClassName={styles.panel}
    >
      <h2 id={`${id}-title`} className="t-h3">
        <UnbrokenWords>{title}</UnbrokenWords>
      </h2>
      <p id={`${id}-text`} className={styles.text}>
        <UnbrokenWords>{text}</UnbrokenWords>
      </p>
      <div className={styles.choices}>
        <Button ref={keep} size="small" onClick={layer.onClose}>
          {keepLabel}
        </Button>
        <Button
          variant={danger ? 'danger' : 'primary'}
          size="small"
          busy={busy}
          busyLabel={busyLabel}
          onClick={onConfirm}
        >
          {confirmLabel}
        </Button>
        {other !== undefined && <div className={styles.other}>{other}</div>}
      </div>
    </ModalLayer>
  );
}
