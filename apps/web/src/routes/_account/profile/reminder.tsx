import { createFileRoute } from '@tanstack/react-router';
import { Reminder } from '../../../features/reminder/reminder.tsx';
import { Install } from '../../../features/settings/install.tsx';
import { SettingsPage } from '../../../features/settings/settings-page.tsx';
import { useI18n } from '../../../i18n/locale-store.ts';
import { useUserId } from '../../../session/session-store.ts';

export const Route = createFileRoute('/_account/profile/reminder')({
  staticData: { pageName: (LL) => LL.reminder.title() },
  component: ReminderPage,
});

function ReminderPage() {
  const { LL } = useI18n();
  const userId = useUserId();
  if (userId === null) return null;
  return (
    <SettingsPage title={LL.reminder.title()} hasOwnHeading>
      <Reminder userId={userId} />
      <Install />
    </SettingsPage>
  );
}
