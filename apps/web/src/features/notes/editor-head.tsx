import { timeOfDay } from '@nuances/i18n/dates';
import { Icon } from '@nuances/ui/icon';
import { IconButton } from '@nuances/ui/icon-button';
import type { ReactNode } from 'react';
import { changeSetting, useSetting } from '../../browser/setting.ts';
import { noteEditorWide } from '../../browser/settings.ts';
import { useI18n } from '../../i18n/locale-store.ts';
import type { NoteDraft } from '../../note-store/draft.ts';
import styles from './note-form.module.css';

interface Props {
  readonly id: string;
  readonly title: string;
  readonly phone: boolean;
  readonly onClose: () => void;
  /** The day of the note, as a control that changes it. */
  readonly date?: ReactNode;
  /** The save button on a phone, where the on-screen keyboard would cover a footer. */
  readonly save?: ReactNode;
}

/** Header of the editor: title, day, width and close buttons. */
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

/** Says that the text is encrypted, or since when its draft is stored on this device. */
export function EncryptionLine({ keptAt }: Pick<NoteDraft, 'keptAt'>) {
  const { LL, locale } = useI18n();
  return (
    <p className={styles.lock}>
      <Icon name="lock" />
      {keptAt === null || keptAt === false
        ? LL.notes.editor.lock()
        : LL.notes.editor.draftAt({ time: timeOfDay(new Date(keptAt), locale) })}
    </p>
  );
}
