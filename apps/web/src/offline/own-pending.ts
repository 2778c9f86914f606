import { useMemo } from 'react';
import { useUserId } from '../session/session-store.ts';
import { usePending } from './outbox.ts';
import type { OutboxItem } from './outbox-items.ts';

/** The items of the logged-in person on this device, oldest first. */
export function useOwnPending(): readonly OutboxItem[] {
  const owner = useUserId();
  const pending = usePending();
  return useMemo(() => pending.filter((item) => owner !== null && item.owner === owner), [pending, owner]);
}

/** Number of items that their key, although available, does not open. */
export function lockedCount(items: readonly OutboxItem[]): number {
  return items.filter((item) => item.kind === 'sealed' && item.isUnreadable).length;
}
