import { createFileRoute } from '@tanstack/react-router';
import { Dashboard } from '../features/dashboard/dashboard.tsx';
import { entries } from '../features/shell/entries.ts';
import { loadNamespaces } from '../i18n/locale-store.ts';

export const Route = createFileRoute('/_account/dashboard')({
  staticData: { pageName: (LL) => LL.nav.dashboard() },
  loader: () => loadNamespaces('dashboard'),
  component: () => <Dashboard links={entries} />,
});
