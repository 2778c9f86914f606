import { useEffect, useRef } from 'react';
import { onLock } from '../keys/lock-listeners.ts';

/**
 * Brings a screen back to where it was scrolled to, once the vault that closed over it is open again.
 * @param isCovered whether something else is in place of the screen
 */
export function useKeptScroll(isCovered: boolean): void {
  const kept = useRef({ path: '', top: 0 });
  useEffect(
    () =>
      onLock({
        // The screen is still there then.
        seal: async () => {
          kept.current = { path: location.pathname, top: window.scrollY };
          return false;
        },
      }),
    [],
  );
  useEffect(() => {
    if (isCovered) {
      // What covers it begins at its top.
      window.scrollTo(0, 0);
      return undefined;
    }
    const { path, top } = kept.current;
    if (top === 0 || path !== location.pathname) return undefined;
    kept.current = { path, top: 0 };
    // What the screen shows is opened and loaded again: it is short until then, and the person may move meanwhile.
    const follow = new ResizeObserver(() => {
      // Another screen has its own place.
      if (path !== location.pathname) return stop();
      const { scrollHeight, clientHeight } = document.documentElement;
      if (scrollHeight - clientHeight < top) return;
      window.scrollTo(0, top);
      stop();
    });
    const moved = new AbortController();
    const stop = () => {
      follow.disconnect();
      moved.abort();
    };
    follow.observe(document.body);
    for (const type of ['wheel', 'pointerdown', 'keydown'])
      window.addEventListener(type, stop, { passive: true, signal: moved.signal });
    return stop;
  }, [isCovered]);
}
