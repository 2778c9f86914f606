import { isRecord } from '@nuances/domain/record';
import { type NewReminder, readNewReminder } from '@nuances/domain/reminder/fields';

/** What a person changed about their reminder on this device. */
export type ReminderChange =
  | { readonly isOn: false }
  | {
      readonly isOn: true;
      /** Sets the reminder for this device; missing when only the pause changes. */
      readonly schedule?: NewReminder;
      /** ISO time at which a pause ends; null ends it now; missing when the pause does not change. */
      readonly pausedUntil?: string | null;
    };

/** The change in an opened envelope; null for anything else. */
export function readReminderChange(value: unknown): ReminderChange | null {
  if (!isRecord(value)) return null;
  const { isOn, schedule: kept, pausedUntil } = value;
  if (isOn !== true) return isOn === false ? { isOn } : null;
  const isPause = pausedUntil === undefined || pausedUntil === null || typeof pausedUntil === 'string';
  const schedule = kept === undefined ? undefined : readNewReminder(kept);
  if (!isPause || schedule === null) return null;
  return { isOn, ...(schedule && { schedule }), ...(pausedUntil !== undefined && { pausedUntil }) };
}

/** Both changes as one; the later one wins. Turned on again after it was turned off, a reminder has no pause. */
export function mergedChange(before: ReminderChange | undefined, later: ReminderChange): ReminderChange {
  if (!before || !later.isOn) return later;
  return before.isOn ? { ...before, ...later } : { pausedUntil: null, ...later };
}
