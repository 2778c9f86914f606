import { useEffect, useEffectEvent, useState } from 'react';
import { useSession } from '../session/session-store.ts';
import { usePendingScans } from './scans.ts';

/** A scan that was waiting on this device belongs into every list of scans as soon as it has been sent. */
export function useRefetchWhenSent(refetch: () => void): void {
  const session = useSession();
  const waiting = usePendingScans().filter(({ owner }) => session.status === 'in' && owner === session.userId).length;
  const [before, setBefore] = useState(waiting);
  const sent = useEffectEvent(refetch);
  useEffect(() => {
    if (waiting < before) sent();
    setBefore(waiting);
    // Only the number matters.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [waiting]);
}
