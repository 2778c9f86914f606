import { Outlet, createFileRoute, redirect, useMatches, useRouter } from '@tanstack/react-router';
import { LoadingPage } from '../features/shell/loading-page.tsx';
import { currentAuthDialog, openAuthDialog } from '../session/auth-dialog-store.ts';
import { currentUserId, hasEndedElsewhere, hasJustLoggedOut, useUserId } from '../session/session-store.ts';
import { QueryProvider, type Queries } from '../api/queries.tsx';
import { VaultGate } from './-vault-gate.tsx';

/** The visitor's scan when the address of a history page names it: it opens as their result. */
async function visitorScanAt(pathname: string) {
  const id = /^\/history\/([^/]+)$/.exec(pathname)?.[1];
  if (id === undefined) return undefined;
  const { visitorScan } = await import('../offline/scans.ts');
  return visitorScan(id);
}

/** Paths for which the login modal gives its reason. */
const historyLike = ['/history', '/statistics'];

/**
 * Opens the login dialog, which leads to `target`.
 * @param ended whether one of these screens was open, so that its session ended by itself
 */
function askLogin(target: string, ended: boolean): void {
  const shown = currentAuthDialog()?.reason;
  if (ended || shown === 'session' || shown === 'elsewhere') {
    openAuthDialog({ name: 'login', target, reason: hasEndedElsewhere() ? 'elsewhere' : 'session' });
    return;
  }
  const history = historyLike.some((path) => target.startsWith(path));
  openAuthDialog({ name: 'login', target, ...(history ? { reason: 'history' } : {}) });
}

/**
 * Lets loaders start the queries of their screens. It is not awaited: a screen shows loading and errors of its queries
 * itself, and the code of the queries is fetched together with that of the screen.
 */
function prefetchFor(owner: string) {
  return (start: (utils: Queries['utils']) => Promise<unknown>): void => {
    const load = async () => {
      const { queriesOf } = await import('../api/queries.tsx');
      const { utils, restored } = queriesOf(owner);
      await restored;
      await start(utils);
    };
    load().catch(() => undefined);
  };
}

/**
 * Screens of a logged-in person. Everybody else is redirected to Home with the login dialog open, also when the session
 * ends while one of them is shown (start.tsx invalidates the router then).
 */
export const Route = createFileRoute('/_account')({
  beforeLoad: async ({ location, cause }) => {
    const userId = currentUserId();
    if (userId !== null) return { prefetch: prefetchFor(userId) };
    const scan = await visitorScanAt(location.pathname);
    if (scan) throw redirect({ to: '/result', replace: true, state: { scan } });
    // A chosen logout opens no dialog, in no tab.
    if (cause !== 'preload' && !(cause === 'stay' && hasJustLoggedOut())) askLogin(location.href, cause === 'stay');
    throw redirect({ to: '/', replace: true });
  },
  pendingComponent: AccountAwaited,
  component: Account,
});

/** Shown while the code of these screens loads: the same as the wanted screen shows while it loads. */
function AccountAwaited() {
  const { routesById } = useRouter();
  const wanted = useMatches({ select: (matches) => matches.at(-1)?.routeId });
  const Awaited =
    wanted === undefined || wanted === '/_account' ? LoadingPage : routesById[wanted].options.pendingComponent;
  return Awaited ? <Awaited /> : <LoadingPage />;
}

function Account() {
  const userId = useUserId();
  // Until the guard has redirected, no screen may call without a session.
  if (userId === null) return null;
  return (
    <VaultGate key={userId} userId={userId}>
      <QueryProvider owner={userId}>
        <Outlet />
      </QueryProvider>
    </VaultGate>
  );
}
