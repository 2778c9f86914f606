import type { MasterKeys } from '@nuances/crypto/master-key';
import type { Database } from '@nuances/db/client';
import { createPeriodicTask } from '../jobs/periodic-task.ts';
import type { PushService } from './push-service.ts';
import { type ClaimedReminder, claimDueReminders, openEndpoint, releaseReminder, removeEnded } from './queries.ts';

/** The sender runs this often, milliseconds. */
const intervalMs = 15_000;
/** What is being sent when the product ends gets this long, milliseconds. */
const stopGraceMs = 2_000;

/** The part of pino that is used: errors. */
export interface ReminderLog {
  warn(details: object, message: string): void;
}

/** What sending needs. */
export interface ReminderSenderParts {
  readonly db: Database;
  readonly keys: MasterKeys;
  readonly push: PushService;
  readonly log: ReminderLog;
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
  async function flush(): Promise<number> {
    let sent = 0;
    for (let claimed = await claimDueReminders(parts.db); claimed !== null;) {
      const signal = task.signal();
      const results = await Promise.allSettled(claimed.map((one) => send(parts, one, signal)));
      for (const result of results) sent += result.status === 'fulfilled' ? result.value : 0;
      claimed = signal.aborted ? null : await claimDueReminders(parts.db);
    }
    return sent;
  }
  const task = createPeriodicTask({ work: flush, pauseMs: intervalMs, graceMs: stopGraceMs });
  return { flush, start: task.start, stop: task.stop };
}
