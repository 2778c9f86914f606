import { createFileRoute } from '@tanstack/react-router';
import { History } from '../features/history/history.tsx';
import { refreshNotes } from '../note-store/note-store.ts';
import { loadNamespaces } from '../i18n/locale-store.ts';

export const Route = createFileRoute('/_account/history')({
  staticData: { pageName: (LL) => LL.history.title() },
  loader: async ({ context, cause }) => {
    // The scans are asked for once the linked notes were checked (specification section 7); they do not wait for all of them.
    const notesChecked = new Promise<void>((resolve) => void refreshNotes({ onChecked: resolve }));
    // Each call counts as an opening of this screen: no preload and no reload of this loader is one.
    if (cause === 'enter') {
      context.prefetch(({ results }) => notesChecked.then(() => results.list.prefetch({ source: 'history' })));
    }
    await loadNamespaces('history', 'image', 'error', 'quiz', 'result', 'notes', 'note', 'status');
    return { notesChecked };
  },
  component: HistoryScreen,
});

function HistoryScreen() {
  return <History notesChecked={Route.useLoaderData().notesChecked} />;
}
