import { usageEvents, usageUserWeeks } from '@nuances/db/schema';
import { expect, it } from 'vitest';
import { dropOldMonths } from '@nuances/db/usage-events/months';
import { type TestApp, useApp } from '../testing/test-app.ts';
import { fillUsage } from './usage.ts';

let t: TestApp;
useApp((app) => (t = app));

const dayMs = 86_400_000;

it('adds two years of plausible data, and at a second run the time since', async () => {
  // Real usage exists already.
  await t.alice.api.results.startScan();
  await t.admin.api.admin.aggregate();

  const began = new Date(Date.now() - 3 * dayMs);
  const people = await fillUsage(t.services.db, began);
  expect(people).toBeGreaterThan(400);
  const { userStats, globalStats } = await t.admin.api.admin.stats();
  expect(userStats.length).toBeGreaterThanOrEqual(104);
  const signups = globalStats.reduce((sum, { nbSignups }) => sum + nbSignups, 0);
  expect(signups).toBe(people);
  const recent = userStats.slice(-10, -2);
  for (const week of recent) {
    for (const count of Object.values(week)) if (typeof count === 'number') expect(count).toBeGreaterThan(0);
    expect(week.nbQuizCompleted).toBeLessThan(week.nbQuizStarted);
    expect(week.avgSessionDuration).toBeGreaterThan(120);
    expect(week.avgSessionDuration).toBeLessThan(1_800);
    expect(week.avgQuizDuration).toBeLessThan(300);
  }
  const middle = userStats[50];
  expect(recent[0]?.nbSessions).toBeGreaterThan(middle?.nbSessions ?? 0);
  expect(globalStats.at(-3)?.nbSignups).toBeGreaterThan(5);

  // Maintenance runs, then the demo again.
  await dropOldMonths(t.services.db.$client);
  const before = await t.db.$count(usageEvents);
  const rowsBefore = await t.db.$count(usageUserWeeks);
  const later = await fillUsage(t.services.db, new Date());
  expect(later).toBeGreaterThan(people);
  expect(await t.db.$count(usageEvents)).toBeGreaterThan(before + 100);
  expect(await t.db.$count(usageUserWeeks)).toBeGreaterThan(rowsBefore);
  const after = await t.admin.api.admin.stats();
  expect(after.userStats.slice(0, 90)).toEqual(userStats.slice(0, 90));
  expect(after.userStats.slice(90, -2)).toEqual(userStats.slice(90, -2));
});
