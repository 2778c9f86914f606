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
/** Sends under way at most: so many wait for push services. */
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

/** The loop that sends reminders. */
export function createReminderSender(parts: ReminderSenderParts): ReminderSender {
  /** What is due; nothing more once the product ends. */
  async function* dueReminders(): AsyncGenerator<ClaimedReminder> {
    for (let claimed = await claimDueReminders(parts.db); claimed !== null;) {
      yield* claimed;
      claimed = task.signal().aborted ? null : await claimDueReminders(parts.db);
    }
  }

  async function flush(): Promise<number> {
    let sent = 0;
    const due = dueReminders();
    const work = async () => {
      for await (const one of due) {
        const count = await send(parts, one, task.signal()).catch(() => 0);
        sent += count;
      }
    };
    await Promise.all(Array.from({ length: inFlightMax }, work));
    return sent;
  }
  const task = createPeriodicTask({ work: flush, pauseMs: intervalMs, graceMs: stopGraceMs });
  return { flush, start: task.start, stop: task.stop };
}
