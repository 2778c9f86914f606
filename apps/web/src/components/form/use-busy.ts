import { useRef, useState } from 'react';

/**
 * What a person starts with a button: whether it is under way, and its start, which does nothing until the last one has
 * ended. State alone would let the second press of one tick through. Rejects like the work.
 */
export function useBusy(): readonly [busy: boolean, run: (work: () => Promise<unknown>) => Promise<void>] {
  const [busy, setBusy] = useState(false);
  const isRunning = useRef(false);
  const run = async (work: () => Promise<unknown>) => {
    if (isRunning.current) return;
    isRunning.current = true;
    setBusy(true);
    try {
      await work();
    } finally {
      isRunning.current = false;
      setBusy(false);
    }
  };
  return [busy, run];
}
