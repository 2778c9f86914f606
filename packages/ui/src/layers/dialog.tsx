import { type ReactNode, useId } from 'react';
import { classNames } from '../class-names.ts';
import { IconButton } from '../icon-button.tsx';
import { ModalLayer, type ModalLayerProps } from './modal-layer.tsx';
import { UnbrokenWords } from '../unbroken-words.tsx';
import styles from './dialog.module.css';

type LayerProps = Pick<
  ModalLayerProps,
  'open' | 'onClose' | 'role' | 'initialFocus' | 'focusAfter' | 'dismissable' | 'children'
>;

export interface DialogProps extends LayerProps {
  title: ReactNode;
  closeLabel: string;
  /** Name of the sheet's handle as a button that closes it. Without a name the handle is decoration. */
  handleLabel?: string | undefined;
  /** Width in px from 768 on: 440 for forms, 520 for reading. */
  width?: 440 | 520 | undefined;
  /** The larger title of the auth dialogs, 36 px. */
  largeTitle?: boolean | undefined;
  /** Shown left of the title, such as a petal. */
  beforeTitle?: ReactNode;
  /** A small line above the title. */
  eyebrow?: ReactNode;
  /** One line of context below the title. */
  lead?: ReactNode;
}

/** A modal dialog: a sheet at the bottom on phones, a centred panel from 768 px on. */
export function Dialog({
  title,
  closeLabel,
  handleLabel,
  width = 440,
  largeTitle = false,
  beforeTitle,
  eyebrow,
  lead,
  children,
  ...layer
}: DialogProps) {
  const titleId = useId();
  const { onClose, dismissable = true } = layer;
  return (
    <ModalLayer {...layer} labelledBy={titleId} panelClassName={classNames(styles.panel, styles[`w${width}`])}>
      {dismissable && handleLabel !== undefined ? (
        <button type="button" className={styles.handle} aria-label={handleLabel} onClick={onClose} />
      ) : (
        <div className={styles.handle} aria-hidden="true" />
      )}
      <div className={styles.scroll}>
        {/* Not a <header>: outside of <main> that would be a second banner. */}
        <div className={styles.head}>
          {beforeTitle}
          <div className={styles.titles}>
            {eyebrow !== undefined && <p className={styles.eyebrow}>{eyebrow}</p>}
            <h2 id={titleId} className={classNames(styles.title, largeTitle && styles.large)}>
              <UnbrokenWords>{title}</UnbrokenWords>
            </h2>
            {lead !== undefined && (
              <p className={styles.lead}>
                <UnbrokenWords>{lead}</UnbrokenWords>
              </p>
            )}
          </div>
        </div>
        <div>{children}</div>
      </div>
      {dismissable && <IconButton className={styles.close} icon="close" label={closeLabel} onClick={onClose} />}
    </ModalLayer>
  );
}
