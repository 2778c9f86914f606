import { Outlet, createFileRoute, redirect, useMatches, useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { LoadingPage } from '../features/shell/loading-page.tsx';
import { currentAuthDialog, openAuthDialog } from '../session/auth-dialog-store.ts';
import { hasJustLoggedOut, onSessionChange, currentSession, useSession } from '../session/session-store.ts';
import { QueryProvider } from '../api/query-provider.tsx';

/** Paths whose login modal says why it opened. */
const historyLike = ['/history', '/statistics'];

/** Opens the login modal over Home and remembers where the person wanted to go. */
function askLogin(target: string): void {
  // A screen whose session has ended may still navigate while it leaves.
  const ended = currentAuthDialog()?.reason === 'session';
  const history = historyLike.some((path) => target.startsWith(path));
  const reason = ended ? ('session' as const) : ('history' as const);
  openAuthDialog({ name: 'login', target, ...(ended || history ? { reason } : {}) });
}

/** Screens of a logged-in person. Everybody else lands on Home with the login modal open. */
export const Route = createFileRoute('/_account')({
  beforeLoad: ({ location }) => {
    if (currentSession().status === 'in') return;
    askLogin(location.href);
    throw redirect({ to: '/', replace: true });
  },
  pendingComponent: AccountAwaited,
  component: Account,
});

/** While the frame of these screens is on its way: what the wanted one shows while it is itself. */
function AccountAwaited() {
  const { routesById } = useRouter();
  const wanted = useMatches({ select: (matches) => matches.at(-1)?.routeId });
  const Awaited =
    wanted === undefined || wanted === '/_account' ? LoadingPage : routesById[wanted].options.pendingComponent;
  return Awaited ? <Awaited /> : <LoadingPage />;
}

function Account() {
  const navigate = Route.useNavigate();
  useEffect(
    () =>
      onSessionChange(() => {
        // A session that ended by itself, here or in another tab; a chosen logout has left this screen before.
        if (currentSession().status === 'in') return;
        if (hasJustLoggedOut()) {
          void navigate({ to: '/', replace: true });
          return;
        }
        openAuthDialog({ name: 'login', target: location.pathname + location.search, reason: 'session' });
        void navigate({ to: '/', replace: true });
      }),
    [navigate],
  );
  const session = useSession();
  // Until the page has gone home, no screen asks for anything in nobody's name.
  if (session.status !== 'in') return null;
  return (
    <QueryProvider key={session.userId}>
      <Outlet />
    </QueryProvider>
  );
}
