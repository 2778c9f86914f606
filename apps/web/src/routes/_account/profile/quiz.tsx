import { createFileRoute } from '@tanstack/react-router';
import { QuizSettings } from '../../../features/settings/device-settings.tsx';
import { OwnTags } from '../../../features/tags/own-tags.tsx';
import { SettingsPage } from '../../../features/settings/settings-page.tsx';

export const Route = createFileRoute('/_account/profile/quiz')({
  staticData: { pageName: (LL) => LL.nav.quiz() },
  component: () => (
    <SettingsPage>
      <QuizSettings />
      <OwnTags />
    </SettingsPage>
  ),
});
