import { createFileRoute } from '@tanstack/react-router';
import { TodaySettings } from '../../../features/settings/device-settings.tsx';
import { SettingsPage } from '../../../features/settings/settings-page.tsx';

export const Route = createFileRoute('/_account/profile/today')({
  staticData: { pageName: (LL) => LL.nav.today() },
  component: () => (
    <SettingsPage>
      <TodaySettings />
    </SettingsPage>
  ),
});
