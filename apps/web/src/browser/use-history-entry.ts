import { useLocation } from '@tanstack/react-router';

/** Key of the current entry of the browser's history; empty for the first one, which the router gives none. */
export function useHistoryEntry(): string {
  return useLocation({ select: ({ state }) => state.__TSR_key ?? '' });
}
