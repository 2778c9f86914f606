import { nextReminder, type ReminderSchedule } from '@nuances/domain/reminder/schedule';
import { randomUuid } from '../../browser/uuid.ts';
import type { RouterOutputs } from '../../api/router-types.ts';
import { currentPending, put } from '../../offline/outbox.ts';
import type { OutboxItem, PendingReminder } from '../../offline/outbox-items.ts';
import { mergedChange, type ReminderChange } from '../../offline/reminder-change.ts';

type StoredReminder = NonNullable<RouterOutputs['reminder']['get']['reminder']>;

/** A reminder as the screen shows it. */
export type ShownReminder = Omit<StoredReminder, 'days'> & { readonly days: readonly number[] };

/** The change of an account's reminder in the outbox. */
export function waitingReminder(pending: readonly OutboxItem[], owner: string): PendingReminder | undefined {
  return pending.find((item): item is PendingReminder => item.kind === 'reminder' && item.owner === owner);
}

/** Stores a change in the outbox, merged with one that is there already. Returns the id of the item. */
export async function saveReminderLocally(owner: string, change: ReminderChange): Promise<string> {
  const before = waitingReminder(currentPending(), owner);
  const item: PendingReminder = {
    kind: 'reminder',
    id: randomUuid(),
    owner,
    change: mergedChange(before?.change, change),
    createdAt: new Date().toISOString(),
    refusal: null,
  };
  await put(item, before ? [before.id] : []);
  return item.id;
}

function nextAfter(schedule: ReminderSchedule, pausedUntil: string | null): string {
  const from = Math.max(Date.now(), Date.parse(pausedUntil ?? '') || 0);
  return nextReminder(schedule, new Date(from)).toISOString();
}

/** The reminder as it will be once the outbox of this device has been sent; null for none. */
export function reminderWith(stored: ShownReminder | null, change: ReminderChange | undefined): ShownReminder | null {
  if (!change) return stored;
  // A reminder of another device is not turned off or paused from here.
  if (!change.isOn) return stored?.isHere === true ? null : stored;
  const { schedule, pausedUntil = stored?.pausedUntil ?? null } = change;
  if (schedule) return { ...schedule, pausedUntil, isHere: true, nextAt: nextAfter(schedule, pausedUntil) };
  return stored?.isHere === true ? { ...stored, pausedUntil, nextAt: nextAfter(stored, pausedUntil) } : stored;
}
