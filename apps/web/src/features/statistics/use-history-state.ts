import { useCallback, useEffect, useState } from 'react';
import { useHistoryEntry } from '../../browser/use-history-entry.ts';

/**
 * A state that survives leaving the screen: it is restored when the person returns to the same entry of the browser's
 * history, for example from a scan.
 * @param kept the states by key of the history entry; lost when the page is reloaded
 */
export function useHistoryState<T>(kept: Map<string, T>, initial: T): [T, (next: T) => void] {
  const entry = useHistoryEntry();
  const [value, setValue] = useState<T>(() => kept.get(entry) ?? initial);
  // Stored at once: by the next render, a navigation may have made another entry the current one.
  const keep = useCallback(
    (next: T) => {
      kept.set(entry, next);
      setValue(() => next);
    },
    [kept, entry],
  );
  // An entry that was added without leaving the screen begins with what is shown.
  useEffect(() => {
    if (!kept.has(entry)) kept.set(entry, value);
  }, [kept, entry, value]);
  return [value, keep];
}
