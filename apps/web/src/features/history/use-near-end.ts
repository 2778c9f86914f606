import { historyPage } from '@nuances/domain/limits';
import { useCallback, useEffect, useRef } from 'react';

/**
 * Calls back when the marked end of a list comes within 50 px of the window: once for each length, so that a slow
 * device does not get further rows before it has rendered the last ones. If the end is still near after the list has
 * grown, it calls again.
 */
export function useNearEnd(active: boolean, length: number, onNear: () => void) {
  const near = useRef(onNear);
  useEffect(() => {
    near.current = onNear;
  });
  return useCallback(
    (element: HTMLElement | null) => {
      if (!element || !active) return;
      const observer = new IntersectionObserver(
        (entries) => {
          if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
          observer.disconnect();
          near.current();
        },
        { rootMargin: `${historyPage.nearEndPx}px` },
      );
      observer.observe(element);
      return () => observer.disconnect();
    },
    // A new length needs a new observer.
    // eslint-disable-next-line react-hooks/exhaustive-deps
    [active, length],
  );
}
