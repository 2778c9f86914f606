import { createFileRoute } from '@tanstack/react-router';
import { ImportJournal } from '../../../features/restore/import/import-journal.tsx';
import { SettingsPage } from '../../../features/settings/settings-page.tsx';

export const Route = createFileRoute('/_account/profile/import')({
  staticData: { pageName: (LL) => LL.profile.config.journal.title() },
  component: () => (
    <SettingsPage>
      <ImportJournal />
    </SettingsPage>
  ),
});
