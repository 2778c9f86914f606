import type { ReminderSchedule } from '@nuances/domain/reminder';
import { showToast } from '@nuances/ui/toast';
import { useState } from 'react';
import { toApiError } from '../../api/api-error.ts';
import { trpc } from '../../api/queries.tsx';
import type { RouterOutputs } from '../../api/router-outputs.ts';
import { subscribeToPush, unsubscribeFromPush } from '../../browser/push-subscription.ts';
import { currentI18n } from '../../i18n/locale-store.ts';
import { sentenceOf } from './sentence-of.ts';

export type StoredReminder = NonNullable<RouterOutputs['reminder']['get']['reminder']>;

const weekMs = 7 * 86_400_000;

function showFailure(error: unknown): void {
  // A push service out of reach is a failure of the network too, and the browser has no sentence for it.
  const text = error instanceof DOMException ? currentI18n().LL.error.network() : sentenceOf(toApiError(error))();
  showToast({ kind: 'error', role: 'alert', text });
}

const showDone = (text: string) => showToast({ kind: 'success', role: 'status', text });

/**
 * What a person does with their reminder; each says how it went and never rejects.
 * @param pushKey VAPID public key of the server, base64url
 * @param onPushChange called when the permission or the subscription of the browser may have changed
 */
export function useReminder(pushKey: string, onPushChange: () => Promise<void>) {
  const { get } = trpc.useUtils().reminder;
  const set = trpc.reminder.set.useMutation();
  const setPause = trpc.reminder.pause.useMutation();
  const remove = trpc.reminder.remove.useMutation();
  const [busy, setBusy] = useState(false);

  const keep = (reminder: StoredReminder | null) => get.setData(undefined, (known) => known && { ...known, reminder });
  const run = async (work: () => Promise<void>) => {
    setBusy(true);
    try {
      await work();
    } catch (error) {
      showFailure(error);
    }
    await onPushChange();
    setBusy(false);
  };

  return {
    busy,
    /** Subscribes this browser, which may ask the person first, and stores the reminder for it. */
    save: (schedule: ReminderSchedule, onSaved: () => void) =>
      run(async () => {
        const endpoint = await subscribeToPush(pushKey);
        if (endpoint === null) return;
        keep(await set.mutateAsync({ ...schedule, days: [...schedule.days], endpoint }));
        onSaved();
        showDone(currentI18n().LL.reminder.saved());
      }),
    pauseForAWeek: () =>
      run(async () => keep(await setPause.mutateAsync({ until: new Date(Date.now() + weekMs).toISOString() }))),
    resume: () => run(async () => keep(await setPause.mutateAsync({ until: null }))),
    turnOff: () =>
      run(async () => {
        await remove.mutateAsync();
        await unsubscribeFromPush();
        keep(null);
        showDone(currentI18n().LL.reminder.off());
      }),
  };
}
