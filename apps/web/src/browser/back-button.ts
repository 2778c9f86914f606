import { cancelTopModal, onModalChange, openModals } from '@nuances/ui/modal-stack';
import { useRouter, type BlockerFn, type RegisteredRouter } from '@tanstack/react-router';
import { useEffect, useEffectEvent } from 'react';
import { createStore } from './store.ts';

/** What Back does in a page that has a way back of its own; null where it leaves the page. */
const pageBack = createStore<(() => void) | null>(null);

/** Makes the Back button go the page's own way back while no layer is open; null for none. */
export function useBackInPage(goBack: (() => void) | null): void {
  const go = useEffectEvent(() => goBack?.());
  const hasWay = goBack !== null;
  useEffect(() => {
    if (!hasWay) return;
    pageBack.set(() => go());
    return () => pageBack.set(null);
  }, [hasWay]);
}

/**
 * Makes the Back button close the topmost layer instead of leaving the page. The history gets no entry for it, except
 * on the first entry of a visit, where Back would leave the app.
 * @param onLeave called when Back or Forward leaves the page; must be the same function at every render
 */
export function useBackButton(onLeave: () => void): void {
  const router = useRouter();
  useEffect(() => closeOnBack(router, onLeave), [router, onLeave]);
}

function closeOnBack(router: RegisteredRouter, onLeave: () => void): () => void {
  const { history } = router;
  /** Back was just refused; subscribers are called all the same. */
  let refused = false;
  let unblock: (() => void) | undefined;
  /** Whether Back leaves the page. */
  const isLeft = () => openModals() === 0 && pageBack.get() === null;

  const refuse: BlockerFn = ({ action, currentLocation, nextLocation }) => {
    if (action !== 'BACK' || isLeft()) return false;
    // An editor whose state is in the address closes by the navigation itself.
    const samePage = nextLocation.pathname === currentLocation.pathname;
    if (samePage && nextLocation.search !== currentLocation.search && openModals() === 1) return false;
    refused = true;
    // After the browser is back on the page's own entry: what closes may then change that entry.
    window.addEventListener('popstate', openModals() > 0 ? cancelTopModal : () => pageBack.get()?.(), { once: true });
    return true;
  };
  const follow = () => {
    if (isLeft()) {
      unblock?.();
      unblock = undefined;
      return;
    }
    unblock ??= history.block({ blockerFn: refuse, enableBeforeUnload: false });
    // The page of a mailed link must not be shown again.
    const { pathname, state } = history.location;
    if (state.__TSR_index === 0 && !pathname.startsWith('/auth/')) doubleEntry(router);
  };
  const unfollow = onModalChange(follow);
  const unfollowPage = pageBack.subscribe(follow);
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
    unfollowPage();
    unsubscribe();
  };
}

/**
 * Adds the page a second time above the first entry of a visit. Coming back to that first entry goes back once more.
 */
function doubleEntry(router: RegisteredRouter): void {
  const { location } = router.history;
  // Not through the router, which would merge this entry with the next one.
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
