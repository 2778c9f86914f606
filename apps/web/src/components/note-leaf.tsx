import { firstWordsMax } from '@nuances/domain/cut-text';
import type { Locale } from '@nuances/domain/locales';
import { isEnteredLater } from '@nuances/domain/scan/time';
import { dayAndMonth, noteDay, timeOfDay } from '@nuances/i18n/dates';
import type { TranslationFunctions } from '@nuances/i18n/i18n-types';
import { Icon } from '@nuances/ui/icon';
import { Leaf } from '@nuances/ui/leaf';
import type { ReactNode } from 'react';
import { useI18n } from '../i18n/locale-store.ts';
import { noteName } from '../i18n/note-name.ts';
import type { AnyNote, LockedNote } from '../note-store/note.ts';
import { useRefusalOfNote } from '../note-store/write.ts';
import { useWaitingText } from '../offline/waiting-text.ts';
import { useVault } from '../keys/vault-view.ts';
import styles from './note-leaf.module.css';

interface Props {
  readonly note: AnyNote;
  /** Renders title and text. */
  readonly show?: (text: string) => ReactNode;
  readonly level?: 2 | 3;
  /** Whether its day or its time is shown. */
  readonly when?: 'day' | 'time';
  readonly expanded: boolean;
  readonly onToggle: (id: string) => void;
  /** Without it the note is read-only. */
  readonly menu?: ReactNode;
  readonly link?: ReactNode;
}

/** The day of entry, when it differs from the note's day (SPEC.md TIME-3). */
function enteredOn({ createdAt, receivedAt }: AnyNote, locale: Locale): string | null {
  const received = receivedAt === null ? null : new Date(receivedAt);
  return received && isEnteredLater(new Date(createdAt), received) ? dayAndMonth(received, locale, new Date()) : null;
}

/** A note that does not open although its key is here was altered, or its envelope is of another place. */
const lockedText = ({ notes: { locked } }: TranslationFunctions, { sealed }: LockedNote, keyVersion: number) =>
  sealed.vault?.keyVersion === keyVersion ? locked.moved() : locked.text();

/** A note as a card, with translated labels. One that cannot be decrypted shows a message in place of its text. */
export function NoteLeaf({ note, show, level = 2, when = 'day', expanded, onToggle, menu, link }: Props) {
  const { LL, locale } = useI18n();
  const { keyVersion } = useVault();
  const { state } = note;
  const refusal = useRefusalOfNote(note.id);
  const waitingText = useWaitingText();
  const at = new Date(note.createdAt);
  const entered = enteredOn(note, locale);
  return (
    <Leaf
      hue={note.categoryId}
      category={LL.note.input[note.categoryId]()}
      date={when === 'day' ? noteDay(at, locale) : timeOfDay(at, locale)}
      dateTime={note.createdAt}
      dateMore={entered === null ? undefined : LL.notes.editor.entered({ date: entered })}
      title={note.locked ? LL.notes.locked.title() : note.title}
      name={note.locked ? '' : noteName(LL, note, firstWordsMax.page)}
      text={note.locked ? lockedText(LL, note, keyVersion) : note.text}
      show={show}
      titleIcon={note.locked ? 'lock' : undefined}
      level={level}
      expanded={expanded}
      onToggle={() => onToggle(note.id)}
      expandLabel={LL.notes.expand()}
      collapseLabel={LL.notes.collapse()}
      menu={menu}
      foot={
        link || state !== 'saved' ? (
          <div className={styles.foot}>
            {link}
            {state === 'saved' ? null : (
              <span className={styles.state} data-state={state}>
                <Icon name="info" size={18} />
                {waitingText(refusal)}
              </span>
            )}
          </div>
        ) : undefined
      }
    />
  );
}
