import { createFileRoute } from '@tanstack/react-router';
import { EraseDialog } from '../../../features/account/erase-account.tsx';
import { Consents } from '../../../features/consents/consents.tsx';
import { SettingsPage } from '../../../features/settings/settings-page.tsx';
import { useUserId } from '../../../session/session-store.ts';

export const Route = createFileRoute('/_account/profile/consents')({
  staticData: { pageName: (LL) => LL.consent.title() },
  component: ConsentsPage,
});

function ConsentsPage() {
  const userId = useUserId();
  if (userId === null) return null;
  return (
    <SettingsPage>
      <Consents userId={userId} eraseDialog={(dialog) => <EraseDialog {...dialog} userId={userId} />} />
    </SettingsPage>
  );
}
