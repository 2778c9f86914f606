import { useLocation, useRouter } from '@tanstack/react-router';
import type { MouseEvent } from 'react';

/**
 * For a link back to the screen that a page was opened from, with its scroll position. The link itself leads where the
 * page belongs: it is followed when that screen is unknown.
 */
export function useGoBack(): { readonly isFirst: boolean; readonly goBack: (event: MouseEvent) => void } {
  const router = useRouter();
  const state = useLocation({ select: (location) => location.state });
  // The first entry of a visit is in the history twice once a layer has opened above it; before it is another site.
  const isFirst = state.__TSR_index === 0 || state.doubled === 'above';
  const goBack = (event: MouseEvent) => {
    if (isFirst || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    router.history.back();
  };
  return { isFirst, goBack };
}
