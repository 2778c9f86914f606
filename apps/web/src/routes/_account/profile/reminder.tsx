import { createFileRoute } from '@tanstack/react-router';
import { Reminder } from '../../../features/reminder/reminder.tsx';
import { Install } from '../../../features/settings/install.tsx';
import { SettingsPage } from '../../../features/settings/settings-page.tsx';
import { useUserId } from '../../../session/session-store.ts';

export const Route = createFileRoute('/_account/profile/reminder')({
  staticData: { pageName: (LL) => LL.reminder.title() },
  component: ReminderPage,
});

function ReminderPage() {
  const userId = useUserId();
  if (userId === null) return null;
  return (
    <SettingsPage hasOwnHeading>
      <Reminder userId={userId} />
      <Install />
    </SettingsPage>
  );
}
