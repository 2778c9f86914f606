import { createRootRoute, useRouter } from '@tanstack/react-router';
import { Suspense, lazy, useEffect, useState } from 'react';
import { Shell } from '../features/shell/shell.tsx';
import { LeaveContext } from '../leave-context.tsx';
import { closeModal, openModal } from '../modals.ts';
import { checkSession } from '../session.ts';

const Leave = lazy(() => import('../features/auth/leave.tsx'));
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
  const [leaving, setLeaving] = useState(false);
  const startLeave = () => setLeaving(true);
  useEffect(() => router.subscribe('onResolved', ({ pathChanged }) => pathChanged && focusPage()), [router]);

  return (
    <LeaveContext value={startLeave}>
      <Shell
        onLogout={startLeave}
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
      <Suspense fallback={null}>
        {leaving ? <Leave onLeaving={() => router.navigate({ to: '/' })} onDone={() => setLeaving(false)} /> : null}
      </Suspense>
    </LeaveContext>
  );
}

/** After a navigation the keyboard and the screen reader continue at the top of the new page. */
function focusPage(): void {
  document.querySelector<HTMLElement>('#main')?.focus({ preventScroll: true });
}
