import { createFileRoute, useRouter } from '@tanstack/react-router';
import { VerifyPage } from '../features/auth/mailed-links.tsx';
import { loadNamespaces } from '../i18n/locale-store.ts';
import { useSession } from '../session/session-store.ts';

export const Route = createFileRoute('/auth/verify/$token')({
  loader: () => loadNamespaces('auth'),
  component: Verify,
});

function Verify() {
  const { token } = Route.useParams();
  const navigate = Route.useNavigate();
  const router = useRouter();
  const target = useSession().status === 'in' ? '/dashboard' : '/';
  return (
    <VerifyPage
      prepare={() => router.preloadRoute({ to: target })}
      token={token}
      toToday={target !== '/'}
      onDone={() => void navigate({ to: target, replace: true })}
    />
  );
}
