import { useMediaQuery } from './media-query.ts';

/** Whether the window has room for the side bar beside the page. */
export function useWideLayout(): boolean {
  return useMediaQuery('(min-width: 68.75em)');
}
