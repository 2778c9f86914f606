import { type RefCallback, useCallback } from 'react';

/** Distance of toasts from an element at the bottom, px, in addition to their distance from the edge of the window. */
const gap = 16;

/** Keeps toasts above an element that sticks to the bottom of the window. Give it the returned ref. */
export function useToastOffset(): RefCallback<Element> {
  return useCallback((element: Element | null) => {
    if (!element) return;
    const { style } = document.documentElement;
    const observer = new ResizeObserver(([entry]) => {
      const sticks = getComputedStyle(element).position === 'sticky';
      style.setProperty('--toast-offset', sticks && entry ? `${entry.contentRect.height + gap}px` : '0px');
    });
    observer.observe(element);
    return () => {
      observer.disconnect();
      style.removeProperty('--toast-offset');
    };
  }, []);
}
