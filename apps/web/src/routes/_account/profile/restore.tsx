import { createFileRoute } from '@tanstack/react-router';
import { RestoreExport } from '../../../features/restore/restore-export.tsx';
import { SettingsPage } from '../../../features/settings/settings-page.tsx';
import { useI18n } from '../../../i18n/locale-store.ts';

export const Route = createFileRoute('/_account/profile/restore')({
  staticData: { pageName: (LL) => LL.profile.config.restore.title() },
  component: RestorePage,
});

function RestorePage() {
  const { LL } = useI18n();
  return (
    <SettingsPage title={LL.profile.config.restore.title()}>
      <RestoreExport />
    </SettingsPage>
  );
}
