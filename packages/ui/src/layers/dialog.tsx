import { type ReactNode, useId } from 'react';
import { classNames } from '../class-names.ts';
import { IconButton } from '../icon-button.tsx';
import { Sheet, type SheetProps } from './sheet.tsx';
import { UnbrokenWords } from '../unbroken-words.tsx';
import styles from './dialog.module.css';

type LayerProps = Pick<
  SheetProps,
  'open' | 'onClose' | 'role' | 'initialFocus' | 'focusAfter' | 'dismissable' | 'handleLabel' | 'children'
>;

export interface DialogProps extends LayerProps {
  title: ReactNode;
  closeLabel: string;
  /** From 768 px on 520 px wide, for reading; otherwise 440, for forms. */
  wide?: boolean | undefined;
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
  wide = false,
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
    <Sheet {...layer} labelledBy={titleId} panelClassName={classNames(styles.dialog, wide && styles.wide)}>
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
    </Sheet>
  );
}
