import { createFileRoute } from '@tanstack/react-router';
import { Booklet } from '../features/booklet/booklet.tsx';
import { loadNamespaces } from '../i18n/locale-store.ts';
import { refreshNotes } from '../note-store/note-store.ts';
import { refreshTags } from '../note-store/scan-tags.ts';

export const Route = createFileRoute('/_account/profile_/booklet')({
  staticData: { pageName: (LL) => LL.booklet.open() },
  loader: async ({ context, cause }) => {
    if (cause === 'enter') context.prefetch(({ results }) => results.own.prefetch());
    // Not awaited: the screen waits for both.
    void refreshTags();
    void refreshNotes();
    await loadNamespaces('booklet', 'stats', 'note', 'moment', 'quick', 'error');
  },
  component: Booklet,
});
