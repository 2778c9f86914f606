import { limits } from './limits.ts';

/**
 * The moment a scan or note is filed under: the client's time, or the server's when none was sent
 * or the client's clock runs more than 5 minutes ahead (SPEC.md TIME-1).
 */
export function createdAtOf(claimed: string | null | undefined, now: Date): Date {
  if (claimed == null) return now;
  const at = new Date(claimed);
  return at.getTime() > now.getTime() + limits.clockAheadMs ? now : at;
}
