import type { ReminderSchedule } from '@nuances/domain/reminder';
import { showToast } from '@nuances/ui/toast';
import { useEffect, useEffectEvent, useState } from 'react';
import { toApiError } from '@nuances/domain/api-error';
import { askForPush, PushUnavailable, unsubscribeFromPush } from '../../browser/push-subscription.ts';
import { currentI18n } from '../../i18n/locale-store.ts';
import { currentPending, drop, usePending } from '../../offline/outbox.ts';
import type { PendingReminder } from '../../offline/outbox-items.ts';
import type { ReminderChange } from '../../offline/reminder-change.ts';
import { isPermanent, onDelivery, sendNow } from '../../offline/send.ts';
import { sentenceOf } from './sentence-of.ts';
import { saveReminderLocally, waitingReminder } from './waiting-reminder.ts';

const weekMs = 7 * 86_400_000;

const showDone = (text: string) => showToast({ kind: 'success', text });

/**
 * Sends a change that is kept on the device. Without an answer of the server it stays there and is sent later. A change
 * that is refused, or whose push service is out of reach while the server answers, is dropped, with a message.
 * @returns whether it was sent or stays
 */
async function sendOrKeep(id: string): Promise<boolean> {
  try {
    await sendNow(id);
    return true;
  } catch (error) {
    const isNoPush = error instanceof PushUnavailable;
    const refusal = currentPending().find((item) => item.id === id)?.refusal ?? null;
    if (!isNoPush && !isPermanent(refusal)) return true;
    await drop(id);
    const text = isNoPush ? currentI18n().LL.error.network() : sentenceOf(toApiError(error))();
    showToast({ kind: 'error', text });
    return false;
  }
}

/** Says what became of a change, also when it is sent long after it was made, or by another tab. */
function useDelivered(userId: string, onPushChange: () => Promise<void>): void {
  const settle = useEffectEvent(({ change }: PendingReminder, isHere: boolean) => {
    if (!change.isOn) showDone(currentI18n().LL.reminder.off());
    else if (change.schedule && isHere) showDone(currentI18n().LL.reminder.saved());
    void onPushChange();
  });
  useEffect(
    () =>
      onDelivery((delivery) => {
        if (delivery.kind === 'reminder' && delivery.item.owner === userId)
          settle(delivery.item, delivery.reminder?.isHere === true);
      }),
    [userId],
  );
}

/**
 * Actions on the reminder: each change enters the outbox and is sent. None rejects.
 * @param onPushChange called when the permission or the subscription of the browser may have changed
 */
export function useReminder(userId: string, onPushChange: () => Promise<void>) {
  const current = waitingReminder(usePending(), userId);
  // While a change is on its way, the section stays as it was.
  const [before, setBefore] = useState<{ readonly waiting: PendingReminder | undefined } | null>(null);
  useDelivered(userId, onPushChange);

  const run = async (work: () => Promise<void>) => {
    setBefore({ waiting: current });
    await work();
    await onPushChange();
    setBefore(null);
  };
  const change = async (wanted: ReminderChange) => sendOrKeep(await saveReminderLocally(userId, wanted));
  const pause = (pausedUntil: string | null) => run(async () => void (await change({ isOn: true, pausedUntil })));

  return {
    busy: before !== null,
    /** What waits to be sent. */
    waiting: before ? before.waiting : current,
    /** Asks for permission if needed, and sets the reminder for this device. */
    save: (schedule: ReminderSchedule, onSaved: () => void) =>
      run(async () => {
        if ((await askForPush()) && (await change({ isOn: true, schedule }))) onSaved();
      }),
    pauseForAWeek: () => pause(new Date(Date.now() + weekMs).toISOString()),
    resume: () => pause(null),
    turnOff: () =>
      run(async () => {
        const id = await saveReminderLocally(userId, { isOn: false });
        // At once: until the server knows, nothing arrives here any more.
        await unsubscribeFromPush();
        await sendOrKeep(id);
      }),
  };
}
