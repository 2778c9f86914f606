import { timeOfDay } from '@nuances/i18n/dates';
import { Icon } from '@nuances/ui/icon';
import { IconButton } from '@nuances/ui/icon-button';
import type { ReactNode } from 'react';
import { changeSetting, noteEditorWide, useSetting } from '../../browser/settings.ts';
import { useI18n } from '../../i18n/locale-store.ts';
import styles from './note-form.module.css';

interface Props {
  readonly id: string;
  readonly title: string;
  readonly phone: boolean;
  readonly onClose: () => void;
  /** The day that the note is for, and the way to another one. */
  readonly date?: ReactNode;
  /** Stands at the end on a phone, where the foot belongs to the keyboard. */
  readonly save?: ReactNode;
}

/** The upper edge of the editor: what is written, and the way out. */
export function EditorHead({ id, title, phone, onClose, date, save }: Props) {
  const { LL } = useI18n();
  const wide = useSetting(noteEditorWide);
  const close = <IconButton icon="close" label={LL.dialog.close()} onClick={onClose} />;
  return (
    <div className={styles.head}>
      {phone ? close : null}
      <h2 id={id} className={phone && date !== undefined ? 'visually-hidden' : styles.heading}>
        {title}
      </h2>
      {date}
      {phone ? null : <span className={styles.gap} />}
      {save}
      {phone ? null : (
        <>
          <IconButton
            icon={wide ? 'shrink' : 'expand'}
            label={wide ? LL.notes.editor.narrower() : LL.notes.editor.wider()}
            onClick={() => changeSetting(noteEditorWide, !wide)}
          />
          {close}
        </>
      )}
    </div>
  );
}

/** Says where what is typed goes and, once this device has kept it, since when; `keptAt` in milliseconds. */
export function LockLine({ keptAt }: { readonly keptAt: number | null }) {
  const { LL, locale } = useI18n();
  return (
    <p className={styles.lock}>
      <Icon name="lock" />
      {keptAt === null
        ? LL.notes.editor.lock()
        : LL.notes.editor.draftAt({ time: timeOfDay(new Date(keptAt), locale) })}
    </p>
  );
}
