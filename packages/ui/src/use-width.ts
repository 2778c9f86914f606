import { type RefCallback, useCallback, useState } from 'react';
import { flushSync } from 'react-dom';

/**
 * What fits beside the labels of a chart, between the margins of A4 and of Letter in every browser, px. No browser tells
 * the width of its paper.
 */
const paperWidth = 560;

/**
 * The width of an element, px, updated when it changes, and at most that of paper while the page is printed; 0 before
 * the first layout. Give it the returned ref.
 */
export function useWidth(): readonly [width: number, ref: RefCallback<Element>] {
  const [width, setWidth] = useState(0);
  const ref = useCallback((element: Element | null) => {
    if (!element) return;
    let measured = 0;
    const observer = new ResizeObserver(([entry]) => {
      if (!entry) return;
      measured = entry.contentRect.width;
      setWidth(measured);
    });
    observer.observe(element);
    // The paper is laid out as soon as the event is over.
    const narrow = () => flushSync(() => setWidth(Math.min(measured, paperWidth)));
    const widen = () => setWidth(measured);
    window.addEventListener('beforeprint', narrow);
    window.addEventListener('afterprint', widen);
    return () => {
      observer.disconnect();
      window.removeEventListener('beforeprint', narrow);
      window.removeEventListener('afterprint', widen);
    };
  }, []);
  return [width, ref];
}

/** How much larger letters are than at a font size of 16 px in the browser. Browser only. */
export function letterScale(): number {
  return Number.parseFloat(getComputedStyle(document.documentElement).fontSize) / 16;
}
