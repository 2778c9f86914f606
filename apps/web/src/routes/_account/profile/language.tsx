import { createFileRoute } from '@tanstack/react-router';
import { LanguageChoice } from '../../../features/settings/language-choice.tsx';
import { SettingsPage } from '../../../features/settings/settings-page.tsx';
import { useI18n } from '../../../i18n/locale-store.ts';

export const Route = createFileRoute('/_account/profile/language')({
  staticData: { pageName: (LL) => LL.profile.config.language() },
  component: LanguagePage,
});

function LanguagePage() {
  const { LL } = useI18n();
  return (
    <SettingsPage title={LL.profile.config.language()}>
      <LanguageChoice />
    </SettingsPage>
  );
}
