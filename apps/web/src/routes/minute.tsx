import { createFileRoute } from '@tanstack/react-router';
import { Minute } from '../features/minute/minute.tsx';
import { loadNamespaces } from '../i18n/locale-store.ts';
import { useSession } from '../session/session-store.ts';

export const Route = createFileRoute('/minute')({
  staticData: { pageName: (LL) => LL.help.minute() },
  loader: () => loadNamespaces('minute'),
  component: MinutePage,
});

function MinutePage() {
  return <Minute home={useSession().status === 'in' ? '/dashboard' : '/'} />;
}
