import { createFileRoute } from '@tanstack/react-router';
import { Check } from '../../../features/check/check.tsx';
import { SettingsPage } from '../../../features/settings/settings-page.tsx';
import { loadNamespaces, useI18n } from '../../../i18n/locale-store.ts';

export const Route = createFileRoute('/_account/profile/security_/check')({
  staticData: { pageName: (LL) => LL.security.check() },
  loader: () => loadNamespaces('check', 'security', 'vault', 'update', 'error'),
  component: CheckPage,
});

function CheckPage() {
  const { LL } = useI18n();
  return (
    <SettingsPage title={LL.check.title()} inside="security">
      <Check />
    </SettingsPage>
  );
}
