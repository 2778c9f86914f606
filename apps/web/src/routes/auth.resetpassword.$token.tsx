import { createFileRoute } from '@tanstack/react-router';
import { ResetLinkPage } from '../features/auth/reset-link-page.tsx';
import { openAuthDialog } from '../session/auth-dialog-store.ts';
import { loadNamespaces } from '../i18n/locale-store.ts';

export const Route = createFileRoute('/auth/resetpassword/$token')({
  loader: () => loadNamespaces('auth'),
  component: ResetLink,
});

function ResetLink() {
  const { token } = Route.useParams();
  const navigate = Route.useNavigate();
  const home = () => navigate({ to: '/', replace: true });
  const homeWith = async (modal: Parameters<typeof openAuthDialog>[0]) => {
    await home();
    openAuthDialog(modal);
  };
  return (
    <ResetLinkPage
      token={token}
      // The address stays until the modal closes, so that a reload checks the link again instead of losing it.
      onValid={(resetLink) => openAuthDialog({ name: 'reset', resetLink })}
      onNewLink={() => void homeWith({ name: 'forgot' })}
      onLeave={() => void home()}
    />
  );
}
