import { useRemovedScans } from './scan-removal.ts';
import { useUnclaimed } from './scans.ts';

/** Whether a scan was removed from the account on this device, or deleted: it is then not saved, and no note is linked to it. */
export function useNotInAccount(id: string): boolean {
  const isUnclaimed = useUnclaimed(id);
  return useRemovedScans().has(id) || isUnclaimed;
}
