import { createFileRoute } from '@tanstack/react-router';
import { History } from '../features/history/history.tsx';
import { refreshNotes } from '../note-store/note-store.ts';
import { loadNamespaces } from '../i18n/locale-store.ts';

export const Route = createFileRoute('/_account/history')({
  staticData: { pageName: (LL) => LL.history.title() },
  loader: async () => {
    // For the linked notes; the scans do not wait for them.
    void refreshNotes();
    await loadNamespaces('history', 'image', 'error', 'quiz', 'result', 'notes', 'note', 'status');
  },
  component: History,
});
