import { historyPage } from '@nuances/domain/limits';
import { useCallback, useEffect, useRef } from 'react';

/** Calls back when the marked end of the list comes within 50 px of the window, as often as it does. */
export function useNearEnd(active: boolean, onNear: () => void) {
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
          // Observed afresh, so that an end which is still near after growing calls again.
          observer.unobserve(element);
          near.current();
          requestAnimationFrame(() => observer.observe(element));
        },
        { rootMargin: `${historyPage.nearEndPx}px` },
      );
      observer.observe(element);
      return () => observer.disconnect();
    },
    [active],
  );
}
