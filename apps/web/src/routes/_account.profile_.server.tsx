import { createFileRoute } from '@tanstack/react-router';
import { StoredPage } from '../features/account/stored-page.tsx';
import { loadNamespaces } from '../i18n/locale-store.ts';

export const Route = createFileRoute('/_account/profile_/server')({
  staticData: { pageName: (LL) => LL.stored.title() },
  loader: async ({ context, cause }) => {
    if (cause === 'enter') context.prefetch(({ profile }) => profile.stored.prefetch());
    await loadNamespaces('stored', 'error');
  },
  component: StoredPage,
});
