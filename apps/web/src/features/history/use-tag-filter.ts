import { useEffect, useState } from 'react';
import { useHistoryEntry } from '../../browser/use-history-entry.ts';
import { onLock } from '../../keys/lock-listeners.ts';
import { askedTag, askForTag } from '../../scans/asked-tag.ts';

/** Keys of chosen tags by key of the history entry; lost when the page is reloaded. */
const chosenAt = new Map<string, string | null>();

onLock({ drop: () => chosenAt.clear() });

/**
 * The tag that filters the list, at first the one that a link asked for; restored when the person returns to the same
 * entry of the browser's history, for example from a scan.
 */
export function useTagFilter() {
  const entry = useHistoryEntry();
  const [tag, setTag] = useState(() => askedTag() ?? chosenAt.get(entry) ?? null);
  useEffect(() => {
    const asked = askedTag();
    if (asked !== null) chosenAt.set(entry, asked);
    askForTag(null);
  }, [entry]);
  const choose = (key: string | null) => {
    chosenAt.set(entry, key);
    setTag(key);
  };
  return [tag, choose] as const;
}
