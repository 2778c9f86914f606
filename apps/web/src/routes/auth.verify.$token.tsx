import { createFileRoute } from '@tanstack/react-router';
import { VerifyPage } from '../features/auth/verify-page.tsx';
import { loadWords } from '../words.ts';

export const Route = createFileRoute('/auth/verify/$token')({
  loader: () => loadWords('auth'),
  component: Verify,
});

function Verify() {
  const { token } = Route.useParams();
  const navigate = Route.useNavigate();
  return <VerifyPage token={token} onDone={() => void navigate({ to: '/', replace: true })} />;
}
