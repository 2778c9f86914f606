import { classNames } from '@nuances/ui/class-names';
import { WindowedColumns } from '@nuances/ui/windowed-columns';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { flushSync } from 'react-dom';
import { usePrinting } from '../../browser/use-printing.ts';
import { NoteLeaf } from '../../components/note-leaf.tsx';
import { useExpanded } from '../../note-store/use-expanded.ts';
import type { AnyNote } from '../../note-store/note.ts';
import type { ShownScan } from '../../offline/scans.ts';
import { useI18n } from '../../i18n/locale-store.ts';
import { NoteCard, type NoteActions } from './note-card.tsx';
import styles from './note-list.module.css';

/** Minimum width of a column, and distance between cards, px. */
const columnWidth = 300;
const gap = 16;

/** Sizes for the estimate of a card's height, px: everything around the text, a line, a letter, the last row. */
const around = 104;
const line = 25;
const letter = 7.6;
const lastRow = 34;
const mostLines = 5;

const idOf = ({ id }: AnyNote) => id;

/** Estimated height of a card, px; good enough for the scroll bar. */
function guess(note: AnyNote, width: number): number {
  if (note.locked) return around + 2 * line;
  const letters = (width - 40) / letter;
  const lines = note.text
    .slice(0, mostLines * letters)
    .split('\n')
    .reduce((sum, part) => sum + Math.max(1, Math.ceil(part.length / letters)), 0);
  const long = note.text.length > mostLines * letters || lines > mostLines;
  return around + Math.min(lines, mostLines) * line + (long || note.scanResultId !== null ? lastRow : 0);
}

interface Props {
  readonly notes: readonly AnyNote[];
  readonly scans: ReadonlyMap<string, ShownScan>;
  /** Must be stable, so that unchanged cards do not render again. */
  readonly actions: Omit<NoteActions, 'onToggle' | 'onPrint'>;
  readonly search: string;
  /** A change scrolls the list to its top. */
  readonly resetKey: unknown;
}

/**
 * The notes in as many columns as fit, in a scroll area. While the end of the list is below the window, the page
 * scrolls instead of the list: on a phone the list below the calendar would be too low to read.
 */
export function NoteList({ notes, scans, search, actions, resetKey }: Props) {
  const { LL } = useI18n();
  const { expanded, toggle } = useExpanded();
  const [alone, printAlone] = usePrintedAlone();
  const all = useMemo<NoteActions>(
    () => ({ ...actions, onPrint: printAlone, onToggle: toggle }),
    [actions, printAlone, toggle],
  );
  const [end, inSight] = useInSight();
  const printing = usePrinting();
  return (
    <>
      <WindowedColumns
        className={classNames(styles.list, 'screen-only')}
        still={!inSight}
        label={LL.notes.title()}
        items={notes}
        keyOf={idOf}
        guess={guess}
        columnWidth={columnWidth}
        gap={gap}
        resetKey={resetKey}
      >
        {(note) => (
          <NoteCard
            note={note}
            scan={note.scanResultId === null ? undefined : scans.get(note.scanResultId)}
            expanded={expanded.has(note.id)}
            search={search}
            actions={all}
          />
        )}
      </WindowedColumns>
      <div ref={end} />
      {printing ? <PrintedNotes notes={alone ? [alone] : notes} /> : null}
    </>
  );
}

/** All notes in full for print, without scroll area and without buttons to expand. */
function PrintedNotes({ notes }: Pick<Props, 'notes'>) {
  return (
    <ul className="print-only">
      {notes.map((note) => (
        <li key={note.id}>
          <NoteLeaf note={note} expanded onToggle={() => undefined} />
        </li>
      ))}
    </ul>
  );
}

/** The only note to print, null for all; the dialog of the browser is closed before the next one. */
function usePrintedAlone() {
  const [note, setNote] = useState<AnyNote | null>(null);
  useEffect(() => {
    const end = () => setNote(null);
    window.addEventListener('afterprint', end);
    return () => window.removeEventListener('afterprint', end);
  }, []);
  const print = useCallback((next: AnyNote) => {
    flushSync(() => setNote(next));
    window.print();
  }, []);
  return [note, print] as const;
}

/** Whether an element is inside the window. */
function useInSight() {
  const [inSight, setInSight] = useState(true);
  const ref = useCallback((element: HTMLElement | null) => {
    if (!element) return;
    const observer = new IntersectionObserver((entries) => setInSight(entries.at(-1)?.isIntersecting ?? true));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return [ref, inSight] as const;
}
