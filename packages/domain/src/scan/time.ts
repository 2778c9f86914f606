import { limits } from '../limits.ts';
import { dayOf } from '../local-day.ts';

const minuteMs = 60_000;

/** How exact the time of a scan is: to the minute, the part of the day, or the day only (SPEC.md TIME-4). */
export const exactnesses = ['exact', 'part', 'day'] as const;

export type Exactness = (typeof exactnesses)[number];

/**
 * The time of a scan or note: the client's, or the server's when none was sent or the client's clock is more than 5
 * minutes ahead (SPEC.md TIME-1).
 */
export function createdAtOf(claimed: string | null | undefined, now: Date): Date {
  if (claimed == null) return now;
  const at = new Date(claimed);
  return at.getTime() > now.getTime() + limits.clockAheadMs ? now : at;
}

/**
 * Whether a scan or note was entered later than its day (SPEC.md TIME-3).
 * @param receivedAt when the server stored it first; null for a note that an older version stored
 */
export function isEnteredLater(createdAt: Date, receivedAt: Date | null): boolean {
  if (receivedAt === null) return false;
  const [filed, received] = [createdAt.getTime(), receivedAt.getTime()];
  const isChosen = filed % minuteMs === 0;
  return received - filed > limits.enteredLaterMs || (isChosen && dayOf(received) > dayOf(filed));
}
