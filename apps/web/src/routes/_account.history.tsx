import type { LocalDay } from '@nuances/domain/local-day';
import { createFileRoute } from '@tanstack/react-router';
import { useState } from 'react';
import { useLazy } from '../i18n/use-lazy.ts';
import { report } from '../api/report.ts';
import { History } from '../features/history/history.tsx';
import { historyViews, type HistoryView } from '../features/history/use-history-view.ts';
import { refreshNotes } from '../note-store/note-store.ts';
import { refreshTags } from '../note-store/scan-tags.ts';
import { loadNamespaces } from '../i18n/locale-store.ts';
import { loadNoteEditor } from './-load-note-editor.ts';

/** Longest wait for linked notes and tags after the notes were checked, milliseconds. */
const notesWaitMs = 2_000;

/** `?view=month`: another view than the one chosen last. */
interface HistorySearch {
  readonly view?: HistoryView;
}

export const Route = createFileRoute('/_account/history')({
  staticData: { pageName: (LL) => LL.history.title() },
  validateSearch: (search): HistorySearch => {
    const view = historyViews.find((one) => one === search['view']);
    return view ? { view } : {};
  },
  // A change of the view does not reload the screen.
  shouldReload: ({ cause }) => cause === 'enter',
  loader: async ({ context, cause }) => {
    // The scans are requested after the linked notes were checked (specification section 7), but do not wait for all
    // notes.
    let read: Promise<void> = Promise.resolve();
    const notesChecked = new Promise<void>((resolve) => {
      read = refreshNotes({ onChecked: resolve });
    });
    const late = notesChecked.then(() => new Promise<void>((resolve) => setTimeout(resolve, notesWaitMs)));
    // Neither a preload nor a reload opens the screen.
    if (cause === 'enter') {
      void report('usage.opened', { source: 'history' });
      context.prefetch(({ results }) => notesChecked.then(() => results.own.prefetch()));
    }
    const tagsRead = new Promise<void>((resolve) => {
      void notesChecked.then(() => refreshTags(resolve)).then(resolve);
    });
    await loadNamespaces(
      'history',
      'print',
      'image',
      'error',
      'quiz',
      'result',
      'notes',
      'note',
      'status',
      'tags',
      'calendar',
      'day',
      'look',
      'moment',
    );
    return { notesRead: Promise.race([Promise.all([read, tagsRead]).then(() => undefined), late]) };
  },
  component: HistoryScreen,
});

function HistoryScreen() {
  const { notesRead } = Route.useLoaderData();
  const { view } = Route.useSearch();
  const navigate = Route.useNavigate();
  const [day, setDay] = useState<LocalDay | null>(null);
  const closeEditor = () => setDay(null);
  const editor = useLazy(day !== null, loadNoteEditor, closeEditor);
  return (
    <>
      <History
        notesRead={notesRead}
        asked={view}
        onAsked={(next) => void navigate({ search: { view: next }, state: true, replace: true, resetScroll: false })}
        onWrite={setDay}
      />
      {editor ? (
        <editor.WriteNote
          note={day === null ? null : { category: 'other', linked: false, day }}
          onClose={closeEditor}
        />
      ) : null}
    </>
  );
}
