import { ledgerEntries } from '@nuances/db/schema';
import { and, eq, sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { type TestApp, useApp } from '../testing/test-app.ts';
import { ledgerMoment, recordDecision } from './ledger-entries.ts';

let t: TestApp;
useApp((app) => (t = app));

const inAnHour = sql`clock_timestamp() + interval '1 hour'`;

it.each([
  ['lock', 'unlocked', 'locked', 'locked'],
  ['moods', '2026-11-20T13:00:00.000000Z', '2026-11-20T12:10:00.000000Z', '2026-11-20T13:00:00.000000Z'],
] as const)('%s: what is decided after the clock was set back is the last', async (subject, first, second, last) => {
  const { id: userId } = t.bob;
  const decide = async (value: string, at?: typeof inAnHour) => {
    await t.db.transaction((transaction) => recordDecision(transaction, { userId, subject, value, ...(at && { at }) }));
    const isOwn = and(eq(ledgerEntries.userId, userId), eq(ledgerEntries.subject, subject));
    const columns = { value: ledgerEntries.value, at: ledgerMoment(ledgerEntries.at) };
    const [entry] = await t.db.select(columns).from(ledgerEntries).where(isOwn);
    return { at: '', ...entry };
  };
  const before = await decide(first, inAnHour);
  const after = await decide(second);
  expect(after.value).toBe(last);
  expect(after.at > before.at).toBe(true);
});
