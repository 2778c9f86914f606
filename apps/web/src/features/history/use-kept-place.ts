import { historyPage } from '@nuances/domain/limits';
import { useElementScrollRestoration, useLocation } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useLayoutEffect, useState } from 'react';

/** How many rows were shown, by entry of the browser's history; lasts as long as the page. */
const shownAt = new Map<string, number>();

/**
 * How many rows are shown. Returning to an entry of the browser's history restores the same number,
 * at the same scroll position, even when the list has to be fetched again (`filled` is true once it has arrived).
 */
export function useKeptPlace(filled: boolean) {
  const entry = useLocation({ select: ({ state }) => state.__TSR_key ?? '' });
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
