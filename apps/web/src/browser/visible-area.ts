import { useLayoutEffect } from 'react';

/**
 * Says which part of the window is visible, as `--visible-top` and `--visible-height` of the document: where a browser
 * draws its keyboard over the page instead of making the page smaller, only the visual viewport knows.
 */
export function useVisibleArea(asked: boolean): void {
  useLayoutEffect(() => {
    const viewport = window.visualViewport;
    if (!asked || !viewport) return;
    const { style } = document.documentElement;
    const follow = () => {
      // Somebody who zooms in wants the same sheet larger, not a smaller one.
      if (viewport.scale > 1) return;
      style.setProperty('--visible-top', `${viewport.offsetTop}px`);
      style.setProperty('--visible-height', `${viewport.height}px`);
    };
    follow();
    viewport.addEventListener('resize', follow);
    viewport.addEventListener('scroll', follow);
    return () => {
      viewport.removeEventListener('resize', follow);
      viewport.removeEventListener('scroll', follow);
      style.removeProperty('--visible-top');
      style.removeProperty('--visible-height');
    };
  }, [asked]);
}
