import { createFileRoute } from '@tanstack/react-router';
import { History } from '../features/history/history.tsx';
import { refreshNotes } from '../note-store/note-store.ts';
import { loadNamespaces } from '../i18n/locale-store.ts';

export const Route = createFileRoute('/_account/history')({
  staticData: { pageName: (LL) => LL.history.title() },
  loader: async ({ context, cause }) => {
    // Each call counts as an opening of this screen: no preload and no reload of this loader is one.
    if (cause === 'enter') context.prefetch(({ results }) => results.list.prefetch({ source: 'history' }));
    // For the linked notes; the scans do not wait for them.
    void refreshNotes();
    await loadNamespaces('history', 'image', 'error', 'quiz', 'result', 'notes', 'note', 'status');
  },
  component: History,
});
