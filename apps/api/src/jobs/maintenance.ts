/** What every instance does once an hour: mostly the removal of rows whose retention is over. */
import { hasUnaggregatedEvents } from '../admin/weeks.ts';
import { removeOldLinks } from '../auth/links.ts';
import { mailExpiredLinks } from '../auth/expired-link-mails.ts';
import type { Services } from '../context.ts';
import { dropOldMonths, ensureMonths } from '@nuances/db/usage-events/months';
import { removeExpiredDeletions } from '../notes/queries.ts';
import { removeEndedChallenges } from '../security/challenges.ts';
import { removeEndedCodes } from '../security/codes.ts';
import { createPeriodicTask } from './periodic-task.ts';

const intervalMs = 3_600_000;
/** Also soon after the start: an instance that restarts often would otherwise never run it. */
const firstRunMs = 60_000;

/**
 * Makes months for events ahead, and removes those that are over. Aggregates first what is not counted yet. If that fails,
 * events are removed anyway, because their retention is documented.
 */
async function keepEventMonths({ db, aggregation }: Services): Promise<void> {
  await ensureMonths(db.$client);
  if (await hasUnaggregatedEvents(db)) await (await aggregation.begin({ trigger: 'schedule' }))?.ended;
  await dropOldMonths(db.$client);
}

/** Runs each part independently; the next run repeats a failed one. */
export async function runMaintenance(services: Services): Promise<void> {
  const { db, sessions, loginAttempts, outbox } = services;
  await Promise.allSettled([
    sessions.removeExpired(),
    loginAttempts.removeExpired(),
    // Independent of the next line: links are removed only long after this mail.
    mailExpiredLinks(services),
    removeOldLinks(db),
    keepEventMonths(services),
    removeExpiredDeletions(db),
    removeEndedCodes(services),
    removeEndedChallenges(db),
    outbox.removeOld(),
  ]);
}

/** Runs maintenance soon and then every hour; the timer keeps no process alive. */
export function startMaintenance(services: Services): void {
  createPeriodicTask({ work: () => runMaintenance(services), pauseMs: intervalMs, firstMs: firstRunMs }).start();
}
