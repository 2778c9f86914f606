import { cancelTopModal, onModalChange, openModals } from '@nuances/ui/modal-stack';
import { useRouter, type BlockerFn, type RegisteredRouter } from '@tanstack/react-router';
import { useEffect } from 'react';

/**
 * The Back button closes the topmost layer above the page, and the page stays. Nothing is added to the history for it,
 * except on the first entry of a visit, from where Back leaves the app.
 * @param onLeave called when Back or Forward leaves the page; the same function at every render
 */
export function useBackButton(onLeave: () => void): void {
  const router = useRouter();
  useEffect(() => closeOnBack(router, onLeave), [router, onLeave]);
}

function closeOnBack(router: RegisteredRouter, onLeave: () => void): () => void {
  const { history } = router;
  /** Back has just been refused; subscribers are called all the same. */
  let refused = false;
  let unblock: (() => void) | undefined;

  const refuse: BlockerFn = ({ action, currentLocation, nextLocation }) => {
    if (action !== 'BACK' || openModals() === 0) return false;
    // An editor that is in the address closes with the navigation.
    const samePage = nextLocation.pathname === currentLocation.pathname;
    if (samePage && nextLocation.search !== currentLocation.search && openModals() === 1) return false;
    refused = true;
    // Once the browser is on the page's own entry again: what closes may write into it.
    window.addEventListener('popstate', cancelTopModal, { once: true });
    return true;
  };
  const follow = () => {
    if (openModals() === 0) {
      unblock?.();
      unblock = undefined;
      return;
    }
    unblock ??= history.block({ blockerFn: refuse, enableBeforeUnload: false });
    // A mailed link is no page to come back to.
    const { pathname, state } = history.location;
    if (state.__TSR_index === 0 && !pathname.startsWith('/auth/')) doubleEntry(router);
  };
  const unfollow = onModalChange(follow);
  const unsubscribe = history.subscribe(({ action, location }) => {
    if (refused) {
      refused = false;
      return;
    }
    if (action.type === 'PUSH' || action.type === 'REPLACE') return;
    onLeave();
    if (action.type === 'BACK' && location.state.doubled === 'below') history.back();
  });
  follow();
  return () => {
    unblock?.();
    unfollow();
    unsubscribe();
  };
}

/** Adds the page a second time above the first entry of a visit; coming back to that one goes back at once. */
function doubleEntry(router: RegisteredRouter): void {
  const { location } = router.history;
  // Past the router, which would merge it with what follows.
  History.prototype.replaceState.call(window.history, { ...location.state, doubled: 'below' }, '');
  void router.navigate({
    to: '.',
    search: true,
    hash: true,
    state: (before) => ({ ...before, doubled: 'above' }),
    resetScroll: false,
    ignoreBlocker: true,
  });
}
