import { useMediaQuery } from './media-query.ts';

/** Whether the window is wide enough for the side bar. */
export function useWideLayout(): boolean {
  return useMediaQuery('(min-width: 68.75em)');
}
