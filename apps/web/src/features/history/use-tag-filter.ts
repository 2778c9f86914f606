import { useState } from 'react';
import { useHistoryEntry } from '../../browser/use-history-entry.ts';

/** Keys of chosen tags by key of the history entry; lost when the page is reloaded. */
const chosenAt = new Map<string, string | null>();

/**
 * The tag that filters the list; restored when the person returns to the same entry of the browser's history, for
 * example from a scan.
 */
export function useTagFilter() {
  const entry = useHistoryEntry();
  const [tag, setTag] = useState(() => chosenAt.get(entry) ?? null);
  const choose = (key: string | null) => {
    chosenAt.set(entry, key);
    setTag(key);
  };
  return [tag, choose] as const;
}
