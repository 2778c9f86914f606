import { useLocation } from '@tanstack/react-router';
import { useEffect, useState, type Dispatch, type SetStateAction } from 'react';

/**
 * A state that is as it was left when somebody returns to the same entry of the browser's history, from a scan for example.
 * @param kept what was chosen, by that entry; it lasts as long as the page
 */
export function useKept<T>(kept: Map<string, T>, initial: T): [T, Dispatch<SetStateAction<T>>] {
  const entry = useLocation({ select: ({ state }) => state.__TSR_key ?? '' });
  const [value, setValue] = useState<T>(() => kept.get(entry) ?? initial);
  useEffect(() => {
    kept.set(entry, value);
  }, [kept, entry, value]);
  return [value, setValue];
}
