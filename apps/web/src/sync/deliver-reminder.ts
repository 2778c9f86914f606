import { api } from '../api/client.ts';
import { toApiError } from '@nuances/domain/api-error';
import type { RouterInputs, RouterOutputs } from '../api/router-types.ts';
import { subscribeToPush, unsubscribeFromPush } from '../browser/push-subscription.ts';
import type { Delivery, PendingReminder } from '../offline/outbox-items.ts';
import { requireLoggedIn } from '../session/session-store.ts';

type Stored = RouterOutputs['reminder']['get']['reminder'];

async function setPause(until: string | null): Promise<Stored> {
  try {
    return await api.reminder.pause.mutate({ until });
  } catch (error) {
    // It was removed meanwhile, and its pause with it.
    if (toApiError(error).code !== 'notFound') throw error;
    return null;
  }
}

/** A change that waited longer than this was made without a network, milliseconds. */
const waitedMs = 60_000;

/**
 * Sets the reminder. When the person has withdrawn the agreement elsewhere since they turned it on here, it stays off.
 * @param decidedAt ISO time
 */
async function setSchedule(reminder: RouterInputs['reminder']['set'], decidedAt: string): Promise<Stored> {
  // A change that is sent at once is newer than everything; the clock of the device may say otherwise.
  const hasWaited = Date.now() - Date.parse(decidedAt) > waitedMs;
  try {
    return await api.reminder.set.mutate(hasWaited ? { ...reminder, decidedAt } : reminder);
  } catch (error) {
    if (toApiError(error).code !== 'consentWithdrawn') throw error;
    await unsubscribeFromPush();
    return null;
  }
}

async function storeChange({ owner, change, createdAt }: PendingReminder): Promise<Stored> {
  const { reminder: stored, pushKey } = await api.reminder.get.query();
  if (change.isOn && change.schedule) {
    const { schedule, pausedUntil } = change;
    const endpoint = await subscribeToPush(pushKey);
    // The permission was withdrawn meanwhile: the screen says so, and the server would have no address.
    if (endpoint === null) return stored;
    requireLoggedIn(owner);
    const saved = await setSchedule({ ...schedule, days: [...schedule.days], endpoint }, createdAt);
    if (saved === null) return null;
    if (pausedUntil === undefined) return saved;
    requireLoggedIn(owner);
    return setPause(pausedUntil);
  }
  if (!change.isOn) await unsubscribeFromPush();
  // Turned on elsewhere meanwhile: a pause or an end was meant for the reminder of this device.
  if (!stored?.isHere) return stored;
  requireLoggedIn(owner);
  if (change.isOn) return change.pausedUntil === undefined ? stored : setPause(change.pausedUntil);
  await api.reminder.remove.mutate();
  return null;
}

/**
 * Sends a change of the reminder; subscribes this browser first if it is to be notified, which needs the network too.
 * @throws PushUnavailable when the push service cannot be reached
 */
export async function deliverReminder(item: PendingReminder): Promise<Delivery> {
  return { kind: 'reminder', item, reminder: await storeChange(item) };
}
