import { createFileRoute } from '@tanstack/react-router';
import { RestoreExport } from '../../../features/restore/restore-export.tsx';
import { SettingsPage } from '../../../features/settings/settings-page.tsx';

export const Route = createFileRoute('/_account/profile/restore')({
  staticData: { pageName: (LL) => LL.profile.config.restore.title() },
  component: () => (
    <SettingsPage>
      <RestoreExport />
    </SettingsPage>
  ),
});
