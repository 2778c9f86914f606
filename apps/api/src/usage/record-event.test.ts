import { anonymousUserId, usageEvents } from '@nuances/db/schema';
import { type SQL, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { dropOldMonths } from '@nuances/db/usage-events/months';
import { recordEvent } from './record-event.ts';
import { testApp, type TestApp } from '../testing/test-app.ts';

let t: TestApp;
beforeAll(async () => {
  t = await testApp();
});
afterAll(() => t.close());

it('events are removed with their month, before they are older than 13 months', async () => {
  const month = sql`date_trunc('month', now() at time zone 'UTC') at time zone 'UTC'`;
  const aged = async (at: SQL) => {
    await t.db.insert(usageEvents).values({ userId: anonymousUserId, kind: 'landing', at });
  };
  // The month that began 13 months ago, or earlier, goes as a whole.
  await aged(sql`${month} - interval '12 months' - interval '1 second'`);
  await aged(sql`${month} - interval '13 months'`);
  await aged(sql`${month} - interval '12 months'`);
  await t.db.transaction((transaction) => recordEvent(transaction, null, 'landing'));
  const before = await t.db.$count(usageEvents);
  await dropOldMonths(t.services.db.$client); // single rows of the default partition
  expect(await t.db.$count(usageEvents)).toBe(before - 2);
});
