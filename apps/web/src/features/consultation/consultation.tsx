import { Button } from '@nuances/ui/button';
import { CheckField } from '@nuances/ui/check-field';
import { useMemo, useId, useState } from 'react';
import { NotesError } from '../../components/notes/notes-error.tsx';
import { PeriodFilter } from '../../components/period-filter.tsx';
import { ScansState } from '../../components/scans-state.tsx';
import { useDatedScans } from '../../scans/own-scans.ts';
import { useI18n } from '../../i18n/locale-store.ts';
import type { DatedScan } from '../../i18n/scan-time.ts';
import { pageContent, type SayCourses } from './page-content.ts';
import { PageSheet } from './page-sheet.tsx';
import { usePageChoice } from './use-page-choice.ts';
import { consultationLimits } from '@nuances/domain/consultation';
import { firstWordsMax } from '@nuances/domain/cut-text';
import { dateOfDay } from '@nuances/domain/local-day';
import { noteDay } from '@nuances/i18n/dates';
import { noteName } from '../../i18n/note-name.ts';
import type { Note } from '../../note-store/note.ts';
import { useNotes } from '../../note-store/note-store.ts';
import styles from './consultation.module.css';

/**
 * Makes one A4 page about a period, on this device: choice of its content, preview, and a button that prints it.
 */
export function Consultation({ sayCourses }: { readonly sayCourses: SayCourses }) {
  const { LL } = useI18n();
  const { list, scans } = useDatedScans();
  return (
    <div className={`${styles.page} page`}>
      <div className="screen-only">
        <h1 className="t-h1" tabIndex={-1}>
          {LL.consult.open()}
        </h1>
        <p className={styles.lead}>{LL.consult.openMore()}</p>
      </div>
      <ScansState list={list} empty={{ title: LL.consult.few(), more: '' }} />
      {scans.length > 0 ? <Maker scans={scans} sayCourses={sayCourses} /> : null}
    </div>
  );
}

function Maker({ scans, sayCourses }: { readonly scans: readonly DatedScan[]; readonly sayCourses: SayCourses }) {
  const chosen = usePageChoice(scans);
  const { period, choice } = chosen;
  const words = useI18n();
  const { LL } = words;
  const content = useMemo(() => (choice ? pageContent(words, choice, sayCourses) : null), [words, choice, sayCourses]);
  const few = choice ? undefined : LL.consult.few();
  return (
    <div className={styles.parts}>
      <div className={styles.period}>
        <PeriodFilter period={period} whole={chosen.whole} count={chosen.count} onPeriod={chosen.setPeriod} />
      </div>
      <div className={`${styles.content} screen-only`}>
        <CheckField label={LL.consult.set.say()} checked={chosen.hasLines} onChange={chosen.setHasLines} />
        <CheckField label={LL.consult.set.tags()} checked={chosen.hasTags} onChange={chosen.setHasTags} />
        {chosen.hasTags && chosen.tags.length === 0 ? (
          <p className={styles.caption}>{LL.consult.set.tagsNone()}</p>
        ) : null}
        <NoteChoice notes={chosen.notes} chosen={chosen.chosenNotes} onChosen={chosen.setChosenNotes} />
      </div>
      <section className={styles.preview} aria-labelledby="consultation-preview">
        <h2 id="consultation-preview" className={`${styles.legend} screen-only`}>
          {LL.consult.preview()}
        </h2>
        <div className={`${styles.ways} screen-only`}>
          <Button variant="primary" icon="print" disabledReason={few} onClick={() => window.print()}>
            {LL.consult.print()}
          </Button>
        </div>
        {few ? <p className={styles.few}>{few}</p> : null}
        {content ? <PageSheet content={content} /> : null}
      </section>
    </div>
  );
}

interface Props {
  /** Notes of the period, newest first. */
  readonly notes: readonly Note[];
  readonly chosen: ReadonlySet<string>;
  readonly onChosen: (chosen: ReadonlySet<string>) => void;
}

/** Number of notes at first, and more with each press of the button. */
const step = 8;

/** Checkboxes for the notes of the period; none is chosen at first. */
function NoteChoice({ notes, chosen, onChosen }: Props) {
  const { LL, locale } = useI18n();
  const id = useId();
  const { status, failure } = useNotes();
  const none = status === 'ready' ? LL.consult.set.notesNone() : '';
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
        {notes.length > 0 ? LL.consult.set.notesHelp() : none}
      </p>
      <NotesError status={status} failure={failure} beside />
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
