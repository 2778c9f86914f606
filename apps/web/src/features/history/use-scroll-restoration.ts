import { historyPage } from '@nuances/domain/limits';
import { useElementScrollRestoration } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useLayoutEffect, useState } from 'react';
import { useHistoryEntry } from '../../browser/use-history-entry.ts';

/** Number of rows by key of the history entry; lost when the page is reloaded. */
const shownAt = new Map<string, number>();

/**
 * Number of rows. Returning to an entry of the browser's history restores number and scroll position, even when the
 * list must be fetched again.
 * @param filled true when the list has arrived
 */
export function useScrollRestoration(filled: boolean) {
  const entry = useHistoryEntry();
  const [kept] = useState(() => shownAt.get(entry));
  const [shown, setShown] = useState<number>(kept ?? historyPage.first);
  const place = useElementScrollRestoration({ getElement: () => window });
  const restore = useEffectEvent(() => {
    if (kept !== undefined && place) window.scrollTo(place.scrollX, place.scrollY);
  });
  useLayoutEffect(() => {
    if (filled) restore();
  }, [filled]);
  useEffect(() => {
    shownAt.set(entry, shown);
  }, [entry, shown]);
  return [shown, setShown] as const;
}
