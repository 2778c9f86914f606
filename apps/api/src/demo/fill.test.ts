import { notes, scans, usageEvents } from '@nuances/db/schema';
import { noteCategories } from '@nuances/domain/axes';
import { expect, it } from 'vitest';
import { dump, rowsWith } from '../testing/dump.ts';
import { unseal } from '../testing/seal.ts';
import { type TestApp, useApp } from '../testing/test-app.ts';
import { fillDemo } from './fill.ts';
import { lea } from './personas.ts';

let t: TestApp;
useApp((app) => (t = app));

const now = new Date('2026-11-20T21:00:00Z');

it('adds two years of plausible data for lea, once', async () => {
  const filled = await fillDemo(t.services.db, t.masterKeys, lea, now);
  const rows = await t.db.select().from(scans);
  const eventCount = async () => (await t.db.select().from(usageEvents)).length;
  const before = await eventCount();
  const sealed = await t.db.select().from(notes);
  expect({ scans: rows.length, notes: sealed.length }).toEqual(filled);
  expect(await fillDemo(t.services.db, t.masterKeys, lea, now)).toEqual(filled);
  expect(await t.db.select().from(scans)).toHaveLength(filled.scans);
  expect(await t.db.select().from(notes)).toEqual(sealed);
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
  const scores = list.map(({ scoring }) => Number(scoring));
  expect(Math.max(...scores) - Math.min(...scores)).toBeGreaterThan(40);
  // Hundreds of scans and notes, twice.
});

it('adds notes sealed with her key, in every category, without repeated texts, mostly linked to a scan', async () => {
  await fillDemo(t.services.db, t.masterKeys, lea, now);
  const { shortToken, userKey } = await t.guest.auth.login({ username: lea.username, password: lea.password });
  const { notes: list } = await t.callerOf(shortToken).notes.all();
  const texts = list.map(({ text }) => unseal(userKey, text));
  expect(list.length).toBeGreaterThan(80);
  expect(new Set(texts).size).toBe(list.length);
  expect(new Set(list.map(({ categoryId }) => categoryId))).toEqual(new Set(noteCategories));
  const titled = list.filter(({ title }) => title !== '');
  for (const { title } of titled) expect(unseal(userKey, title)).toMatch(/^\p{Lu}/u);
  expect(titled.length).toBeGreaterThan(20);
  expect(titled.length).toBeLessThan(list.length - 20);
  expect(list.filter(({ scanResultId }) => scanResultId !== null).length).toBeGreaterThan(list.length / 2);
  expect(list[0]?.createdAt.getTime()).toBeLessThanOrEqual(now.getTime());
  const dumped = await dump(t.db);
  for (const text of texts) expect(rowsWith(dumped, text.slice(0, 30))).toEqual([]);
});

it('does not change a real account of that name', async () => {
  await t.person('mia');
  await expect(fillDemo(t.services.db, t.masterKeys, { ...lea, username: 'mia' }, now)).rejects.toThrow(
    /not part of the demo/,
  );
});
