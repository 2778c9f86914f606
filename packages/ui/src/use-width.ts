import { type RefCallback, useCallback, useState } from 'react';

/** The width of an element, px, updated when it changes; 0 before the first layout. Give it the returned ref. */
export function useWidth(): readonly [width: number, ref: RefCallback<Element>] {
  const [width, setWidth] = useState(0);
  const ref = useCallback((element: Element | null) => {
    if (!element) return;
    const observer = new ResizeObserver(([entry]) => {
      if (entry) setWidth(entry.contentRect.width);
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return [width, ref];
}
