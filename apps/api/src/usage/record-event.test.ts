import { anonymousUserId, usageEvents } from '@nuances/db/schema';
import { eventsKeptMonths } from '@nuances/domain/limits';
import { type SQL, sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { dropOldMonths } from '@nuances/db/usage-events/months';
import { recordEvent } from './record-event.ts';
import { type TestApp, useApp } from '../testing/test-app.ts';

let t: TestApp;
useApp((app) => (t = app));

it('events are removed with their month, before they are older than the retention', async () => {
  const month = sql`date_trunc('month', now() at time zone 'UTC') at time zone 'UTC'`;
  const aged = async (at: SQL) => {
    await t.db.insert(usageEvents).values({ userId: anonymousUserId, kind: 'landing', at });
  };
  const kept = (months: number) => sql`${month} - make_interval(months => ${months}::int)`;
  // The month that began so long ago, or earlier, goes as a whole.
  await aged(sql`${kept(eventsKeptMonths - 1)} - interval '1 second'`);
  await aged(kept(eventsKeptMonths));
  await aged(kept(eventsKeptMonths - 1));
  await t.db.transaction((transaction) => recordEvent(transaction, null, 'landing'));
  const before = await t.db.$count(usageEvents);
  await dropOldMonths(t.services.db.$client); // single rows of the default partition
  expect(await t.db.$count(usageEvents)).toBe(before - 2);
});
