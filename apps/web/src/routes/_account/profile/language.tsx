import { createFileRoute } from '@tanstack/react-router';
import { LanguageChoice } from '../../../features/settings/language-choice.tsx';
import { SettingsPage } from '../../../features/settings/settings-page.tsx';

export const Route = createFileRoute('/_account/profile/language')({
  staticData: { pageName: (LL) => LL.profile.config.language() },
  component: () => (
    <SettingsPage>
      <LanguageChoice />
    </SettingsPage>
  ),
});
