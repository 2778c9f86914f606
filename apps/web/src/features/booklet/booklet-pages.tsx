import { dateOfDay } from '@nuances/domain/local-day';
import type { Period } from '@nuances/domain/statistics/period';
import { dayAndMonth, dayMonthAndYear, weekdayName } from '@nuances/i18n/dates';
import { countText } from '@nuances/i18n/plural';
import { useEffect, useState, type ReactNode } from 'react';
import { useI18n, type I18n } from '../../i18n/locale-store.ts';
import { useTags } from '../../note-store/scan-tags.ts';
import type { BookletEntry } from './entries.ts';
import { isEnteredLater } from '@nuances/domain/scan/time';
import type { Note } from '../../note-store/note.ts';
import { axisIds } from '@nuances/domain/axes';
import { petalAngle } from '@nuances/ui/hues';
import { petal, petalRadius } from '@nuances/ui/petal';
import type { ShownScan } from '../../offline/scans.ts';
import { type ScanTime, timeOfScan } from '../../i18n/scan-time.ts';
import '../../components/paper-fonts.css';
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

/** A note in full. */
function BookletNote({ note }: { readonly note: Note }) {
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
        .replace(/^\s*\n/, '')
        .trimEnd()
        .split(/\n{2,}/)
        .map((paragraph, index) => (
          // Paragraphs never move.
          // oxlint-disable-next-line react/no-array-index-key
          <p key={index} className={styles.text} dir="auto">
            {paragraph}
          </p>
        ))}
    </EntryFrame>
  );
}

interface BookletScanProps {
  readonly scan: ShownScan;
  readonly tags: readonly string[];
}

/** Radius of the hole, in bloom units. */
const hole = 58;

/** A scan on paper: its bloom in grey, both poles and the answer of each axis, and its tags; kept answers in outline. */
function BookletScan({ scan, tags }: BookletScanProps) {
  const words = useI18n();
  const { LL, locale } = words;
  const kept = scan.kept.length > 0 ? [countText(LL.quick.marked, locale, scan.kept.length)] : [];
  const keptAt = (index: number) => (scan.kept.includes(index) ? '' : undefined);
  const outline = (reach: number, index: number) => petal(petalAngle(index), hole, reach, 4, 5, 0.215);
  return (
    <EntryFrame
      date={paperDate(words, { at: scan.createdAt, moment: scan.moment })}
      more={[...tags, ...kept].join(' · ')}
    >
      <div className={styles.scan}>
        <svg className={styles.bloom} viewBox="-156 -156 312 312" aria-hidden="true">
          {axisIds.map((axis, index) => (
            <path key={axis} className={styles.ghost} d={outline(150, index)} />
          ))}
          {axisIds.map((axis, index) => (
            <path
              key={axis}
              className={styles.petal}
              data-kept={keptAt(index)}
              d={outline(petalRadius(scan.answers[index] ?? 1), index)}
            />
          ))}
        </svg>
        <dl className={styles.answers}>
          {axisIds.map((axis, index) => (
            <div key={axis} className={styles.answer}>
              <dt>
                {LL.axis[axis].left()} – {LL.axis[axis].right()}
              </dt>
              <dd data-kept={keptAt(index)}>{scan.answers[index]}</dd>
            </div>
          ))}
        </dl>
      </div>
    </EntryFrame>
  );
}

interface EntryFrameProps {
  readonly date: string;
  /** What stands at its right end. */
  readonly more: string;
  /** The heading of the entry; without one its date is that. */
  readonly title?: string;
  readonly children: ReactNode;
}

/** An entry of a booklet below a thin line: its date, what it is about, its title, its content. */
function EntryFrame({ date, more, title = '', children }: EntryFrameProps) {
  return (
    <section className={styles.entry}>
      <div className={styles.start}>
        <div className={styles.line}>
          {title === '' ? <h2 className={styles.date}>{date}</h2> : <p className={styles.date}>{date}</p>}
          <p className={styles.more} dir="auto">
            {more}
          </p>
        </div>
        {title === '' ? null : (
          <h2 className={styles.name} dir="auto">
            {title}
          </h2>
        )}
      </div>
      {children}
    </section>
  );
}

/** A day with its weekday and year, and the time as far as it is known: « lundi 16 novembre 2026 · 21 h 30 ». */
function paperDate(words: I18n, when: ScanTime): string {
  const date = new Date(when.at);
  const day = `${weekdayName(date.getDay() || 7, words.locale)} ${dayMonthAndYear(date, words.locale)}`;
  const { time } = timeOfScan(words, when);
  return time === null ? day : `${day} · ${time}`;
}
