import { consents, notes, scans, usageEvents, users } from '@nuances/db/schema';
import { scoreOf } from '@nuances/domain/scan/scoring';
import { asc, inArray } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { unseal } from '../testing/seal.ts';
import { type TestApp, useApp } from '../testing/test-app.ts';
import { fillPeople, nameOf, peoplePassword } from './people.ts';

let t: TestApp;
useApp((app) => (t = app));

const now = new Date('2026-11-20T21:00:00Z');
const count = 30;
const stateOf = async () => {
  const accounts = await t.db
    .select({ id: users.id, createdAt: users.createdAt })
    .from(users)
    .where(
      inArray(
        users.username,
        Array.from({ length: count }, (_, index) => nameOf(index + 1)),
      ),
    )
    .orderBy(asc(users.username));
  const ids = accounts.map(({ id }) => id);
  return {
    accounts,
    scans: await t.db.select().from(scans).where(inArray(scans.userId, ids)).orderBy(asc(scans.id)),
    notes: await t.db.select().from(notes).where(inArray(notes.userId, ids)).orderBy(asc(notes.id)),
    events: await t.db.$count(usageEvents, inArray(usageEvents.userId, ids)),
  };
};

it('adds people with scans, sealed notes and events, the same at every run', async () => {
  const filled = await fillPeople(t.services.db, t.masterKeys, count, now);
  const first = await stateOf();
  expect(filled).toEqual({ people: count, scans: first.scans.length, notes: first.notes.length });
  expect(first.accounts).toHaveLength(count);
  expect(first.scans.length).toBeGreaterThan(5 * count);
  expect(first.notes.length).toBeGreaterThan(count);
  expect(
    await t.db.$count(
      consents,
      inArray(
        consents.userId,
        first.accounts.map(({ id }) => id),
      ),
    ),
  ).toBe(count);
  expect(first.events).toBe(2 * first.scans.length + 2 * first.notes.length + count);
  for (const { answers, scoring, createdAt, receivedAt } of first.scans) {
    expect(scoring).toBe(scoreOf(answers ?? []));
    expect(receivedAt).toEqual(createdAt);
    expect(createdAt < now).toBe(true);
  }
  // Another run finds everything, and a later one adds the days since.
  expect(await fillPeople(t.services.db, t.masterKeys, count, now)).toEqual(filled);
  expect(await stateOf()).toEqual(first);
  const later = await fillPeople(t.services.db, t.masterKeys, count, new Date(now.getTime() + 30 * 86_400_000));
  expect(later.scans).toBeGreaterThan(filled.scans);
  const known = new Set(first.scans.map(({ id }) => id));
  expect((await stateOf()).scans.filter(({ id }) => known.has(id))).toEqual(first.scans);

  const username = nameOf(1 + first.accounts.findIndex(({ id }) => first.notes.some(({ userId }) => userId === id)));
  const { shortToken, userKey } = await t.guest.auth.login({ username, password: peoplePassword });
  const { notes: own } = await t.callerOf(shortToken).notes.all();
  expect(unseal(userKey, own[0]?.text ?? '')).toMatch(/\S/);
});

it('does not touch a real account of such a name', async () => {
  await t.person(nameOf(count + 1));
  await expect(fillPeople(t.services.db, t.masterKeys, count + 1, now)).rejects.toThrow(/not part of the demo/);
});
