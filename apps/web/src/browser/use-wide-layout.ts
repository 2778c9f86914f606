import { useMediaQuery } from './media-query.ts';

/** Matches a window that is wide enough for the side bar. */
export const wideLayout = '(min-width: 68.75em)';

/** Whether the window is wide enough for the side bar. */
export function useWideLayout(): boolean {
  return useMediaQuery(wideLayout);
}

/** Whether the window is wider than a phone. */
export function useWideWindow(): boolean {
  return useMediaQuery('(min-width: 48em)');
}
