import { createFileRoute } from '@tanstack/react-router';
import { ExportData } from '../../../features/export/export-data.tsx';
import { PaperLinks } from '../../../features/settings/paper-links.tsx';
import { SettingsPage } from '../../../features/settings/settings-page.tsx';

export const Route = createFileRoute('/_account/profile/export')({
  staticData: { pageName: (LL) => LL.profile.config.export.title() },
  component: () => (
    <SettingsPage>
      <ExportData />
      <PaperLinks />
    </SettingsPage>
  ),
});
