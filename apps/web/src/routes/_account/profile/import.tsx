import { createFileRoute } from '@tanstack/react-router';
import { ImportJournal } from '../../../features/restore/import/import-journal.tsx';
import { SettingsPage } from '../../../features/settings/settings-page.tsx';
import { useI18n } from '../../../i18n/locale-store.ts';

export const Route = createFileRoute('/_account/profile/import')({
  staticData: { pageName: (LL) => LL.profile.config.journal.title() },
  component: ImportPage,
});

function ImportPage() {
  const { LL } = useI18n();
  return (
    <SettingsPage title={LL.profile.config.journal.title()}>
      <ImportJournal />
    </SettingsPage>
  );
}
