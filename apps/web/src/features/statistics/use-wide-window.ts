import { useMediaQuery } from '../../browser/media-query.ts';

/** Whether the window is wider than a phone (48em). */
export function useWideWindow(): boolean {
  return useMediaQuery('(min-width: 48em)');
}
