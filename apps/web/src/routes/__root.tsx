import { createRootRoute, useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useCloseOnBack } from '../browser/back-button.ts';
import { Shell } from '../features/shell/shell.tsx';
import { LeaveContext } from '../session/logout-context.tsx';
import { closeModal, openModal, useActiveModal } from '../session/auth-dialog-store.ts';
import { useOnDemand } from '../browser/use-lazy.ts';
import { checkSession } from '../session/session-store.ts';
import { loadWords } from '../i18n/locale-store.ts';

const loadLeave = async () => {
  const [{ Leave }, { keepDraft }] = await Promise.all([
    import('../features/auth/leave.tsx'),
    import('../features/profile/draft.ts'),
    loadWords('outbox', 'error'),
  ]);
  // Whoever leaves by choice leaves nothing readable behind.
  return { Leave, onLeft: (userId: string) => keepDraft(userId, {}) };
};
const loadAuth = async () => {
  const [{ AuthModals }] = await Promise.all([
    import('../features/auth/auth-modals.tsx'),
    loadWords('auth', 'field', 'error', 'outbox'),
  ]);
  return { AuthModals };
};

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
  const stay = () => setLeaving(false);
  const leave = useOnDemand(leaving, loadLeave, stay);
  const modal = useActiveModal();
  const auth = useOnDemand(modal !== null, loadAuth, closeModal);
  useEffect(() => router.subscribe('onResolved', ({ pathChanged }) => pathChanged && focusPage()), [router]);

  useCloseOnBack();

  const finishAuth = (to?: string) => {
    closeModal();
    // A mailed link that was used is nothing to come back to.
    if (router.history.location.pathname.startsWith('/auth/')) router.history.replace(to ?? '/');
    else if (to !== undefined) router.history.push(to);
    else void router.invalidate();
  };
  const layers = (
    <>
      {auth && modal ? <auth.AuthModals modal={modal} onSwitch={openModal} onDone={finishAuth} /> : null}
      {leave && leaving ? (
        <leave.Leave onLeaving={() => router.navigate({ to: '/' })} onLeft={leave.onLeft} onDone={stay} />
      ) : null}
    </>
  );
  return (
    <LeaveContext value={startLeave}>
      <Shell onLogout={startLeave} layers={layers} />
    </LeaveContext>
  );
}

/** After a navigation the keyboard and the screen reader continue at the top of the new page. */
function focusPage(): void {
  document.querySelector<HTMLElement>('#main')?.focus({ preventScroll: true });
}
