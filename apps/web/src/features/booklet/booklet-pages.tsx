import { dateOfDay } from '@nuances/domain/local-day';
import type { Period } from '@nuances/domain/statistics/period';
import { dayAndMonth, dayMonthAndYear } from '@nuances/i18n/dates';
import { countText } from '@nuances/i18n/plural';
import { useEffect, useState } from 'react';
import '../../components/paper-fonts.css';
import { useI18n } from '../../i18n/locale-store.ts';
import { useTags } from '../../note-store/scan-tags.ts';
import { BookletNote } from './booklet-note.tsx';
import { BookletScan } from './booklet-scan.tsx';
import type { BookletEntry } from './entries.ts';
import styles from './booklet-pages.module.css';

interface Props {
  readonly period: Period;
  /** Oldest first, at least one. */
  readonly entries: readonly BookletEntry[];
  /** Notes of the period that cannot be read. */
  readonly locked: number;
  /** How many of what it holds, in words. */
  readonly held: string;
  readonly hasTags: boolean;
}

/** A booklet: one sheet on the screen, pages of A4 on paper, which the browser breaks and numbers. */
export function BookletPages({ period, entries, locked, held, hasTags }: Props) {
  const { LL, locale } = useI18n();
  const { byScan } = useTags();
  const [start, end] = [dateOfDay(period.from), dateOfDay(period.to)];
  // A day stays with its month; a whole date would be wider than a small window with widely spaced text.
  const unbroken = (day: string) => day.replace(' ', '\u00A0');
  const title = LL.booklet.cover({
    start: unbroken(dayAndMonth(start, locale, end)),
    end: unbroken(dayMonthAndYear(end, locale)),
  });
  const [today] = useState(() => new Date());
  const made = LL.booklet.made({ date: dayMonthAndYear(today, locale) });
  usePaperWords(title, made);
  return (
    <article className={styles.sheet} aria-label={title}>
      <header className={styles.head}>
        <h1 className={styles.title}>{title}</h1>
        <p className={styles.held}>{held}</p>
      </header>
      {entries.map((entry) =>
        entry.kind === 'note' ? (
          <BookletNote key={entry.note.id} note={entry.note} />
        ) : (
          <BookletScan key={entry.scan.id} scan={entry.scan} tags={hasTags ? (byScan.get(entry.scan.id) ?? []) : []} />
        ),
      )}
      {locked > 0 ? <p className={styles.locked}>{countText(LL.booklet.locked, locale, locked)}</p> : null}
      <p className={`${styles.made} screen-only`}>{made}</p>
    </article>
  );
}

/** The name of the printed file, and the words at the foot of each page, which only a style sheet can write. */
function usePaperWords(title: string, made: string): void {
  useEffect(() => {
    const root = document.documentElement;
    root.style.setProperty('--paper-foot', JSON.stringify(made));
    const screenTitle = document.title;
    const begin = () => (document.title = title);
    const end = () => (document.title = screenTitle);
    window.addEventListener('beforeprint', begin);
    window.addEventListener('afterprint', end);
    return () => {
      root.style.removeProperty('--paper-foot');
      window.removeEventListener('beforeprint', begin);
      window.removeEventListener('afterprint', end);
    };
  }, [title, made]);
}
