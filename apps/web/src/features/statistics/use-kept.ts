import { useLocation } from '@tanstack/react-router';
import { useEffect, useState, type Dispatch, type SetStateAction } from 'react';

/**
 * A state that survives leaving the screen: it is restored when the person returns to the same entry of the browser's
 * history, for example from a scan.
 * @param kept the states by key of the history entry; lost when the page is reloaded
 */
export function useKept<T>(kept: Map<string, T>, initial: T): [T, Dispatch<SetStateAction<T>>] {
  const entry = useLocation({ select: ({ state }) => state.__TSR_key ?? '' });
  const [value, setValue] = useState<T>(() => kept.get(entry) ?? initial);
  useEffect(() => {
    kept.set(entry, value);
  }, [kept, entry, value]);
  return [value, setValue];
}
