import { createFileRoute, useRouter } from '@tanstack/react-router';
import { VerifyPage } from '../features/auth/verify-page.tsx';
import { loadNamespaces } from '../i18n/locale-store.ts';

export const Route = createFileRoute('/auth/verify/$token')({
  loader: () => loadNamespaces('auth'),
  component: Verify,
});

function Verify() {
  const { token } = Route.useParams();
  const navigate = Route.useNavigate();
  const router = useRouter();
  return (
    <VerifyPage
      prepare={() => router.preloadRoute({ to: '/' })}
      token={token}
      onDone={() => void navigate({ to: '/', replace: true })}
    />
  );
}
