import { createFileRoute } from '@tanstack/react-router';
import { StoredData } from '../../../features/account/stored-data.tsx';
import { SettingsPage } from '../../../features/settings/settings-page.tsx';
import { loadNamespaces } from '../../../i18n/locale-store.ts';

export const Route = createFileRoute('/_account/profile/server')({
  staticData: { pageName: (LL) => LL.stored.title() },
  loader: async ({ context, cause }) => {
    if (cause === 'enter') context.prefetch(({ profile }) => profile.stored.prefetch());
    await loadNamespaces('stored', 'error');
  },
  component: () => (
    <SettingsPage>
      <StoredData />
    </SettingsPage>
  ),
});
