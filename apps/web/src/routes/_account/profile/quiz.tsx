import { createFileRoute } from '@tanstack/react-router';
import { QuizSettings } from '../../../features/settings/quiz-settings.tsx';
import { OwnTags } from '../../../features/tags/own-tags.tsx';
import { SettingsPage } from '../../../features/settings/settings-page.tsx';
import { useI18n } from '../../../i18n/locale-store.ts';

export const Route = createFileRoute('/_account/profile/quiz')({
  staticData: { pageName: (LL) => LL.nav.quiz() },
  component: QuizPage,
});

function QuizPage() {
  const { LL } = useI18n();
  return (
    <SettingsPage title={LL.nav.quiz()}>
      <QuizSettings />
      <OwnTags />
    </SettingsPage>
  );
}
