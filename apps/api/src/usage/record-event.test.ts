import { anonymousUserId, usageEvents } from '@nuances/db/schema';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { recordEvent, removeOldEvents } from './record-event.ts';
import { testApp, type TestApp } from '../testing/test-app.ts';

let t: TestApp;
beforeAll(async () => {
  t = await testApp();
});
afterAll(() => t.close());

it('events are deleted when they are older than 13 months, not before', async () => {
  const aged = async (age: string) => {
    await t.db
      .insert(usageEvents)
      .values({ userId: anonymousUserId, kind: 'landing', at: sql`now() - ${age}::interval` });
  };
  await aged('13 months 1 day');
  await aged('12 months 29 days');
  await t.db.transaction((transaction) => recordEvent(transaction, null, 'landing'));
  const before = await t.db.select().from(usageEvents);
  await removeOldEvents(t.db);
  const after = await t.db.select().from(usageEvents);
  expect(after).toHaveLength(before.length - 1);
  expect(Math.min(...after.map(({ at }) => at.getTime()))).toBeGreaterThan(Date.now() - 396 * 86_400_000);
});
