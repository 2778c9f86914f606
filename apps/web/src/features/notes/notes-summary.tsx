import { countText } from '@nuances/i18n/plural';
import { useI18n, type I18n } from '../../i18n/locale-store.ts';
import type { NotesView } from '../../note-store/note-store.ts';
import { numericDay } from './calendar-date.ts';
import { isFiltered, type NoteFilters } from './filter.ts';
import styles from './notes.module.css';

interface Props {
  readonly status: NotesView['status'];
  readonly all: number;
  readonly count: number;
  readonly filters: NoteFilters;
}

/** Number of shown notes, announced to screen readers when it changes; while notes are decrypted it says so. */
export function NotesSummary({ status, all, count, filters }: Props) {
  const words = useI18n();
  // Without notes, NotesError gives the reason.
  const known = status === 'ready' || all > 0;
  const counted = status === 'loading' ? words.LL.notes.loading() : countSentence(words, count, filters);
  return (
    <p className={styles.summary} role="status" data-filtered={isFiltered(filters) ? '' : undefined}>
      {known ? counted : null}
    </p>
  );
}

function countSentence({ LL, locale }: I18n, count: number, { days }: NoteFilters): string {
  if (days?.kind === 'until') {
    const date = numericDay(days.day);
    const { one, other } = LL.notes.until;
    return countText(
      { one: (args) => one({ ...args, date }), other: (args) => other({ ...args, date }) },
      locale,
      count,
    );
  }
  return count === 0 ? LL.notes.count.zero() : countText(LL.notes.count, locale, count);
}
