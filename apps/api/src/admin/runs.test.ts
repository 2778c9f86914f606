import type { DatabaseHandle } from '@nuances/db/client';
import { aggregationRuns } from '@nuances/db/schema';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { type Clock, clockedDatabase } from '../testing/clock.ts';
import { recordHeartbeat, startRun, finishRun, holdsLease, listRuns } from './runs.ts';

let clock: Clock;
let handle: DatabaseHandle;
let close: () => Promise<void>;
beforeAll(async () => ({ clock, handle, close } = await clockedDatabase()));
afterAll(() => close());
const noon = Date.parse('2026-03-18T12:00:00Z');
const at = (seconds: number) => clock.set(new Date(noon + seconds * 1_000));
beforeEach(async () => {
  await handle.db.delete(aggregationRuns);
  await at(0);
});

const begin = async () => {
  const id = await startRun(handle.db, { trigger: 'button' });
  if (id === null) throw new Error('Another one runs');
  return id;
};
const progress = { weeksTotal: 9, weeksDone: 4, rows: 70 };
const outcomes = async () => (await listRuns(handle.db)).map(({ outcome }) => outcome);

it('a run that another instance has done meanwhile is not begun', async () => {
  const daily = { trigger: 'schedule', unlessDoneSince: new Date(noon) } as const;
  const first = await startRun(handle.db, daily);
  expect(await finishRun(handle.db, first ?? '', 'done', progress)).toBe(true);
  await at(1);
  expect(await startRun(handle.db, daily)).toBeNull();
  expect(await outcomes()).toEqual(['done']);
  expect(await startRun(handle.db, { trigger: 'schedule', unlessDoneSince: new Date(noon + 500) })).not.toBeNull();
});

it('only one runs at a time', async () => {
  const first = await begin();
  expect(await startRun(handle.db, { trigger: 'command' })).toBeNull();
  expect(await finishRun(handle.db, first, 'done', progress)).toBe(true);
  expect(await finishRun(handle.db, first, 'failed')).toBe(false);
  await at(1);
  await begin();
  expect(await outcomes()).toEqual(['running', 'done']);
});

it('the lease expires a minute after the last heartbeat', async () => {
  const first = await begin();
  await at(50);
  expect(await recordHeartbeat(handle.db, first, progress)).toBe(true);
  await at(109);
  expect(await startRun(handle.db, { trigger: 'command' })).toBeNull();
  await at(111);
  const [lost] = await listRuns(handle.db);
  expect(lost).toMatchObject({ outcome: 'lost', ...progress });
  const took = (lost?.finishedAt?.getTime() ?? 0) - (lost?.startedAt.getTime() ?? 0);
  expect(lost?.durationMs).toBeCloseTo(took, -1);
  expect(took).toBeGreaterThan(40_000);
  expect(took).toBeLessThan(60_000);
  const second = await begin();
  expect(second).not.toBe(first);
  expect(await outcomes()).toEqual(['running', 'lost']);
  expect(await recordHeartbeat(handle.db, first, progress)).toBe(false);
  expect(await finishRun(handle.db, first, 'done')).toBe(false);
  expect(await handle.db.transaction((transaction) => holdsLease(transaction, first))).toBe(false);
  expect(await handle.db.transaction((transaction) => holdsLease(transaction, second))).toBe(true);
});

it('a slow run can send heartbeats while it writes, and keeps its lease until the write is committed', async () => {
  const slow = await begin();
  await handle.db.transaction(
    async (transaction) => {
      expect(await holdsLease(transaction, slow)).toBe(true);
      expect(await recordHeartbeat(handle.db, slow, progress)).toBe(true);
      await at(61);
      expect(await startRun(handle.db, { trigger: 'command' })).toBeNull();
    },
    { isolationLevel: 'repeatable read' },
  );
  await begin();
});

it('the last fifty are kept', async () => {
  for (let second = 0; second < 55; second += 1) {
    await at(second);
    await finishRun(handle.db, await begin(), 'done', { ...progress, rows: second });
  }
  await at(60);
  await begin();
  const runs = await listRuns(handle.db);
  expect(runs.map(({ rows }) => rows)).toEqual([0, ...Array.from({ length: 49 }, (_, index) => 54 - index)]);
  expect(await handle.db.$count(aggregationRuns)).toBe(50);
  expect(await handle.db.$count(aggregationRuns, eq(aggregationRuns.outcome, 'running'))).toBe(1);
});
