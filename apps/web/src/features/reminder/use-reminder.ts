import type { NewReminder } from '@nuances/domain/reminder/fields';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { showFailure } from '../../api/show-failure.ts';
import { askForPush, PushUnavailable, unsubscribeFromPush } from '../../browser/push-subscription.ts';
import { currentPending, drop, usePending } from '../../offline/outbox.ts';
import type { PendingReminder } from '../../offline/outbox-items.ts';
import type { ReminderChange } from '../../offline/reminder-change.ts';
import { isPermanent, onDelivery, sendNow } from '../../offline/send.ts';
import { saveReminderLocally, waitingReminder } from './waiting-reminder.ts';

const weekMs = 7 * 86_400_000;
/** How long the screen says that a change was saved. */
const keptMs = 4_000;

/** Why the reminder stays off: the browser refused, or could not sign up with its push service. */
export type ReminderTrouble = 'refused' | 'noPush';

/**
 * Sends a change that is kept on the device. Without an answer of the server it stays there and is sent later. A change
 * that is refused, or whose push service is out of reach while the server answers, is dropped.
 * @returns whether it was sent or stays; `refused` was said in a toast
 */
async function sendOrKeep(id: string): Promise<'kept' | 'noPush' | 'refused'> {
  try {
    await sendNow(id);
    return 'kept';
  } catch (error) {
    const isNoPush = error instanceof PushUnavailable;
    const refusal = currentPending().find((item) => item.id === id)?.refusal ?? null;
    if (!isNoPush && !isPermanent(refusal)) return 'kept';
    await drop(id);
    if (isNoPush) return 'noPush';
    showFailure(error);
    return 'refused';
  }
}

/** Whether a change was stored by the server just now, also one that was made long before, or in another tab. */
function useKept(userId: string, onPushChange: () => Promise<void>): boolean {
  const [kept, setKept] = useState(0);
  const settle = useEffectEvent(({ change }: PendingReminder, isHere: boolean) => {
    if (!change.isOn || isHere) setKept((count) => count + 1);
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
  useEffect(() => {
    if (kept === 0) return;
    const timer = setTimeout(() => setKept(0), keptMs);
    return () => clearTimeout(timer);
  }, [kept]);
  return kept > 0;
}

/** The changes that are on their way, and what waited before the first of them. */
interface Running {
  readonly count: number;
  readonly waiting: PendingReminder | undefined;
}

/**
 * Actions on the reminder: each change enters the outbox and is sent, one after another. None rejects.
 * @param onPushChange called when the permission or the subscription of the browser may have changed
 * @param onRefused called when a change was given up: what is shown must be what is stored
 */
export function useReminder(userId: string, onPushChange: () => Promise<void>, onRefused: () => void) {
  const current = waitingReminder(usePending(), userId);
  // While changes are on their way, the section stays as it was.
  const [running, setRunning] = useState<Running | null>(null);
  const last = useRef(Promise.resolve());
  const [asking, setAsking] = useState(false);
  const [trouble, setTrouble] = useState<ReminderTrouble | null>(null);
  const kept = useKept(userId, onPushChange);

  const run = (work: () => Promise<void>) => {
    setTrouble(null);
    setRunning((before) => (before ? { ...before, count: before.count + 1 } : { count: 1, waiting: current }));
    last.current = last.current.then(async () => {
      await work();
      await onPushChange();
      setRunning((before) => (before && before.count > 1 ? { ...before, count: before.count - 1 } : null));
    });
    return last.current;
  };
  const change = (wanted: ReminderChange) =>
    run(async () => {
      const outcome = await sendOrKeep(await saveReminderLocally(userId, wanted));
      if (outcome === 'kept') return;
      if (outcome === 'noPush') setTrouble('noPush');
      onRefused();
    });

  return {
    busy: running !== null || asking,
    /** Whether the browser asks for its permission. */
    asking,
    trouble,
    /** Whether a change was stored by the server just now. */
    kept,
    /** What waits to be sent. */
    waiting: running ? running.waiting : current,
    /** Asks for the permission, if needed, and sets the reminder for this device. */
    turnOn: async (schedule: NewReminder) => {
      setAsking(Notification.permission === 'default');
      const isAllowed = await askForPush();
      setAsking(false);
      if (isAllowed) return change({ isOn: true, schedule });
      setTrouble('refused');
      await onPushChange();
    },
    save: (schedule: NewReminder) => change({ isOn: true, schedule }),
    pauseForAWeek: () => change({ isOn: true, pausedUntil: new Date(Date.now() + weekMs).toISOString() }),
    resume: () => change({ isOn: true, pausedUntil: null }),
    turnOff: () =>
      run(async () => {
        const id = await saveReminderLocally(userId, { isOn: false });
        // At once: until the server knows, nothing arrives here any more.
        await unsubscribeFromPush();
        await sendOrKeep(id);
      }),
  };
}
