import { Outlet, createFileRoute, redirect } from '@tanstack/react-router';
import { useEffect } from 'react';
import { openModal } from '../modals.ts';
import { hasJustLeft, onSessionChange, sessionNow, useSession } from '../session.ts';
import { QueriesProvider } from '../trpc-react.tsx';

/** Paths whose login modal says why it opened. */
const historyLike = ['/history', '/statistics'];

/** Opens the login modal over Home and remembers where the person wanted to go. */
function askLogin(target: string): void {
  openModal({
    name: 'login',
    target,
    ...(historyLike.some((path) => target.startsWith(path)) ? { reason: 'history' as const } : {}),
  });
}

/** Screens of a logged-in person. Everybody else lands on Home with the login modal open. */
export const Route = createFileRoute('/_account')({
  beforeLoad: ({ location }) => {
    if (sessionNow().status === 'in') return;
    askLogin(location.href);
    throw redirect({ to: '/', replace: true });
  },
  component: Account,
});

function Account() {
  const navigate = Route.useNavigate();
  useEffect(
    () =>
      onSessionChange(() => {
        // A session that ended by itself, here or in another tab; a chosen logout has left this screen before.
        if (sessionNow().status === 'in') return;
        if (hasJustLeft()) {
          void navigate({ to: '/', replace: true });
          return;
        }
        openModal({ name: 'login', target: location.pathname + location.search, reason: 'session' });
        void navigate({ to: '/', replace: true });
      }),
    [navigate],
  );
  const session = useSession();
  return (
    <QueriesProvider key={session.status === 'in' ? session.userId : null}>
      <Outlet />
    </QueriesProvider>
  );
}
