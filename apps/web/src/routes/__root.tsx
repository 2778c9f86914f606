import { createRootRoute, useRouter } from '@tanstack/react-router';
import { lazy, useEffect } from 'react';
import { useLeave } from '../features/auth/leave.tsx';
import { Shell } from '../features/shell/shell.tsx';
import { closeModal, openModal } from '../modals.ts';
import { checkSession } from '../session.ts';

const AuthModals = lazy(() => import('../features/auth/auth-modals.tsx'));

export const Route = createRootRoute({
  // Re-checked on every path change, without asking the server.
  beforeLoad: () => {
    if (typeof localStorage !== 'undefined') checkSession();
  },
  component: Root,
});

function Root() {
  const router = useRouter();
  const leave = useLeave(() => void router.navigate({ to: '/' }));
  useEffect(() => router.subscribe('onResolved', ({ pathChanged }) => pathChanged && focusPage()), [router]);

  return (
    <>
      <Shell
        onLogout={leave.start}
        authModals={(modal) => (
          <AuthModals
            modal={modal}
            onSwitch={openModal}
            onDone={(to) => {
              closeModal();
              if (to !== undefined) router.history.push(to);
              else void router.invalidate();
            }}
          />
        )}
      />
      {leave.dialog}
    </>
  );
}

/** After a navigation the keyboard and the screen reader continue at the top of the new page. */
function focusPage(): void {
  document.querySelector<HTMLElement>('#main')?.focus({ preventScroll: true });
}
