import { scans, usageEvents } from '@nuances/db/schema';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { testApp, type TestApp } from '../testing/test-app.ts';
import { fillDemo } from './fill.ts';
import { lea } from './personas.ts';

let t: TestApp;
beforeAll(async () => {
  t = await testApp();
});
afterAll(() => t.close());

const now = new Date('2026-11-20T21:00:00Z');

it('gives lea two believable years, once', async () => {
  const count = await fillDemo(t.services.db, t.masterKeys, lea, now);
  const rows = await t.db.select().from(scans);
  const eventCount = async () => (await t.db.select().from(usageEvents)).length;
  const before = await eventCount();
  expect(rows).toHaveLength(count);
  expect(await fillDemo(t.services.db, t.masterKeys, lea, now)).toBe(count);
  expect(await t.db.select().from(scans)).toHaveLength(count);
  expect(await eventCount()).toBe(before);

  const { shortToken } = await t.guest.auth.login({ username: lea.username, password: lea.password });
  const list = await t.callerOf(shortToken).results.list({ source: 'stats' });
  const days = (at: Date | undefined) => (now.getTime() - (at?.getTime() ?? 0)) / 86_400_000;
  expect(days(list.at(-1)?.createdAt)).toBeGreaterThan(700);
  expect(days(list[0]?.createdAt)).toBeLessThan(21);
  expect(list.length).toBeGreaterThan(200);
  expect(list.length).toBeLessThan(500);
  const gaps = list.slice(1).map((scan, index) => days(scan.createdAt) - days(list[index]?.createdAt));
  expect(Math.max(...gaps)).toBeGreaterThan(10);
  const scores = list.map(({ scoring }) => scoring);
  expect(Math.max(...scores) - Math.min(...scores)).toBeGreaterThan(40);
});

it('keeps its hands off somebody real of that name', async () => {
  await t.person('mia');
  await expect(fillDemo(t.services.db, t.masterKeys, { ...lea, username: 'mia' }, now)).rejects.toThrow(
    /not part of the demo/,
  );
});
