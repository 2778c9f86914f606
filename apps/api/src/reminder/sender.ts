import type { MasterKeys } from '@nuances/crypto/master-key';
import type { Database } from '@nuances/db/client';
import { createPeriodicTask } from '../jobs/periodic-task.ts';
import type { PushService } from './push-service.ts';
import { type ClaimedReminder, claimDueReminders, openEndpoint, releaseReminder, removeEnded } from './queries.ts';
import type { Log } from '../observability/log.ts';

/** The sender runs this often, milliseconds. */
const intervalMs = 15_000;
/** What is being sent when the product ends gets this long, milliseconds. */
const stopGraceMs = 2_000;
/** Sends under way at most: so many wait for push services while the next ones are claimed. */
const inFlightMax = 256;

/** What sending needs. */
export interface ReminderSenderParts {
  readonly db: Database;
  readonly keys: MasterKeys;
  readonly push: PushService;
  readonly log: Pick<Log, 'warn'>;
}

/** Sends reminders that are due, from this instance; several instances share the work. */
export interface ReminderSender {
  /** Sends what is due. Resolves to how many went out. */
  flush(): Promise<number>;
  /** Begins to send on a schedule. */
  start(): void;
  /** Waits a short time for the run in progress, then sends no more. */
  stop(): Promise<void>;
}

/** @returns how many were sent: 0 or 1 */
async function send({ db, keys, push, log }: ReminderSenderParts, claimed: ClaimedReminder, signal: AbortSignal) {
  const endpoint = openEndpoint(keys, claimed.userId, claimed.endpointSealed);
  const outcome = await push.notify(endpoint, claimed.leftS, signal);
  // Neither the person nor the address is logged: the push service that somebody uses is personal data.
  if (outcome !== 'sent') log.warn({ outcome }, 'A reminder was not sent');
  if (outcome === 'failed') await releaseReminder(db, claimed);
  if (outcome === 'gone') await removeEnded(db, claimed);
  return outcome === 'sent' ? 1 : 0;
}

/** A number of slots for work under way; one worker takes them. */
function createSlots(count: number) {
  let free = count;
  let wanted = 0;
  let resume: (() => void) | undefined;
  /** Waits until so many are free. */
  const until = (needed: number) =>
    new Promise<void>((resolve) => {
      if (free >= needed) return resolve();
      [wanted, resume] = [needed, resolve];
    });
  return {
    async take(): Promise<void> {
      await until(1);
      free -= 1;
    },
    give(): void {
      free += 1;
      if (free < wanted) return;
      wanted = 0;
      resume?.();
    },
    allGiven: () => until(count),
  };
}

/** The loop that sends reminders. */
export function createReminderSender(parts: ReminderSenderParts): ReminderSender {
  async function flush(): Promise<number> {
    let sent = 0;
    const slots = createSlots(inFlightMax);
    for (let claimed = await claimDueReminders(parts.db); claimed !== null;) {
      const signal = task.signal();
      for (const one of claimed) {
        await slots.take();
        send(parts, one, signal)
          .then(
            (count) => (sent += count),
            () => undefined,
          )
          .finally(slots.give);
      }
      claimed = signal.aborted ? null : await claimDueReminders(parts.db);
    }
    await slots.allGiven();
    return sent;
  }
  const task = createPeriodicTask({ work: flush, pauseMs: intervalMs, graceMs: stopGraceMs });
  return { flush, start: task.start, stop: task.stop };
}
