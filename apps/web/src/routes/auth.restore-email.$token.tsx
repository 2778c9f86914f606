import { createFileRoute } from '@tanstack/react-router';
import { RestoreEmailPage } from '../features/auth/mailed-links.tsx';
import { loadNamespaces } from '../i18n/locale-store.ts';

export const Route = createFileRoute('/auth/restore-email/$token')({
  loader: () => loadNamespaces('auth'),
  component: RestoreEmail,
});

function RestoreEmail() {
  const { token } = Route.useParams();
  return <RestoreEmailPage token={token} />;
}
