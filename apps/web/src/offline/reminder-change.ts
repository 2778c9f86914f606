import { isRecord } from '@nuances/domain/record';
import type { ReminderSchedule } from '@nuances/domain/reminder/schedule';

/** What a person changed about their reminder on this device. */
export type ReminderChange =
  | { readonly isOn: false }
  | {
      readonly isOn: true;
      /** Sets the reminder for this device; missing when only the pause changes. */
      readonly schedule?: ReminderSchedule;
      /** ISO time at which a pause ends; null ends it now; missing when the pause does not change. */
      readonly pausedUntil?: string | null;
    };

function isSchedule(value: unknown): value is ReminderSchedule {
  if (!isRecord(value)) return false;
  const { days, time, zone } = value;
  const isDays = Array.isArray(days) && days.every((day) => typeof day === 'number');
  return isDays && typeof time === 'string' && typeof zone === 'string';
}

/** Whether an opened envelope has the shape of a change; the server checks the values. */
export function isReminderChange(value: unknown): value is ReminderChange {
  if (!isRecord(value)) return false;
  const { isOn, schedule, pausedUntil } = value;
  if (isOn === false) return true;
  const isPause = pausedUntil === undefined || pausedUntil === null || typeof pausedUntil === 'string';
  return isOn === true && isPause && (schedule === undefined || isSchedule(schedule));
}

/** Both changes as one; the later one wins. Turned on again after it was turned off, a reminder has no pause. */
export function mergedChange(before: ReminderChange | undefined, later: ReminderChange): ReminderChange {
  if (!before || !later.isOn) return later;
  return before.isOn ? { ...before, ...later } : { pausedUntil: null, ...later };
}
