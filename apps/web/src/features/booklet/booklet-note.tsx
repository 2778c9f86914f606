import { isEnteredLater } from '@nuances/domain/scan/time';
import { dayAndMonth } from '@nuances/i18n/dates';
import { useI18n } from '../../i18n/locale-store.ts';
import type { Note } from '../../note-store/note.ts';
import { EntryFrame } from './entry-frame.tsx';
import { paperDate } from './paper-date.ts';
import styles from './booklet-pages.module.css';

/** A note in full. */
export function BookletNote({ note }: { readonly note: Note }) {
  const words = useI18n();
  const { LL, locale } = words;
  const { categoryId, title, text } = note;
  const at = new Date(note.createdAt);
  const received = note.receivedAt === null ? null : new Date(note.receivedAt);
  const entered =
    received && isEnteredLater(at, received) ? [LL.booklet.entered({ date: dayAndMonth(received, locale, at) })] : [];
  const category =
    categoryId === 'other' ? LL.note.input.other() : `${LL.axis[categoryId].left()} – ${LL.axis[categoryId].right()}`;
  return (
    <EntryFrame
      date={[paperDate(words, { at: note.createdAt, moment: 'exact' }), ...entered].join(' · ')}
      more={category}
      title={title.trim()}
    >
      {text
        .trim()
        .split(/\n{2,}/)
        .map((paragraph, index) => (
          // Paragraphs never move.
          // oxlint-disable-next-line react/no-array-index-key
          <p key={index} className={styles.text}>
            {paragraph}
          </p>
        ))}
    </EntryFrame>
  );
}
