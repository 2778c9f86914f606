import { useLayoutEffect } from 'react';

/**
 * Publishes the visible part of the window as `--visible-top` and `--visible-height` of the document. Where the
 * on-screen keyboard covers the page instead of resizing it, only the visual viewport has these values.
 */
export function useVisibleArea(asked: boolean): void {
  useLayoutEffect(() => {
    const viewport = window.visualViewport;
    if (!asked || !viewport) return;
    const { style } = document.documentElement;
    const follow = () => {
      // Zooming in must enlarge the sheet, not shrink it.
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
