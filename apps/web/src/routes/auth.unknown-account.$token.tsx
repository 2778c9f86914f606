import { createFileRoute } from '@tanstack/react-router';
import { UnknownAccountPage } from '../features/auth/mailed-links.tsx';
import { loadNamespaces } from '../i18n/locale-store.ts';

export const Route = createFileRoute('/auth/unknown-account/$token')({
  loader: () => loadNamespaces('auth'),
  component: UnknownAccount,
});

function UnknownAccount() {
  const { token } = Route.useParams();
  return <UnknownAccountPage token={token} />;
}
