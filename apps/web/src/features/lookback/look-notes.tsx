import { firstWordsMax } from '@nuances/domain/cut-text';
import { weekdayOf } from '@nuances/domain/local-day';
import type { Ago, LookNotes as Notes } from '@nuances/domain/lookback/notes';
import type { LookUnit } from '@nuances/domain/lookback/span';
import { dayAndMonth, monthAndYear, weekdayName } from '@nuances/i18n/dates';
import { Icon } from '@nuances/ui/icon';
import { Link } from '@tanstack/react-router';
import { useWideLayout } from '../../browser/use-wide-layout.ts';
import { NoteLeaf } from '../../components/note-leaf.tsx';
import { useI18n, type I18n } from '../../i18n/locale-store.ts';
import { noteName } from '../../i18n/note-name.ts';
import type { Note } from '../../note-store/note.ts';
import { useExpanded } from '../../note-store/use-expanded.ts';
import styles from './look-rows.module.css';

/** « Cette semaine · vendredi », « Ce mois-ci · 8 novembre ». */
function ownCaption({ LL, locale }: I18n, unit: LookUnit, { createdAt, day }: Note): string {
  if (unit === 'week') return LL.look.noteWeek({ day: weekdayName(weekdayOf(day), locale) });
  return LL.look.noteMonth({ date: dayAndMonth(new Date(createdAt), locale, new Date()) });
}

/** « Il y a un mois · 23 octobre », and of a month « Il y a un an · novembre 2025 ». */
function earlierCaption({ LL, locale }: I18n, unit: LookUnit, ago: Ago, { createdAt }: Note): string {
  const at = new Date(createdAt);
  const isYear = ago === 'year';
  const date = unit === 'month' && isYear ? monthAndYear(at, locale) : dayAndMonth(at, locale, new Date());
  return (isYear ? LL.look.yearAgo : LL.look.monthAgo)({ date });
}

/** A note of the week or month, where there is room as a card, and one of earlier. */
export function LookNotes({ unit, notes }: { readonly unit: LookUnit; readonly notes: Notes<Note> }) {
  const i18n = useI18n();
  const wide = useWideLayout();
  const { expanded, toggle } = useExpanded();
  const { own, earlier } = notes;
  return (
    <>
      {own && wide ? <NoteLeaf note={own} level={3} expanded={expanded.has(own.id)} onToggle={toggle} /> : null}
      {own && !wide ? <NoteRow note={own} caption={ownCaption(i18n, unit, own)} /> : null}
      {earlier ? <NoteRow note={earlier.note} caption={earlierCaption(i18n, unit, earlier.ago, earlier.note)} /> : null}
    </>
  );
}

/** One line about a note, which opens it. */
function NoteRow({ note, caption }: { readonly note: Note; readonly caption: string }) {
  const { LL } = useI18n();
  return (
    <Link to="/note" search={{ edit: note.id }} className={styles.row}>
      <span className={styles.rowWords}>
        <span className={styles.caption}>{caption}</span>{' '}
        <span className={styles.noteName} dir="auto">
          {noteName(LL, note, firstWordsMax.row)}
        </span>
      </span>
      <Icon name="right" />
    </Link>
  );
}
