/** What every instance does once an hour, because its time has come: mostly to forget. */
import { hasUncountedLeft } from '../admin/weeks.ts';
import { removeOldLinks } from '../auth/links.ts';
import { remindOfExpiredLinks } from '../auth/reminder.ts';
import type { Services } from '../context.ts';
import { removeOldEvents } from '../usage/record-event.ts';
import { forgetOldDeletions } from '../notes/queries.ts';

/** How often, milliseconds. */
const intervalMs = 3_600_000;
/** Soon after the start too: a product that restarts often would otherwise never get to it. */
const firstRunMs = 60_000;

/** First counts what would go uncounted; should that fail, the promise how long events are kept weighs more. */
async function removeCountedEvents({ db, aggregation }: Services): Promise<void> {
  if (await hasUncountedLeft(db)) await (await aggregation.begin({ trigger: 'schedule' }))?.ended;
  await removeOldEvents(db);
}

/** Each part by itself; what fails (the database is away) is made up for by the next time. */
export async function runMaintenance(services: Services): Promise<void> {
  const { db, sessions, loginAttempts, outbox } = services;
  await Promise.allSettled([
    sessions.removeExpired(),
    loginAttempts.removeExpired(),
    // Looks at links before they are removed, though they are only long after.
    remindOfExpiredLinks(services),
    removeOldLinks(db),
    removeCountedEvents(services),
    forgetOldDeletions(db),
    outbox.removeOld(),
  ]);
}

/** Tidies from now on; keeps no process alive. */
export function startMaintenance(services: Services): void {
  setTimeout(() => void runMaintenance(services), firstRunMs).unref();
  setInterval(() => void runMaintenance(services), intervalMs).unref();
}
