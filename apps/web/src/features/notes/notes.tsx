import { isoDay } from '@nuances/domain/local-day';
import type { NoteCategory } from '@nuances/domain/axes';
import { Button } from '@nuances/ui/button';
import { EmptyState } from '@nuances/ui/empty-state';
import { Icon } from '@nuances/ui/icon';
import { useEffect, useEffectEvent, useMemo, useRef, useState, useCallback } from 'react';
import type { DraftSlot } from '../../note-store/draft.ts';
import { useNotes } from '../../note-store/note-store.ts';
import type { AnyNote } from '../../note-store/note.ts';
import { downloadFile } from '../../browser/download.ts';
import { storedNoteView, storeNoteView } from '../../browser/note-view.ts';
import { useWideLayout } from '../../browser/use-wide-layout.ts';
import { useI18n } from '../../i18n/locale-store.ts';
import { DayFilter } from './day-filter.tsx';
import { DeleteNote } from './delete-note.tsx';
import { filterNotes, prepareSearch, noFilters, type DaySelection, type NoteFilters } from './filter.ts';
import { NoteEditor } from './note-editor.tsx';
import { NoteList } from './note-list.tsx';
import { NotesSummary } from './notes-summary.tsx';
import { NotesCalendar } from './notes-calendar.tsx';
import { NotesToolbar } from './notes-toolbar.tsx';
import { useEditorSlot } from './use-editor-slot.ts';
import { DraftLine } from '../../components/draft-line.tsx';
import { NotesError } from '../../components/notes/notes-error.tsx';
import { PrintMenu } from '../../components/print-menu.tsx';
import { CopyLine } from '../../components/scans-state.tsx';
import { useOwnScans } from '../../scans/own-scans.ts';
import styles from './notes.module.css';

/** What the address asks the editor to open. */
export type NoteRequest = Extract<DraftSlot, { kind: 'new' }> | { readonly kind: 'edit'; readonly id: string };

interface Props {
  readonly request: NoteRequest | null;
  readonly onRequest: (request: NoteRequest | null) => void;
}

function slotOf(request: NoteRequest | null, notes: readonly AnyNote[]): DraftSlot | null {
  if (request?.kind !== 'edit') return request;
  const note = notes.find(({ id }) => id === request.id);
  return note && !note.locked ? { kind: 'edit', note } : null;
}

/** The notes with search and filters by category and day, and their editor. */
export function Notes({ request, onRequest }: Props) {
  const { LL } = useI18n();
  const { status, notes, failure, readAt } = useNotes();
  const { filters, resetKey, restart, change, changeDays, showCategory, reset } = useNoteFilters();
  /** Whether the calendar is open; a wide window always shows it. */
  const [calendar, setCalendar] = useState(false);
  const [toDelete, setToDelete] = useState<AnyNote | null>(null);
  const body = useRef<HTMLDivElement>(null);
  const shown = useMemo(() => filterNotes(notes, filters), [notes, filters]);
  // Only when all notes are decrypted, so that both do not compete.
  useEffect(() => (status === 'ready' ? prepareSearch(notes) : undefined), [status, notes]);
  const canWrite = status !== 'insecure';
  const slot = canWrite ? slotOf(request, notes) : null;
  const editor = useEditorSlot(slot, request?.kind === 'edit' ? request.id : null);
  const wide = useWideLayout();
  const scans = useOwnScans(
    notes.some(({ scanResultId }) => scanResultId !== null) || (slot?.kind === 'new' && slot.scanResultId !== null),
  );
  useUnknownNoteDropped(request !== null && slot === null && !editor.open && status === 'ready', () => onRequest(null));

  const [actions] = useState(() => ({
    onEdit: ({ id }: AnyNote) => onRequest({ kind: 'edit', id }),
    onDelete: setToDelete,
    onExport: exportRaw,
  }));
  const add = () => onRequest({ kind: 'new', categoryId: 'other', scanResultId: null, day: null });
  const close = () => onRequest(null);
  // The order of the Tab key follows the layout: before the tools on a phone, after them in a wide window.
  const addButton = canWrite ? (
    <div className={`${styles.add} screen-only`}>
      {shown.length > 0 ? <PrintMenu of="notes" count={shown.length} /> : null}
      <Button variant="primary" icon="plus" className={styles.addButton} onClick={add}>
        {LL.notes.add()}
      </Button>
    </div>
  ) : null;

  return (
    <div className={styles.notes}>
      <h1 className={styles.title}>{LL.notes.title()}</h1>
      <div className={styles.copy}>
        <CopyLine at={readAt} />
      </div>
      {canWrite ? (
        <p className={styles.lock}>
          <Icon name="lock" />
          {LL.notes.lock()}
        </p>
      ) : null}
      {wide ? null : addButton}
      {canWrite ? (
        <>
          <div className={`${styles.tools} screen-only`}>
            <NotesToolbar
              filters={filters}
              onChange={change}
              onReset={reset}
              calendar={calendar}
              onCalendar={setCalendar}
            />
          </div>
          {wide ? addButton : null}
          <div className={`${styles.side} screen-only`} data-folded={calendar ? undefined : ''}>
            <div className={styles.calendar}>
              <NotesCalendar notes={notes} days={filters.days} onChange={changeDays} />
            </div>
            <NotesSummary status={status} all={notes.length} count={shown.length} filters={filters} />
            <DayFilter days={filters.days} onChange={changeDays} />
          </div>
        </>
      ) : null}
      <div ref={body} className={styles.body} data-alone={canWrite ? undefined : ''} tabIndex={-1}>
        {canWrite ? <DraftLine editing={editor.open} /> : null}
        <NotesError status={status} failure={failure} beside={notes.length > 0} />
        {status === 'ready' && shown.length === 0 ? (
          <NotesEmpty filtered={notes.length > 0} onAdd={add} onReset={reset} />
        ) : null}
        {shown.length > 0 ? (
          <NoteList notes={shown} scans={scans} search={filters.search} actions={actions} resetKey={resetKey} />
        ) : null}
      </div>
      {editor.slot ? (
        <NoteEditor
          key={editor.key}
          open={editor.open}
          slot={editor.slot}
          scans={scans}
          onClose={close}
          onSaved={(category) => {
            showCategory(category);
            restart();
            close();
          }}
          onDiscard={editor.restart}
          focusAfter={() => firstControl(body.current)}
        />
      ) : null}
      <DeleteNote
        note={toDelete}
        onClose={() => setToDelete(null)}
        focusAfter={() => body.current}
        onBack={({ id }) => focusRestored(body.current, id)}
      />
    </div>
  );
}

interface EmptyProps {
  /** Whether notes exist that the filters exclude. */
  readonly filtered: boolean;
  readonly onAdd: () => void;
  readonly onReset: () => void;
}

function NotesEmpty({ filtered, onAdd, onReset }: EmptyProps) {
  const { LL } = useI18n();
  return (
    <EmptyState
      title={filtered ? LL.notes.noMatch() : LL.notes.empty()}
      more={filtered ? LL.notes.noMatchMore() : LL.notes.emptyMore()}
      action={<Button onClick={filtered ? onReset : onAdd}>{filtered ? LL.notes.reset() : LL.notes.add()}</Button>}
    />
  );
}

/** Moves the focus to a note whose deletion was undone, unless the person has gone on elsewhere than in the list. */
function focusRestored(list: HTMLElement | null, id: string): void {
  requestAnimationFrame(() => {
    // The message, which is gone, gave the focus back to the row beside, or to the page.
    const active = document.activeElement;
    if (active !== document.body && !active?.matches('main') && !list?.contains(active)) return;
    const cards = list?.querySelectorAll<HTMLElement>('[data-key]') ?? [];
    const card = [...cards].find(({ dataset }) => dataset['key'] === id);
    (firstControl(card) ?? list ?? document.querySelector<HTMLElement>('main'))?.focus();
  });
}

/** The first button of the first card; its name says which note it belongs to. */
function firstControl(within: HTMLElement | null | undefined): HTMLElement | null {
  return within?.querySelector<HTMLElement>('article button') ?? null;
}

/** Drops a request for a note that does not exist or cannot be decrypted, once the notes have loaded. */
function useUnknownNoteDropped(unknown: boolean, drop: () => void): void {
  const forget = useEffectEvent(drop);
  useEffect(() => {
    if (unknown) forget();
  }, [unknown]);
}

function exportRaw(note: AnyNote): void {
  if (!note.locked) return;
  const { id, categoryId, scanResultId, createdAt, day, sealed } = note;
  downloadFile(
    `nuances-note-${isoDay(day)}.json`,
    JSON.stringify({ _id: id, ...sealed, categoryId, scanResultId, createdAt }, null, 2),
  );
}

/** Filters and order of the list, as this device remembers them. `resetKey` changes when the list must scroll to its top. */
function useNoteFilters() {
  const [filters, setFilters] = useState((): NoteFilters => ({ ...noFilters, ...storedNoteView() }));
  const [resetKey, setResetKey] = useState(0);
  const restart = useCallback(() => setResetKey((times) => times + 1), []);
  const change = useCallback(
    (part: Partial<NoteFilters>) => {
      setFilters((before) => ({ ...before, ...part }));
      if (part.categories || part.order) storeNoteView(part);
      restart();
    },
    [restart],
  );
  /** A note that was just written is seen, whatever was chosen days ago; that stays remembered. */
  const showCategory = (category: NoteCategory) =>
    setFilters((before) =>
      before.categories.size === 0 || before.categories.has(category)
        ? before
        : { ...before, categories: noFilters.categories },
    );
  const changeDays = useCallback((days: DaySelection | null) => change({ days }), [change]);
  const reset = () => change(noFilters);
  return { filters, resetKey, restart, change, changeDays, showCategory, reset };
}
