import { createFileRoute } from '@tanstack/react-router';
import { isStarted, savedRun } from '../features/quiz/quiz-run.ts';
import { Today } from '../features/today/today.tsx';
import { refreshNotes } from '../note-store/note-store.ts';
import { loadNamespaces } from '../i18n/locale-store.ts';

export const Route = createFileRoute('/_account/dashboard')({
  staticData: { pageName: (LL) => LL.nav.today() },
  loader: async ({ context, cause }) => {
    if (cause === 'enter') context.prefetch(({ results }) => results.own.prefetch());
    // For the memory of this day; nothing else waits for the notes.
    void refreshNotes();
    await loadNamespaces('install', 'today', 'dashboard', 'image', 'error');
  },
  component: () => <Today resuming={isStarted(savedRun())} />,
});
