import { createFileRoute } from '@tanstack/react-router';
import { HelpPage } from '../features/help/help-page.tsx';
import { loadNamespaces } from '../i18n/locale-store.ts';

export const Route = createFileRoute('/help')({
  staticData: { pageName: (LL) => LL.help.title() },
  loader: () => loadNamespaces('disclaimer', 'minute'),
  component: HelpPage,
});
