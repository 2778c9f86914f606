import { useCallback, useState } from 'react';
import { noFilters, type DaySelection, type NoteFilters } from './filter.ts';

/** Filters and order of the list. `resetKey` changes when the list must scroll to its top. */
export function useNoteFilters() {
  const [filters, setFilters] = useState(noFilters);
  const [resetKey, setResetKey] = useState(0);
  const restart = useCallback(() => setResetKey((times) => times + 1), []);
  const change = useCallback(
    (part: Partial<NoteFilters>) => {
      setFilters((before) => ({ ...before, ...part }));
      restart();
    },
    [restart],
  );
  const changeDays = useCallback((days: DaySelection | null) => change({ days }), [change]);
  const reset = () => change(noFilters);
  return { filters, resetKey, restart, change, changeDays, reset };
}
