import { consultationLimits } from '@nuances/domain/consultation';
import { firstWordsMax } from '@nuances/domain/cut-text';
import { dateOfDay } from '@nuances/domain/local-day';
import { noteDay } from '@nuances/i18n/dates';
import { Button } from '@nuances/ui/button';
import { CheckField } from '@nuances/ui/check-field';
import { useId, useState } from 'react';
import { useI18n } from '../../i18n/locale-store.ts';
import { noteName } from '../../i18n/note-name.ts';
import type { Note } from '../../note-store/note.ts';
import styles from './consultation.module.css';

interface Props {
  /** Notes of the period, newest first. */
  readonly notes: readonly Note[];
  readonly chosen: ReadonlySet<string>;
  readonly onChosen: (chosen: ReadonlySet<string>) => void;
}

/** Number of notes at first, and more with each press of the button. */
const step = 8;

/** Checkboxes for the notes of the period; none is chosen at first. */
export function NoteChoice({ notes, chosen, onChosen }: Props) {
  const { LL, locale } = useI18n();
  const id = useId();
  const [shown, setShown] = useState(step);
  const [refused, setRefused] = useState(false);
  const count = notes.filter((note) => chosen.has(note.id)).length;
  const change = (noteId: string, wanted: boolean) => {
    const isFull = wanted && count >= consultationLimits.notes;
    setRefused(isFull);
    if (isFull) return;
    onChosen(new Set(wanted ? [...chosen, noteId] : [...chosen].filter((one) => one !== noteId)));
  };
  return (
    <fieldset className={styles.notes} aria-describedby={`${id}-help`}>
      <legend className={styles.legend}>{LL.consult.set.notes()}</legend>
      <p id={`${id}-help`} className={styles.caption}>
        {notes.length > 0 ? LL.consult.set.notesHelp() : LL.consult.set.notesNone()}
      </p>
      {notes.slice(0, shown).map((note) => (
        <CheckField
          key={note.id}
          checked={chosen.has(note.id)}
          onChange={(wanted) => change(note.id, wanted)}
          label={
            <>
              <span className={styles.noteTitle} data-words={note.title === '' ? '' : undefined} dir="auto">
                {noteName(LL, note, firstWordsMax.page)}
              </span>{' '}
              <span className={styles.noteDay}>{noteDay(dateOfDay(note.day), locale)}</span>
            </>
          }
        />
      ))}
      <p className={styles.refused} role="status">
        {refused ? LL.consult.set.notesMost({ max: consultationLimits.notes }) : ''}
      </p>
      {notes.length > shown ? (
        <Button variant="quiet" onClick={() => setShown(shown + step)}>
          {LL.action.more()}
        </Button>
      ) : null}
    </fieldset>
  );
}
