import { createFileRoute } from '@tanstack/react-router';
import { TodayChoice } from '../../../features/settings/today-choice.tsx';
import { SettingsPage } from '../../../features/settings/settings-page.tsx';
import { useI18n } from '../../../i18n/locale-store.ts';

export const Route = createFileRoute('/_account/profile/today')({
  staticData: { pageName: (LL) => LL.nav.today() },
  component: TodayPage,
});

function TodayPage() {
  const { LL } = useI18n();
  return (
    <SettingsPage title={LL.nav.today()}>
      <TodayChoice />
    </SettingsPage>
  );
}
