import { createFileRoute } from '@tanstack/react-router';
import { TodayChoice } from '../../../features/settings/today-choice.tsx';
import { SettingsPage } from '../../../features/settings/settings-page.tsx';

export const Route = createFileRoute('/_account/profile/today')({
  staticData: { pageName: (LL) => LL.nav.today() },
  component: () => (
    <SettingsPage>
      <TodayChoice />
    </SettingsPage>
  ),
});
