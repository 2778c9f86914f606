import { HueRadios } from '@nuances/ui/hue-radios';
import { Icon } from '@nuances/ui/icon';
import { useId, useState } from 'react';
import type { NoteDraft } from '../../note-store/draft.ts';
import { useI18n } from '../../i18n/locale-store.ts';
import { categoryOptions } from './category-options.ts';
import styles from './note-form.module.css';

interface Props {
  readonly draft: NoteDraft;
  /** Whether all options are in one row, as on a phone. */
  readonly oneRow: boolean;
  /** Whether each option shows its name, where nothing else stands beside the text. */
  readonly named?: boolean;
  /** Shows the field of the title; undefined while it is visible. */
  readonly onAddTitle?: (() => void) | undefined;
}

/**
 * Choice of the category of a note, and on a phone a button that adds a title. Where there is little room, a button opens
 * both (note-form.module.css).
 */
export function NoteCategory({ draft, oneRow, named = false, onAddTitle }: Props) {
  const { LL } = useI18n();
  const [open, setOpen] = useState(false);
  const id = useId();
  const radios = (
    <HueRadios
      legend={LL.notes.editor.category()}
      options={categoryOptions(LL)}
      value={draft.value.categoryId}
      onChange={(categoryId) => draft.change({ categoryId })}
      oneRow={oneRow}
      named={named}
      legendEnd={
        onAddTitle ? (
          <button
            type="button"
            className={styles.addTitle}
            aria-label={LL.notes.editor.addTitleName()}
            onClick={onAddTitle}
          >
            <Icon name="plus" />
            {LL.notes.editor.addTitle()}
          </button>
        ) : null
      }
    />
  );
  if (!oneRow) return radios;
  return (
    <>
      <button
        type="button"
        className={styles.categories}
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
      >
        {LL.notes.editor.category()} · {LL.note.input[draft.value.categoryId]()}
        <Icon name={open ? 'down' : 'up'} size={16} />
      </button>
      <div id={id} className={styles.category} data-open={open ? '' : undefined}>
        {radios}
      </div>
    </>
  );
}
