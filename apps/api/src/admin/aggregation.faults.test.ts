/** Aggregation runs that are killed, and concurrent runs. */
import { type DatabaseHandle, openDatabase } from '@nuances/db/client';
import {
  anonymousUserId,
  usageEventKinds,
  usageEvents,
  usageCohorts,
  usageUserWeeks,
  usageWeeks,
} from '@nuances/db/schema';
import { testDatabase, type TestDatabase } from '@nuances/db/testing';
import { asc } from 'drizzle-orm';
import fc from 'fast-check';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Clock, controlClock } from '../testing/clock.ts';
import { type Counts, noCounts, recount } from '../testing/recount.ts';
import { isWhole } from '../faults/env.ts';
import { type StartedRun, createAggregation } from './aggregation.ts';
import { listRuns, type Progress } from './runs.ts';

const seed = 20_261_120;
const weekMs = 7 * 86_400_000;
const start = Date.parse('2026-01-05T00:00:00Z');
const weekCount = 8;
const now = start + (weekCount - 0.5) * weekMs;

/** Twelve people and visitors, in eight weeks; often over the end of one. */
const events = fc
  .sample(
    fc.record({
      userId: fc
        .integer({ min: 0, max: 12 })
        .map((n) => (n === 0 ? anonymousUserId : `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`)),
      kind: fc.constantFrom(...usageEventKinds),
      at: fc
        .tuple(
          fc.integer({ min: 0, max: weekCount - 1 }),
          fc.integer({ min: -90, max: 90 }),
          fc.integer({ min: 0, max: 120 }),
        )
        .map(([week, minutes, days20]) => start + week * weekMs + Math.abs(minutes) * 60_000 + days20 * 4_320_000),
      durationS: fc.option(fc.integer({ min: 0, max: 7_200 })),
    }),
    { numRuns: 1_500, seed },
  )
  .filter(({ at }) => at < now);

let database: TestDatabase;
let clock: Clock;
let handle: DatabaseHandle;

const quiet = { info: () => undefined, error: () => undefined };
const open = (applicationName: string) => openDatabase(database.url, { max: 6, applicationName });
const countOn = async (on: DatabaseHandle) =>
  (await createAggregation({ db: on.db, log: quiet }).begin({ trigger: 'command' }))?.ended;

const countNames = Object.keys(noCounts) as (keyof Counts)[];

/** Weekly counts of users and totals as text, without their time of creation. */
async function rowsByWeek(): Promise<Record<string, string>> {
  const weeks = await handle.db.select().from(usageWeeks).orderBy(asc(usageWeeks.weekStart));
  const rows = await handle.db.select().from(usageUserWeeks).orderBy(asc(usageUserWeeks.userId));
  return Object.fromEntries(
    weeks.map(({ weekStart, ...week }) => {
      const { nbSignups, nbAnonymousLanding } = week;
      const people = new Map<string, Counts & { readonly userId: string; readonly weekStart: string }>();
      for (const row of rows.filter((one) => one.weekStart === weekStart)) {
        const { userId } = row;
        const counts = people.get(userId) ?? { userId, weekStart, ...noCounts };
        for (const name of countNames) counts[name] += row[name];
        people.set(userId, counts);
      }
      const counts = Object.fromEntries(countNames.map((name) => [name, week[name]]));
      return [
        weekStart,
        JSON.stringify([{ weekStart, ...counts, nbSignups, nbAnonymousLanding }, [...people.values()]]),
      ];
    }),
  );
}

let old: Record<string, string>;
let fresh: Record<string, string>;
beforeAll(async () => {
  database = await testDatabase();
  clock = await controlClock(database.url);
  handle = open('nuances-aggregation-fault');
  await clock.set(new Date(now));
  const rows = events.map(({ at, ...event }) => ({ ...event, at: new Date(at) }));
  await handle.db.insert(usageEvents).values(rows.filter((_event, index) => index % 3 > 0));
  expect(await countOn(handle)).toBe('done');
  old = await rowsByWeek();
  await handle.sql`create table old_weeks as select * from usage_weeks`;
  await handle.sql`create table old_people as select * from usage_user_weeks`;
  await handle.db.insert(usageEvents).values(rows.filter((_event, index) => index % 3 === 0));
  await goBack();
  expect(await countOn(handle)).toBe('done');
  fresh = await rowsByWeek();
  for (const week of Object.keys(fresh)) expect(fresh[week]).not.toBe(old[week]);
});
afterAll(async () => {
  await clock.close();
  await handle.close();
  await database.drop();
});

/** Restores the rows from before the last third of the events; every week has to be aggregated again. */
async function goBack(): Promise<void> {
  await handle.sql`truncate usage_weeks, usage_user_weeks, aggregation_runs`;
  await handle.sql`insert into usage_weeks select * from old_weeks`;
  await handle.sql`insert into usage_user_weeks select * from old_people`;
  await handle.sql`update usage_weeks set is_final = false, settled_of = null`;
}
beforeEach(goBack);

it('the result equals that of a slow reference implementation', () => {
  const { weeks, people } = recount(events);
  const expected = Object.fromEntries(
    Object.keys(fresh).map((weekStart) => [
      weekStart,
      [
        { weekStart, ...noCounts, nbSignups: 0, nbAnonymousLanding: 0, ...weeks[weekStart] },
        Object.entries(people)
          .filter(([key]) => key.endsWith(weekStart))
          .map(([key, counts]) => ({ userId: key.split(' ')[0] ?? '', weekStart, ...counts }))
          .toSorted((a, b) => (a.userId < b.userId ? -1 : 1)),
      ],
    ]),
  );
  expect(Object.fromEntries(Object.entries(fresh).map(([week, text]) => [week, JSON.parse(text)]))).toEqual(expected);
});

it('the cohorts equal those of a slow reference implementation', async () => {
  expect(await countOn(handle)).toBe('done');
  const rows = await handle.db.select().from(usageCohorts);
  const counted = rows.map(({ signupWeek, weekStart, nbPeople }) => [`${signupWeek} ${weekStart}`, nbPeople]);
  expect(Object.fromEntries(counted)).toEqual(recount(events).cohorts);
});

/** Each week is either old or new as a whole, user rows and totals together. @returns how many are new */
async function expectWhole(): Promise<number> {
  const rows = await rowsByWeek();
  expect(Object.keys(rows)).toEqual(Object.keys(fresh));
  for (const [week, text] of Object.entries(rows)) expect([old[week], fresh[week]]).toContain(text);
  return Object.entries(rows).filter(([week, text]) => text === fresh[week]).length;
}

/** The run after a killed one takes over when the lease has expired, and completes the work. */
async function expectRecovery(): Promise<void> {
  await clock.set(new Date(now + 3_600_000));
  expect(await countOn(handle)).toBe('done');
  expect(await rowsByWeek()).toEqual(fresh);
  await clock.set(new Date(now));
}

/** Deterministic pseudo-random numbers between 0 and 1. */
const moments = (count: number) =>
  fc.sample(fc.noBias(fc.nat({ max: 999 })), { numRuns: count, seed }).map((part) => part / 1_000);

async function duration(): Promise<number> {
  const began = performance.now();
  expect(await countOn(handle)).toBe('done');
  return performance.now() - began;
}

/** Blocks the aggregation of every week from that one on while `work` runs. */
async function held(week: number, meanwhile: () => Promise<void>): Promise<void> {
  await handle.sql.begin(async (transaction) => {
    const from = new Date(start + week * weekMs).toISOString();
    await transaction`select from usage_weeks where week_start >= ${from} for update`;
    await meanwhile();
  });
}

describe('killed at random instants', () => {
  it('a run whose connections are closed leaves each week old or new', async () => {
    const takes = await duration();
    const found = new Set<number>();
    for (const moment of moments(isWhole ? 200 : 20)) {
      await goBack();
      const victim = open('nuances-aggregation-victim');
      // Only open connections are terminated.
      await Promise.all(Array.from({ length: 6 }, () => victim.sql`select pg_sleep(0.01)`));
      // It gets as far as this week and waits there; then it goes on for a part of the time that a week takes.
      const barrier = Math.floor(moment * (weekCount + 1));
      let run: Promise<StartedRun | null> | undefined;
      await held(barrier, async () => {
        const aggregation = createAggregation({ db: victim.db, log: quiet });
        await new Promise<void>((reached) => {
          const onProgress = ({ weeksDone }: Progress) => weeksDone >= barrier && reached();
          run = aggregation.begin({ trigger: 'command' }, onProgress);
        });
      });
      await sleep((takes / weekCount) * (moment * (weekCount + 1) - barrier));
      await handle.sql`
        select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'nuances-aggregation-victim'`;
      const begun = await run;
      await begun?.ended;
      found.add(await expectWhole());
      await victim.close();
      found.add(await expectWhole());
      await expectRecovery();
    }
    // The instants differed; how many weeks a slow machine completes in that time is not deterministic.
    expect(found.size).toBeGreaterThan(3);
  }, 180_000);

  it('a run after kill -9 leaves each week old or new, and the next one takes over', async () => {
    const takes = await duration();
    const children: Child[] = [];
    try {
      for (const moment of moments(isWhole ? 20 : 3)) {
        await goBack();
        const child = await startChild();
        children.push(child);
        child.go();
        await child.said('begun');
        await sleep(takes * moment);
        await child.kill();
        await expectWhole();
        const [run] = await listRuns(handle.db, 1);
        if (run?.outcome === 'running') expect(await countOn(handle)).toBeUndefined();
        await expectRecovery();
        expect((await listRuns(handle.db)).map(({ outcome }) => outcome)).toEqual([
          'done',
          run?.outcome === 'running' ? 'lost' : 'done',
        ]);
      }
    } finally {
      for (const child of children) await child.kill();
    }
  }, 180_000);
});

/** A child process that runs the aggregation; see aggregation.child.ts. */
interface Child {
  go(): void;
  said(word: string): Promise<void>;
  kill(): Promise<void>;
}

async function startChild(): Promise<Child> {
  const file = fileURLToPath(new URL('../testing/aggregation.child.ts', import.meta.url));
  const process_ = spawn(process.execPath, ['--import', 'tsx', file, database.url], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const ended = once(process_, 'close');
  const words = createInterface({ input: process_.stdout })[Symbol.asyncIterator]();
  const said = async (word: string) => expect((await words.next()).value).toBe(word);
  await said('ready');
  return {
    go: () => void process_.stdin.write('go\n'),
    said,
    async kill() {
      process_.kill('SIGKILL');
      await ended;
    },
  };
}

describe('concurrent runs', () => {
  it('of eight that start together one runs, the others report busy, and nothing is counted twice', async () => {
    const instances = Array.from({ length: 8 }, () => open('nuances-aggregation-instance'));
    try {
      for (let round = 0; round < 3; round += 1) {
        await goBack();
        let begun: (StartedRun | null)[] = [];
        // The first one must not be done before the last one has tried.
        await held(0, async () => {
          begun = await Promise.all(
            instances.map(({ db }) => createAggregation({ db, log: quiet }).begin({ trigger: 'schedule' })),
          );
        });
        const runs = begun.filter((run) => run !== null);
        expect(runs).toHaveLength(1);
        expect(await runs[0]?.ended).toBe('done');
        expect(await rowsByWeek()).toEqual(fresh);
        expect(await listRuns(handle.db)).toMatchObject([
          { outcome: 'done', trigger: 'schedule', weeksDone: weekCount, weeksTotal: weekCount },
        ]);
      }
    } finally {
      await Promise.all(instances.map((instance) => instance.close()));
    }
  });

  it('one whose lease expired because it could not send a heartbeat writes nothing more', async () => {
    const [slow, next] = [open('nuances-aggregation-slow'), open('nuances-aggregation-next')];
    const counted: number[] = [];
    try {
      let run: Promise<StartedRun | null> | undefined;
      let second: StartedRun | null = null;
      await held(3, async () => {
        const aggregation = createAggregation({ db: slow.db, log: quiet });
        await new Promise<void>((reached) => {
          run = aggregation.begin({ trigger: 'button' }, ({ weeksDone }) => {
            counted.push(weeksDone);
            if (weeksDone === 3) reached();
          });
        });
        await handle.sql`update aggregation_runs set heartbeat_at = heartbeat_at - interval '1 hour'`;
        second = await createAggregation({ db: next.db, log: quiet }).begin({ trigger: 'command' });
        expect(second).not.toBeNull();
      });
      expect(await (await run)?.ended).toBe('lost');
      expect(counted.at(-1)).toBe(3);
      expect(await Object(second).ended).toBe('done');
      expect(await rowsByWeek()).toEqual(fresh);
      expect((await listRuns(handle.db)).map(({ outcome }) => outcome)).toEqual(['done', 'lost']);
    } finally {
      await Promise.all([slow.close(), next.close()]);
    }
  });

  it('eight that retry while events are added end with the same totals', async () => {
    const extra = events.slice(0, 40).map(({ at, ...event }) => ({ ...event, at: new Date(at) }));
    const instances = Array.from({ length: 8 }, () => open('nuances-aggregation-instance'));
    try {
      const arriving = (async () => {
        for (const event of extra) await handle.db.insert(usageEvents).values(event);
      })();
      const insist = async ({ db }: DatabaseHandle) => {
        const aggregation = createAggregation({ db, log: quiet });
        for (let time = 0; time < 5; time += 1) {
          const run = await aggregation.begin({ trigger: 'command' });
          expect(run === null || (await run.ended) === 'done').toBe(true);
        }
      };
      await Promise.all([arriving, ...instances.map(insist)]);
      await handle.sql`update usage_weeks set is_final = false, settled_of = null`;
      expect(await countOn(handle)).toBe('done');
      const twice = recount([...events, ...extra.map((event) => ({ ...event, at: event.at.getTime() }))]);
      const rows = await handle.db.select().from(usageWeeks);
      for (const { weekStart, ...row } of rows) expect(row).toMatchObject(twice.weeks[weekStart] ?? {});
    } finally {
      await Promise.all(instances.map((instance) => instance.close()));
    }
  });
});
