import { createFileRoute } from '@tanstack/react-router';
import { EraseAccount } from '../../../features/account/erase-account.tsx';
import { ErasePart } from '../../../features/account/erase-part.tsx';
import { SettingsPage } from '../../../features/settings/settings-page.tsx';
import { useUserId } from '../../../session/session-store.ts';

export const Route = createFileRoute('/_account/profile/erase')({
  staticData: { pageName: (LL) => LL.profile.config.erase.title() },
  component: ErasePage,
});

function ErasePage() {
  const userId = useUserId();
  if (userId === null) return null;
  return (
    <SettingsPage>
      <ErasePart />
      <EraseAccount userId={userId} />
    </SettingsPage>
  );
}
