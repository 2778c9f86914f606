import { createFileRoute } from '@tanstack/react-router';
import { ExportData } from '../../../features/export/export-data.tsx';
import { PaperLinks } from '../../../features/settings/paper-links.tsx';
import { SettingsPage } from '../../../features/settings/settings-page.tsx';
import { useI18n } from '../../../i18n/locale-store.ts';

export const Route = createFileRoute('/_account/profile/export')({
  staticData: { pageName: (LL) => LL.profile.config.export.title() },
  component: ExportPage,
});

function ExportPage() {
  const { LL } = useI18n();
  return (
    <SettingsPage title={LL.profile.config.export.title()}>
      <ExportData />
      <PaperLinks />
    </SettingsPage>
  );
}
