import type { DatabaseHandle } from '@nuances/db/client';
import { aggregationRuns, anonymousUserId, usageEvents } from '@nuances/db/schema';
import { sql } from 'drizzle-orm';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Clock, clockedDatabase } from '../testing/clock.ts';
import { type Aggregation, createAggregation } from './aggregation.ts';
import { listRuns } from './runs.ts';
import { createSchedule, lastTime } from './schedule.ts';

const at = { hour: 3, minute: 10 };

it.each([
  ['2026-03-18T03:09:59.999Z', '2026-03-17T03:10:00.000Z'],
  ['2026-03-18T03:10:00.000Z', '2026-03-18T03:10:00.000Z'],
  ['2026-03-18T23:59:59.999Z', '2026-03-18T03:10:00.000Z'],
  ['2026-03-29T03:10:00.000Z', '2026-03-29T03:10:00.000Z'], // when clocks change in Europe
])('at %s it was that time last at %s', (now, last) => {
  expect(new Date(lastTime(at, Date.parse(now))).toISOString()).toBe(last);
});

describe('every day', () => {
  let clock: Clock;
  let handle: DatabaseHandle;
  let close: () => Promise<void>;
  beforeAll(async () => ({ clock, handle, close } = await clockedDatabase()));
  afterAll(() => close());
  beforeEach(async () => {
    await handle.sql`truncate usage_events, usage_weeks, usage_user_weeks, aggregation_runs`;
  });

  const noon = Date.parse('2026-03-17T12:00:00Z');
  const quiet = { info: () => undefined, error: () => undefined };
  const addEvent = (when: number) =>
    handle.db.insert(usageEvents).values({ userId: anonymousUserId, kind: 'landing', at: new Date(when) });

  /** Instances that check their clocks at the same time. */
  function instances(
    count: number,
    begin: Aggregation['begin'] = createAggregation({ db: handle.db, log: quiet }).begin,
  ) {
    let now = noon;
    const schedules = Array.from({ length: count }, (_, index) =>
      createSchedule(handle.db, { begin }, at, () => now + (index - 1) * 900_000),
    );
    /** The runs until that time, with all instances checking regularly. */
    return async (time: string, everyMs = 60_000) => {
      for (const to = Date.parse(time); now < to;) {
        now = Math.min(now + everyMs, to);
        await clock.set(new Date(now));
        await Promise.all(schedules.map((runIfDue) => runIfDue()));
      }
      return (await listRuns(handle.db)).map(({ outcome, trigger }) => `${trigger} ${outcome}`);
    };
  }
  const done = 'schedule done';

  it('runs once in one of three instances whose clocks differ by a quarter of an hour', async () => {
    await addEvent(noon - 2 * 86_400_000);
    const until = instances(3);
    expect(await until('2026-03-17T12:05:00Z')).toEqual([done]); // catches up: nothing ran this morning
    expect(await until('2026-03-18T02:50:00Z', 1_800_000)).toEqual([done]);
    expect(await until('2026-03-18T03:40:00Z', 300_000)).toEqual([done, done]);
    expect(await until('2026-03-19T12:00:00Z', 3_600_000)).toEqual([done, done, done]);
  });

  it('does not run without events', async () => {
    const until = instances(2);
    expect(await until('2026-03-17T12:03:00Z')).toEqual([]);
    await addEvent(noon);
    expect(await until('2026-03-18T02:00:00Z', 3_600_000)).toEqual([]);
    expect(await until('2026-03-18T05:00:00Z', 3_600_000)).toEqual([done]);
  });

  it('retries a failed run, up to three times a day', async () => {
    await addEvent(noon - 86_400_000);
    const until = instances(1, async ({ trigger }) => {
      const id = randomUUID();
      const moment = sql`now()`;
      await handle.db
        .insert(aggregationRuns)
        .values({ id, trigger, startedAt: moment, heartbeatAt: moment, outcome: 'failed' });
      return { id, ended: Promise.resolve('failed' as const) };
    });
    expect(await until('2026-03-17T12:08:00Z')).toHaveLength(3);
    expect(await until('2026-03-18T03:08:00Z', 3_600_000)).toHaveLength(3);
    expect(await until('2026-03-18T04:40:00Z', 600_000)).toHaveLength(6);
  });

  it('waits for a run that was started elsewhere, and does not repeat it', async () => {
    await addEvent(noon - 86_400_000);
    let others = 0;
    const until = instances(1, async () => {
      others += 1;
      return null;
    });
    expect(await until('2026-03-17T12:03:00Z')).toEqual([]);
    expect(others).toBe(3);
    const moment = sql`now()`;
    await handle.db.insert(aggregationRuns).values({
      id: randomUUID(),
      trigger: 'schedule',
      startedAt: moment,
      heartbeatAt: moment,
      outcome: 'done',
    });
    await until('2026-03-17T12:06:00Z');
    expect(others).toBe(3);
  });
});
