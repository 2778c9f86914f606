import { useLocation } from '@tanstack/react-router';
import { useState } from 'react';

/** Keys of chosen words, by entry of the browser's history; lasts as long as the page. */
const chosenAt = new Map<string, string | null>();

/** The word that narrows the list: returning to an entry of the browser's history, from a scan say, finds it chosen. */
export function useKeptTag() {
  const entry = useLocation({ select: ({ state }) => state.__TSR_key ?? '' });
  const [tag, setTag] = useState(() => chosenAt.get(entry) ?? null);
  const choose = (key: string | null) => {
    chosenAt.set(entry, key);
    setTag(key);
  };
  return [tag, choose] as const;
}
