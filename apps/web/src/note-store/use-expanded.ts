import { useCallback, useState } from 'react';

/** Ids of the notes that are unfolded in a list, and the function that folds or unfolds one. */
export function useExpanded() {
  const [expanded, setExpanded] = useState<ReadonlySet<string>>(new Set());
  const toggle = useCallback(
    (id: string) =>
      setExpanded((before) => {
        const next = new Set(before);
        if (!next.delete(id)) next.add(id);
        return next;
      }),
    [],
  );
  return { expanded, toggle };
}
