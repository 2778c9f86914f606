import { createFileRoute } from '@tanstack/react-router';
import { HistoryList } from '../features/history/history-list.tsx';
import { refreshNotes } from '../note-store/note-store.ts';
import { refreshTags } from '../note-store/scan-tags.ts';
import { loadNamespaces } from '../i18n/locale-store.ts';

/** Longest wait for linked notes and tags after the notes were checked, milliseconds. */
const notesWaitMs = 2_000;

export const Route = createFileRoute('/_account/history')({
  staticData: { pageName: (LL) => LL.history.title() },
  loader: async ({ context, cause }) => {
    // The scans are requested after the linked notes were checked (specification section 7), but do not wait for all
    // notes.
    let read: Promise<void> = Promise.resolve();
    const notesChecked = new Promise<void>((resolve) => {
      read = refreshNotes({ onChecked: resolve });
    });
    const late = notesChecked.then(() => new Promise<void>((resolve) => setTimeout(resolve, notesWaitMs)));
    // Each call counts as a view of this screen, so this loader must run neither for a preload nor for a reload.
    if (cause === 'enter') {
      context.prefetch(({ results }) => notesChecked.then(() => results.list.prefetch({ source: 'history' })));
    }
    const tagsRead = notesChecked.then(refreshTags);
    await loadNamespaces('history', 'image', 'error', 'quiz', 'result', 'notes', 'note', 'status', 'tags');
    return { notesRead: Promise.race([Promise.all([read, tagsRead]).then(() => undefined), late]) };
  },
  component: HistoryScreen,
});

function HistoryScreen() {
  return <HistoryList notesRead={Route.useLoaderData().notesRead} />;
}
