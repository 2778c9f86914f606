import { createRootRoute, useLocation, useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useBackButton } from '../browser/back-button.ts';
import { Shell, type ShellParts } from '../features/shell/shell.tsx';
import { LogoutContext } from '../session/logout-context.tsx';
import { closeAuthDialog, openAuthDialog, useAuthDialog, useNewAccount } from '../session/auth-dialog-store.ts';
import { useLazy } from '../i18n/use-lazy.ts';
import { useOpenConsents } from '../session/open-consents.ts';
import { checkSession, currentSession, useSession, useUserId } from '../session/session-store.ts';

/** They and the names of their files are no part of every page. */
const loadLogout = async () => (await import('./-layers.ts')).loadLogout();
const loadAuth = async () => (await import('./-layers.ts')).loadAuth();
const loadConsents = async () => (await import('./-layers.ts')).loadConsents();
const shellParts: ShellParts = {
  bars: async () => (await import('./-layers.ts')).loadBars(),
  drawer: async () => (await import('./-layers.ts')).loadDrawer(),
  story: async () => (await import('./-layers.ts')).loadStory(),
};
/** On these pages nobody is asked: a person reads what is stored there, exports it, deletes it, or needs help. */
const withoutQuestions = /^\/(profile|privacy|help|minute)/;

export const Route = createRootRoute({
  // Checked again on every path change, without asking the server.
  beforeLoad: () => {
    if (typeof localStorage !== 'undefined') checkSession();
  },
  component: Root,
});

function Root() {
  const router = useRouter();
  const [loggingOut, setLoggingOut] = useState(false);
  const startLogout = () => setLoggingOut(true);
  const closeLogout = () => setLoggingOut(false);
  const logout = useLazy(loggingOut, loadLogout, closeLogout);
  const modal = useAuthDialog();
  const newAccount = useNewAccount();
  const session = useSession();
  const userId = useUserId();
  const asked = useOpenConsents(userId);
  const isAsking = useLocation({ select: ({ pathname }) => !withoutQuestions.test(pathname) }) && asked !== '';
  const consents = useLazy(isAsking, loadConsents, () => undefined);
  const auth = useLazy(modal !== null || newAccount !== null, loadAuth, closeAuthDialog);
  useEffect(
    () =>
      router.subscribe('onResolved', ({ pathChanged, toLocation }) => {
        // What had the focus may be gone, as the link to the next week on the page of the last one.
        const isKept = toLocation.state.keepsFocus && document.activeElement !== document.body;
        if (pathChanged && !isKept) focusPage();
      }),
    [router],
  );

  useBackButton(closeAuthDialog);

  const finishAuth = (to?: string) => {
    closeAuthDialog();
    const { pathname } = router.history.location;
    const loggedIn = currentSession().status === 'in';
    // A used reset link must not be checked again, and after a login Home is Today.
    if (pathname.startsWith('/auth/resetpassword/')) router.history.replace(to ?? (loggedIn ? '/dashboard' : '/'));
    else if (to !== undefined) router.history.push(to);
    else if (loggedIn && pathname === '/') router.history.push('/dashboard');
    else void router.invalidate();
  };
  const layers = (
    <>
      {auth && modal ? <auth.AuthDialogs modal={modal} onSwitch={openAuthDialog} onDone={finishAuth} /> : null}
      {consents && isAsking && userId !== null && modal === null && !loggingOut ? (
        <consents.AskConsents key={userId} userId={userId} asked={asked} onLogout={startLogout} />
      ) : null}
      {logout && loggingOut ? (
        <logout.LogoutDialog onLeaving={() => router.navigate({ to: '/' })} onDone={closeLogout} />
      ) : null}
    </>
  );
  // Hidden while a dialog is open: its form says the same.
  const notice =
    auth && newAccount && modal === null && session.status === 'out' ? (
      <auth.NewAccountBanner
        account={newAccount}
        onLoggedIn={(target, scan) => {
          if (target !== undefined || router.history.location.pathname !== '/') finishAuth(target);
          else if (scan) void router.navigate({ to: '/result', state: { scan } });
          else void router.navigate({ to: '/dashboard' });
        }}
      />
    ) : null;
  return (
    <LogoutContext value={startLogout}>
      <Shell parts={shellParts} onLogout={startLogout} layers={layers} notice={notice} />
    </LogoutContext>
  );
}

/** After a navigation, keyboard and screen reader continue at the heading of the new page. */
function focusPage(): void {
  const main = document.querySelector<HTMLElement>('#main');
  const heading = main?.querySelector('h1');
  if (heading) heading.tabIndex = -1;
  (heading ?? main)?.focus({ preventScroll: true });
}
