import type { NoteCategory } from '@nuances/domain/axes';
import { countText } from '@nuances/i18n/plural';
import { Banner } from '@nuances/ui/banner';
import { Button } from '@nuances/ui/button';
import { EmptyState } from '@nuances/ui/empty-state';
import { ErrorState } from '@nuances/ui/error-state';
import { Icon } from '@nuances/ui/icon';
import { LoadingBloom } from '@nuances/ui/loading-bloom';
import { useCallback, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import type { DraftSlot } from '../../note-store/draft.ts';
import { refreshNotes, useNotes, type NotesView } from '../../note-store/note-store.ts';
import type { AnyNote } from '../../note-store/note.ts';
import { downloadFile } from '../../browser/download.ts';
import { useSessionCheck } from '../../session/session-store.ts';
import { useWideLayout } from '../../browser/use-wide-layout.ts';
import { useI18n, type I18n } from '../../i18n/locale-store.ts';
import { dayFigures } from './calendar-date.ts';
import { DayFilter } from './day-filter.tsx';
import { DeleteNote } from './delete-note.tsx';
import { filterNotes, isFiltered, noFilters, prepareSearch, type DaySelection, type NoteFilters } from './filter.ts';
import { NoteEditor } from './note-editor.tsx';
import { NoteList } from './note-list.tsx';
import { NotesCalendar } from './notes-calendar.tsx';
import { NotesToolbar } from './notes-toolbar.tsx';
import { useEditorSlot } from './use-editor-slot.ts';
import { useOwnScans } from './use-own-scans.ts';
import styles from './notes.module.css';

/** What the editor is asked to write, as it stands in the address. */
export type NoteRequest =
  | { readonly kind: 'new'; readonly categoryId: NoteCategory; readonly scanResultId: string | null }
  | { readonly kind: 'edit'; readonly id: string };

interface Props {
  readonly request: NoteRequest | null;
  readonly onRequest: (request: NoteRequest | null) => void;
}

function slotOf(request: NoteRequest | null, notes: readonly AnyNote[]): DraftSlot | null {
  if (request?.kind !== 'edit') return request;
  const note = notes.find(({ id }) => id === request.id);
  return note && !note.locked ? { kind: 'edit', note } : null;
}

/** The journal: what one wrote, found by word, category and day. */
export function Notes({ request, onRequest }: Props) {
  const { LL } = useI18n();
  const { status, notes, failure } = useNotes();
  const [filters, setFilters] = useState(noFilters);
  /** Whether the calendar shows where it can be folded away; of itself it does unless there is nothing in it. */
  const [chosen, setCalendar] = useState<boolean | null>(null);
  const [beginning, setBeginning] = useState(0);
  const [toDelete, setToDelete] = useState<AnyNote | null>(null);
  const body = useRef<HTMLDivElement>(null);
  const shown = useMemo(() => filterNotes(notes, filters), [notes, filters]);
  // Only then: while they are being opened, that comes first.
  useEffect(() => (status === 'ready' ? prepareSearch(notes) : undefined), [status, notes]);
  const canWrite = status !== 'insecure';
  const calendar = chosen ?? (status !== 'ready' || notes.length > 0);
  const slot = canWrite ? slotOf(request, notes) : null;
  const editor = useEditorSlot(slot);
  const wide = useWideLayout();
  const scans = useOwnScans(
    notes.some(({ scanResultId }) => scanResultId !== null) || (slot?.kind === 'new' && slot.scanResultId !== null),
  );
  useUnknownNoteDropped(request, slot, status, () => onRequest(null));

  const [actions] = useState(() => ({
    onEdit: ({ id }: AnyNote) => onRequest({ kind: 'edit', id }),
    onDelete: setToDelete,
    onExport: exportRaw,
  }));
  /** Whoever changes what is shown reads it from its beginning. */
  const beginAnew = useCallback(() => setBeginning((times) => times + 1), []);
  const change = useCallback(
    (part: Partial<NoteFilters>) => {
      setFilters((before) => ({ ...before, ...part }));
      beginAnew();
    },
    [beginAnew],
  );
  const changeDays = useCallback((days: DaySelection | null) => change({ days }), [change]);
  const reset = () => change({ ...noFilters, order: filters.order });
  const add = () => onRequest({ kind: 'new', categoryId: 'other', scanResultId: null });
  const close = () => onRequest(null);
  /** The keyboard goes on at a note that is back, unless it is somewhere already. */
  const resume = ({ id }: AnyNote) => {
    requestAnimationFrame(() => {
      if (document.activeElement !== document.body) return;
      const cards = body.current?.querySelectorAll<HTMLElement>('[data-key]') ?? [];
      const card = [...cards].find(({ dataset }) => dataset['key'] === id);
      (firstControl(card) ?? body.current ?? document.querySelector<HTMLElement>('main'))?.focus();
    });
  };
  // It is tabbed to where it is seen: before the tools, or at the end of their line.
  const addButton = canWrite ? (
    <div className={styles.add}>
      <Button variant="primary" icon="plus" className={styles.addButton} onClick={add}>
        {LL.notes.add()}
      </Button>
    </div>
  ) : null;

  return (
    <div className={styles.notes}>
      <h1 className={styles.title}>{LL.notes.title()}</h1>
      {canWrite ? (
        <p className={styles.lock}>
          <Icon name="lock" />
          {LL.notes.lock()}
        </p>
      ) : null}
      {wide ? null : addButton}
      {canWrite ? (
        <>
          <div className={styles.tools}>
            <NotesToolbar
              filters={filters}
              onChange={change}
              onReset={reset}
              calendar={calendar}
              onCalendar={setCalendar}
            />
          </div>
          {wide ? addButton : null}
          <div className={styles.side} data-folded={calendar ? undefined : ''}>
            <div className={styles.calendar}>
              <NotesCalendar notes={notes} days={filters.days} onChange={changeDays} />
            </div>
            <Summary status={status} all={notes.length} count={shown.length} filters={filters} />
            <DayFilter days={filters.days} onChange={changeDays} />
          </div>
        </>
      ) : null}
      <div ref={body} className={styles.body} data-alone={canWrite ? undefined : ''} tabIndex={-1}>
        <Trouble status={status} failure={failure} beside={notes.length > 0} />
        {status === 'ready' && notes.length === 0 ? (
          <EmptyState
            title={LL.notes.empty()}
            more={LL.notes.emptyMore()}
            action={
              <Button variant="outline" onClick={add}>
                {LL.notes.add()}
              </Button>
            }
          />
        ) : null}
        {status === 'ready' && notes.length > 0 && shown.length === 0 ? (
          <EmptyState
            title={LL.notes.noMatch()}
            more={LL.notes.noMatchMore()}
            action={
              <Button variant="outline" onClick={reset}>
                {LL.notes.reset()}
              </Button>
            }
          />
        ) : null}
        {shown.length > 0 ? <NoteList notes={shown} scans={scans} actions={actions} beginning={beginning} /> : null}
      </div>
      {editor.slot ? (
        <NoteEditor
          key={editor.key}
          open={editor.open}
          slot={editor.slot}
          scans={scans}
          onClose={close}
          onSaved={() => {
            beginAnew();
            close();
          }}
          onDiscard={editor.restart}
          focusAfter={() => firstControl(body.current)}
        />
      ) : null}
      <DeleteNote note={toDelete} onClose={() => setToDelete(null)} focusAfter={() => body.current} onBack={resume} />
    </div>
  );
}

/** The first thing to press in the card of a note, or in the first card of several; it says whose it is. */
function firstControl(within: HTMLElement | null | undefined): HTMLElement | null {
  return within?.querySelector<HTMLElement>('article button') ?? null;
}

/** An address that names no note, or one that cannot be opened, is forgotten as soon as that is known. */
function useUnknownNoteDropped(
  request: NoteRequest | null,
  slot: DraftSlot | null,
  status: NotesView['status'],
  drop: () => void,
): void {
  const unknown = request !== null && slot === null && status === 'ready';
  const forget = useEffectEvent(drop);
  useEffect(() => {
    if (unknown) forget();
  }, [unknown]);
}

function exportRaw(note: AnyNote): void {
  if (!note.locked) return;
  const { id, categoryId, scanResultId, createdAt, sealed } = note;
  downloadFile(
    `nuances-note-${createdAt.slice(0, 10)}.json`,
    JSON.stringify({ _id: id, ...sealed, categoryId, scanResultId, createdAt }, null, 2),
  );
}

interface SummaryProps {
  readonly status: NotesView['status'];
  readonly all: number;
  readonly count: number;
  readonly filters: NoteFilters;
}

/** How many notes are shown, told whenever it changes; while they are being opened, that they are. */
function Summary({ status, all, count, filters }: SummaryProps) {
  const words = useI18n();
  // Without any, the place of the notes says why.
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
    const date = dayFigures(days.day);
    const { one, other } = LL.notes.until;
    return countText(
      { one: (args) => one({ ...args, date }), other: (args) => other({ ...args, date }) },
      locale,
      count,
    );
  }
  return count === 0 ? LL.notes.count.zero() : countText(LL.notes.count, locale, count);
}

interface TroubleProps extends Pick<NotesView, 'status' | 'failure'> {
  /** Whether there are notes to show all the same. */
  readonly beside: boolean;
}

/** What stands in place of the notes while they are not there, and why. */
function Trouble({ status, failure, beside }: TroubleProps) {
  const { LL } = useI18n();
  const checking = useSessionCheck();
  if (status === 'ready') return null;
  if (status === 'loading') {
    if (beside) return null;
    return <LoadingBloom text={checking ? LL.common.sessionCheck() : LL.notes.loading()} />;
  }
  if (status === 'insecure') return <ErrorState message={LL.error.noteHttps()} />;
  const silent = failure === null || failure.code === 'network' ? LL.error.network() : null;
  const message = status === 'keyMissing' ? LL.error.userKey() : (silent ?? failure?.message ?? LL.error.server());
  const retry = (
    <Button variant="outline" size={beside ? 'small' : 'normal'} onClick={() => void refreshNotes()}>
      {LL.action.retry()}
    </Button>
  );
  return beside ? <Banner action={retry}>{message}</Banner> : <ErrorState message={message} action={retry} />;
}
