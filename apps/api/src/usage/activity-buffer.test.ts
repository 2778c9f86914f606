import { usageEvents } from '@nuances/db/schema';
import { asc, eq } from 'drizzle-orm';
import { randomUUID } from 'node:crypto';
import { beforeEach, expect, it } from 'vitest';
import { createActivityBuffer } from './activity-buffer.ts';
import { type TestApp, useApp } from '../testing/test-app.ts';

let t: TestApp;
useApp((app) => (t = app));
beforeEach(() => t.db.delete(usageEvents));

const times = async (userId: string) =>
  (await t.db.select().from(usageEvents).where(eq(usageEvents.userId, userId)).orderBy(asc(usageEvents.at))).map(
    ({ kind, at, durationS }) => {
      expect([kind, durationS]).toEqual(['activity', null]);
      return at.getTime();
    },
  );
/** A signed-in user. */
const session = (userId: string, family: string = randomUUID()) => ({ userId, family });

it('records each login once a minute, with the time of the call by the database clock', async () => {
  let now = 1_000_000;
  const activity = createActivityBuffer(t.services.db, () => now);
  const [phone, desk] = [session(t.alice.id), session(t.alice.id)];
  for (let second = 0; second < 150; second += 1) {
    activity.note(phone);
    if (second === 30) activity.note(desk);
    now += 1_000;
  }
  const before = Date.now();
  await activity.flush();
  const noted = await times(t.alice.id);
  const took = Date.now() - before;
  for (const [index, secondsAgo] of [150, 120, 90, 30].entries()) {
    expect(noted[index]).toBeGreaterThan(before - secondsAgo * 1_000 - 2_000);
    expect(noted[index]).toBeLessThan(before - secondsAgo * 1_000 + took + 2_000);
  }
  await activity.flush();
  expect(await times(t.alice.id)).toHaveLength(4);
});

it('counts every authenticated call, also a failed one, and no other', async () => {
  await t.http('GET', '/api/results?source=nonsense', { token: t.alice.shortToken });
  await t.bob.api.profile.get();
  await t.bob.api.profile.get();
  await t.http('GET', '/api/health', {});
  await t.http('GET', '/api/results?source=stats', { token: 'nonsense' });
  await t.services.activity.flush();
  expect(await times(t.alice.id)).toHaveLength(1);
  expect(await times(t.bob.id)).toHaveLength(1);
  expect(await t.db.$count(usageEvents)).toBe(2);
});

it('is stored after a short outage of the database, without erased accounts', async () => {
  let now = 0;
  let isAway = true;
  const db = new Proxy(t.services.db, {
    get(target, name) {
      if (isAway && name === 'execute') return () => Promise.reject(new Error('away'));
      const value: unknown = Reflect.get(target, name);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
  const activity = createActivityBuffer(db, () => now);
  activity.note(session(t.alice.id));
  now = 5 * 60_000;
  activity.note(session(t.bob.id));
  activity.note(session(randomUUID()));
  await activity.flush();
  now = 11 * 60_000;
  activity.note(session(t.bob.id));
  isAway = false;
  await activity.flush();
  expect(await times(t.alice.id)).toEqual([]);
  expect(await times(t.bob.id)).toHaveLength(2);
  expect(await t.db.$count(usageEvents)).toBe(2);
});

it('drops entries over its limit, and continues after a store', async () => {
  const activity = createActivityBuffer(t.services.db);
  for (let login = 0; login < 21_000; login += 1) activity.note(session(t.alice.id));
  await activity.flush();
  expect(await t.db.$count(usageEvents)).toBe(20_000);
  activity.note(session(t.alice.id));
  await activity.flush();
  expect(await t.db.$count(usageEvents)).toBe(20_001);
});

it('stores the rest at shutdown', async () => {
  const activity = createActivityBuffer(t.services.db);
  activity.start();
  activity.note(session(t.alice.id));
  await activity.stop();
  expect(await times(t.alice.id)).toHaveLength(1);
});
