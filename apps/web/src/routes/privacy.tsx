import { createFileRoute } from '@tanstack/react-router';
import { PrivacyPage } from '../features/privacy/privacy-page.tsx';
import { loadNamespaces } from '../i18n/locale-store.ts';

export const Route = createFileRoute('/privacy')({
  staticData: { pageName: (LL) => LL.privacy.title() },
  loader: () => loadNamespaces('privacy'),
  component: PrivacyPage,
});
