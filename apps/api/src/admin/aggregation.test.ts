import { type DatabaseHandle, openDatabase } from '@nuances/db/client';
import {
  anonymousUserId,
  usageCohorts,
  usageEventKinds,
  usageEvents,
  usageUserWeeks,
  usageWeeks,
} from '@nuances/db/schema';
import { isPostgresError } from '@nuances/db/postgres/error-codes';
import { AcquireTimeout } from '@nuances/db/postgres/semaphore';
import { asc, eq, isNotNull } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { dropOldMonths, listPartitions } from '@nuances/db/usage-events/months';
import { type Clock, clockedDatabase } from '../testing/clock.ts';
import { type Counts, type MadeEvent, noCounts, recount } from '../testing/recount.ts';
import { createAggregation } from './aggregation.ts';
import { foldFinalWeeks, foldIntoAnonymous, removeFinalEvents } from './week-erasure.ts';
import { hasUnaggregatedEvents, prepareWeeks } from './weeks.ts';

let clock: Clock;
let handle: DatabaseHandle;
let url: string;
let close: () => Promise<void>;
beforeAll(async () => ({ clock, handle, url, close } = await clockedDatabase(10)));
afterAll(() => close());
const empty = () =>
  handle.sql`truncate usage_events, usage_weeks, usage_user_weeks, usage_cohorts, usage_funnel, aggregation_runs`;
beforeEach(empty);

const person = (index: number) => `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`;
const [ann, ben, cleo] = [person(1), person(2), person(3)];
const dayMs = 86_400_000;
const weekMs = 7 * dayMs;
const utc = (at: string) => Date.parse(`${at}Z`);

const event = (
  userId: string,
  at: string,
  kind: MadeEvent['kind'] = 'activity',
  durationS: number | null = null,
): MadeEvent => ({ userId, kind, at: utc(at), durationS });

async function add(events: readonly MadeEvent[]): Promise<void> {
  const rows = events.map(({ at, ...other }) => ({ ...other, at: new Date(at) }));
  if (rows.length > 0) await handle.db.insert(usageEvents).values(rows);
}

/** Runs the aggregation at that time, with its own services. */
async function count(now: number): Promise<void> {
  await clock.set(new Date(now));
  const faults: object[] = [];
  const log = { info: () => undefined, error: (fault: object) => faults.push(fault) };
  const run = await createAggregation({ db: handle.db, log }).begin({ trigger: 'command' });
  expect(await run?.ended, JSON.stringify(faults)).toBe('done');
}

const countNames = Object.keys(noCounts) as (keyof Counts)[];

/** Counts of users, by user and week. */
async function people(): Promise<Record<string, Counts>> {
  const found: Record<string, Counts> = {};
  for (const row of await handle.db.select().from(usageUserWeeks)) {
    const counts = (found[`${row.userId} ${row.weekStart}`] ??= { ...noCounts });
    for (const name of countNames) counts[name] += row[name];
  }
  return found;
}

/** Totals of aggregated weeks, by week. */
async function weeks() {
  const rows = await handle.db
    .select()
    .from(usageWeeks)
    .where(isNotNull(usageWeeks.computedAt))
    .orderBy(asc(usageWeeks.weekStart));
  return Object.fromEntries(
    rows.map((row) => [
      row.weekStart,
      {
        ...Object.fromEntries(countNames.map((name) => [name, row[name]])),
        nbSignups: row.nbSignups,
        nbAnonymousLanding: row.nbAnonymousLanding,
      },
    ]),
  );
}

/** Accounts by `SIGNUP_WEEK WEEK`. */
async function cohorts(): Promise<Record<string, number>> {
  const rows = await handle.db.select().from(usageCohorts);
  return Object.fromEntries(
    rows
      .filter(({ nbPeople }) => nbPeople > 0)
      .map(({ signupWeek, weekStart, nbPeople }) => [`${signupWeek} ${weekStart}`, nbPeople]),
  );
}

const noWeek = { ...noCounts, nbSignups: 0, nbAnonymousLanding: 0 };

/** The expected rows by the slow reference implementation; weeks without events are zeros. */
async function expectRecounted(events: readonly MadeEvent[]): Promise<void> {
  const slow = recount(events);
  expect(await people()).toEqual(slow.people);
  const counted = await weeks();
  expect(counted).toEqual(Object.fromEntries(Object.keys(counted).map((week) => [week, slow.weeks[week] ?? noWeek])));
  expect(Object.keys(counted)).toEqual(expect.arrayContaining(Object.keys(slow.weeks)));
  expect(await cohorts()).toEqual(slow.cohorts);
}

describe('a fixture with known results', () => {
  // 2026-03-02, -09 and -16 are Mondays.
  const events = [
    event(anonymousUserId, '2026-02-16T12:00:00', 'landing'),
    // A session of 45 min 29.999 s: it starts with the week, two events have the same time, and the longest gap
    // within it is a millisecond under half an hour.
    event(ann, '2026-03-02T00:00:00', 'signup'),
    event(ann, '2026-03-02T00:00:00', 'landing'),
    event(ann, '2026-03-02T00:10:00', 'quiz_started'),
    event(ann, '2026-03-02T00:15:30', 'scan', 300),
    event(ann, '2026-03-02T00:45:29.999', 'history_opened'),
    // Half an hour later: another one, of a single moment.
    event(ann, '2026-03-02T01:15:29.999', 'stats_opened'),
    event(anonymousUserId, '2026-03-02T08:00:00', 'landing'),
    event(anonymousUserId, '2026-03-02T08:01:00', 'landing'),
    // Half an hour over midnight.
    event(ann, '2026-03-04T23:50:00', 'notes_opened'),
    event(ann, '2026-03-05T00:05:00', 'note_created'),
    event(ann, '2026-03-05T00:20:00', 'note_updated'),
    event(ann, '2026-03-05T00:20:00', 'note_updated'),
    // Forty minutes over the end of the week: all of them with the week before, each event in its own.
    event(ann, '2026-03-08T23:40:00'),
    event(ann, '2026-03-08T23:59:59.999', 'quiz_started'),
    event(ann, '2026-03-09T00:10:00', 'scan', 7_200), // an hour of it counts
    event(ann, '2026-03-09T00:20:00', 'landing'),
    event(ann, '2026-03-10T09:00:00', 'quiz_completed'), // of an older version, without a duration
    event(ben, '2026-03-14T10:00:00', 'signup'),
    event(ben, '2026-03-14T10:00:00', 'landing'),
    event(ben, '2026-03-14T10:20:00'),
    event(ben, '2026-03-14T10:40:00'),
    event(ben, '2026-03-14T11:00:00'),
    event(anonymousUserId, '2026-03-15T20:00:00', 'signup'), // of an account that is gone
    event(anonymousUserId, '2026-03-15T23:59:59.999', 'landing'),
    event(anonymousUserId, '2026-03-16T00:00:00', 'landing'),
    event(ben, '2026-03-18T11:59:00', 'quiz_started'),
  ];
  const annFirst: Counts = {
    ...noCounts,
    nbActive: 1,
    nbLanding: 1,
    nbSessions: 4,
    sessionMs: 2_729_999 + 0 + 1_800_000 + 2_400_000,
    nbQuizStarted: 2,
    nbQuizCompleted: 1,
    quizS: 300,
    nbQuizTimed: 1,
    nbNotesCreated: 1,
    nbNotesUpdated: 2,
    nbNotesOpened: 1,
    nbStatsOpened: 1,
    nbHistoryOpened: 1,
  };
  const byHand = {
    people: {
      [`${ann} 2026-03-02`]: annFirst,
      [`${ann} 2026-03-09`]: {
        ...noCounts,
        nbActive: 1,
        nbLanding: 1,
        nbSessions: 1,
        nbQuizCompleted: 2,
        quizS: 3_600,
        nbQuizTimed: 1,
      },
      [`${ben} 2026-03-09`]: { ...noCounts, nbActive: 1, nbLanding: 1, nbSessions: 1, sessionMs: 3_600_000 },
      [`${ben} 2026-03-16`]: { ...noCounts, nbActive: 1, nbSessions: 1, nbQuizStarted: 1 },
    },
    weeks: {
      '2026-02-16': { ...noWeek, nbAnonymousLanding: 1 },
      '2026-02-23': noWeek,
      '2026-03-02': { ...annFirst, nbSignups: 1, nbAnonymousLanding: 2 },
      '2026-03-09': {
        ...noWeek,
        nbActive: 2,
        nbSignups: 2,
        nbAnonymousLanding: 1,
        nbLanding: 2,
        nbSessions: 2,
        sessionMs: 3_600_000,
        nbQuizCompleted: 2,
        quizS: 3_600,
        nbQuizTimed: 1,
      },
      '2026-03-16': { ...noWeek, nbActive: 1, nbAnonymousLanding: 1, nbSessions: 1, nbQuizStarted: 1 },
    },
    cohorts: {
      '2026-03-02 2026-03-02': 1,
      '2026-03-02 2026-03-09': 1,
      '2026-03-09 2026-03-09': 1,
      '2026-03-09 2026-03-16': 1,
    },
  };

  it('gives exactly these rows (USAGE-9, USAGE-10), and is idempotent', async () => {
    await add(events.toReversed()); // no order is needed
    for (let time = 0; time < 2; time += 1) {
      await count(utc('2026-03-18T12:00:00'));
      expect(await people()).toEqual(byHand.people);
      expect(await weeks()).toEqual(byHand.weeks);
      expect(await cohorts()).toEqual(byHand.cohorts);
    }
  });

  it('agrees with the reference implementation of the other tests', () => {
    const { funnel: _funnel, ...slow } = recount(events);
    expect({ ...slow, weeks: { ...slow.weeks, '2026-02-23': noWeek } }).toEqual(byHand);
  });
});

it('has no week without an event', async () => {
  await count(utc('2026-03-18T12:00:00'));
  expect(await weeks()).toEqual({});
});

it.each([
  ['in a month that has a partition', 10],
  ['after the last one that has', 300],
])('begins with the week of the first event: %s', async (_where, days) => {
  const [month] = await listPartitions(handle.sql);
  const first = { userId: ann, kind: 'landing', at: (month?.from ?? 0) + days * dayMs, durationS: null } as const;
  const events = [first, { ...first, at: first.at + 9 * dayMs }];
  await add(events);
  await count(first.at + 12 * dayMs);
  await expectRecounted(events);
  expect(Object.keys(await weeks())[0]).toBe(Object.keys(recount(events).weeks).toSorted()[0]);
});

/** Three weeks of events, many of them near week borders and with gaps of exactly half an hour. */
const start = utc('2026-03-02T00:00:00');
const anyTime = fc.oneof(
  fc.integer({ min: 0, max: 3 * weekMs - 1 }),
  fc
    .tuple(fc.constantFrom(0, 1, 2, 3), fc.integer({ min: -3 * 3_600_000, max: 3 * 3_600_000 }))
    .map(([border, by]) => Math.min(Math.max(0, border * weekMs + by), 3 * weekMs - 1)),
  fc.integer({ min: 0, max: 3 * 7 * 48 - 1 }).map((halfHour) => halfHour * 1_800_000),
  fc.integer({ min: 0, max: 300 }).map((step) => weekMs - 3_600_000 + step * 600_000),
);
const anyEvent = fc.record({
  userId: fc.constantFrom(ann, ben, cleo, anonymousUserId),
  kind: fc.constantFrom(...usageEventKinds),
  at: anyTime.map((at) => start + at),
  durationS: fc.option(fc.integer({ min: 0, max: 86_400 })),
});

describe('any events', () => {
  it('are aggregated as by the slow reference implementation', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(anyEvent, { maxLength: 150 }), async (events) => {
        await empty();
        await add(events);
        await count(start + 3.5 * weekMs);
        await expectRecounted(events);
      }),
      { numRuns: 40 },
    );
  });

  it('give the same rows when they are aggregated in several steps, also those that are committed late', async () => {
    const moments = fc.array(fc.integer({ min: 0, max: 3 * weekMs }), { minLength: 1, maxLength: 5 });
    const delay = fc.constantFrom(0, 0, 3_600_000, 2 * 3_600_000 - 1);
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(anyEvent, delay), { maxLength: 100 }), moments, async (events, runs) => {
        await empty();
        const inOrder = events.toSorted(([a, late], [b, later]) => a.at + late - b.at - later);
        let seen = 0;
        for (const now of [...runs.toSorted((a, b) => a - b), 3.5 * weekMs]) {
          const until = inOrder.filter(([one, late]) => one.at + late < start + now).map(([one]) => one);
          await add(until.slice(seen));
          seen = until.length;
          await count(start + now);
          await expectRecounted(until);
        }
      }),
      { numRuns: 20 },
    );
  });

  it('are not read again once they are settled', async () => {
    await add([event(ann, '2026-03-03T10:00:00', 'landing'), event(ben, '2026-03-04T09:30:00', 'landing')]);
    await count(utc('2026-03-04T10:00:00'));
    await handle.db.delete(usageEvents);
    await add([event(cleo, '2026-03-04T10:30:00', 'landing')]);
    await count(utc('2026-03-04T11:00:00'));
    // Of the first half hour that was still open, nothing is there any more.
    expect(Object.keys(await people()).toSorted()).toEqual([`${ann} 2026-03-02`, `${cleo} 2026-03-02`]);
    expect((await weeks())['2026-03-02']).toMatchObject({ nbActive: 2, nbLanding: 2 });
  });

  it('of a week that an older version counted meanwhile are counted anew', async () => {
    const events = [event(ann, '2026-03-03T10:00:00', 'landing'), event(ann, '2026-03-04T10:00:00', 'landing')];
    await add(events);
    await count(utc('2026-03-04T10:05:00'));
    // It replaces all rows in one statement, whose parts have no order, and knows no watermark.
    for (const whose of [handle.sql`user_id <> ${anonymousUserId}::uuid`, handle.sql`user_id = ${ann}::uuid`])
      await handle.sql`
        with counted as (
          select user_id, bool_or(kind = 'signup') as signed_up, 1 as nb_active, count(*) as nb_landing
          from usage_events where ${whose} group by user_id
        ),
        removed as (delete from usage_user_weeks where week_start = '2026-03-02' and ${whose}),
        written as (
          insert into usage_user_weeks (user_id, week_start, signed_up, nb_active, nb_landing)
          select user_id, '2026-03-02'::date, signed_up, nb_active, nb_landing from counted
        )
        select (select count(*) from counted) as rows`;
    expect((await people())[`${ann} 2026-03-02`]).toMatchObject({ nbActive: 1, nbLanding: 2 });
    await handle.sql`update usage_weeks set computed_at = now() + interval '1 second'`;
    await count(utc('2026-03-04T10:10:00'));
    await expectRecounted(events);
  });
});

describe('a session', () => {
  const every = (userId: string, from: string, to: string, minutes: number) =>
    Array.from({ length: Math.floor((utc(to) - utc(from)) / (minutes * 60_000)) + 1 }, (_, index) => ({
      ...event(userId, from),
      at: utc(from) + index * minutes * 60_000,
    }));

  it('that lasts for weeks belongs to the week in which it began', async () => {
    const bot = [
      ...every(ann, '2026-03-06T18:00:00', '2026-03-24T05:00:00', 29),
      ...every(ben, '2026-03-08T20:00:00', '2026-03-09T06:00:00', 20),
    ].toSorted((a, b) => a.at - b.at);
    for (const now of ['2026-03-08T12:00:00', '2026-03-11T12:00:00', '2026-03-23T12:00:00', '2026-03-30T00:00:00']) {
      const until = bot.filter(({ at }) => at < utc(now));
      await add(until.slice(await handle.db.$count(usageEvents)));
      await count(utc(now));
      await expectRecounted(until);
    }
    expect((await weeks())['2026-03-02']).toMatchObject({ nbSessions: 2 });
    expect((await weeks())['2026-03-16']).toMatchObject({ nbSessions: 0, sessionMs: 0 });
  });

  it('that never ends keeps only its first week from becoming final', async () => {
    const bot = every(ann, '2026-03-06T18:00:00', '2026-03-31T12:00:00', 25);
    await add(bot);
    await count(utc('2026-03-31T12:10:00'));
    const open = await handle.db.select().from(usageWeeks).where(eq(usageWeeks.isFinal, false));
    expect(open.map(({ weekStart }) => weekStart).toSorted()).toEqual(['2026-03-02', '2026-03-30']);
    const more = every(ann, '2026-03-31T12:20:00', '2026-04-14T12:00:00', 25);
    await add(more);
    await count(utc('2026-04-14T12:10:00'));
    await expectRecounted([...bot, ...more]);
  });

  it('is summed in microseconds', async () => {
    await handle.sql`insert into usage_events (user_id, kind, at) values
      (${ann}, 'activity', '2026-03-02T08:00:00.000400Z'), (${ann}, 'activity', '2026-03-02T08:29:59.000800Z'),
      (${ann}, 'activity', '2026-03-02T08:59:59.000799Z'), (${ann}, 'activity', '2026-03-02T09:29:59.000799Z')`;
    await count(utc('2026-03-18T12:00:00'));
    expect((await people())[`${ann} 2026-03-02`]).toMatchObject({ nbSessions: 2, sessionMs: 3_599_000 });
  });

  it('goes on over the moment to which the week is settled', async () => {
    const events = [
      event(ann, '2026-03-04T10:02:00', 'scan', 60),
      event(ann, '2026-03-04T10:05:00', 'landing'),
      event(ann, '2026-03-04T10:15:00', 'scan', 60),
      event(ann, '2026-03-04T10:44:59'),
    ];
    await add(events);
    // Settled to 10:10, then to 11:00.
    for (const now of ['12:10', '13:00']) {
      await count(utc(`2026-03-04T${now}:00`));
      await expectRecounted(events);
    }
  });
});

describe('a week', () => {
  const computed = async () =>
    Object.fromEntries(
      (await handle.db.select().from(usageWeeks)).map(({ weekStart, computedAt }) => [weekStart, computedAt]),
    );

  it('that is final is not aggregated again; the current one always is', async () => {
    await add([event(ann, '2026-03-03T10:00:00'), event(ann, '2026-03-12T10:00:00')]);
    await count(utc('2026-03-12T12:00:00'));
    const first = await computed();
    await add([event(ann, '2026-03-12T12:01:00')]);
    await count(utc('2026-03-12T12:05:00'));
    const second = await computed();
    expect(second['2026-03-02']).toEqual(first['2026-03-02']);
    expect(second['2026-03-09']).not.toEqual(first['2026-03-09']);
    expect(Object.keys(second)).toEqual(['2026-03-02', '2026-03-09']);
  });

  it('becomes final only after the safety lag, and after its sessions have ended', async () => {
    const openAt = async (now: string) => {
      await count(utc(now));
      const rows = await handle.db.select().from(usageWeeks).where(eq(usageWeeks.isFinal, false));
      return rows.map(({ weekStart }) => weekStart).toSorted();
    };
    await add([event(ann, '2026-03-08T23:50:00'), event(ann, '2026-03-09T00:15:00')]);
    expect(await openAt('2026-03-09T02:20:00')).toEqual(['2026-03-02', '2026-03-09']);
    expect(await openAt('2026-03-09T02:44:00')).toEqual(['2026-03-02', '2026-03-09']);
    expect(await openAt('2026-03-09T02:46:00')).toEqual(['2026-03-09']);
  });

  it('counts an event once that is committed after the aggregation', async () => {
    const events = [event(ann, '2026-03-08T23:58:00', 'landing'), event(ann, '2026-03-09T00:01:00', 'landing')];
    await add(events.slice(1));
    const late = openDatabase(url, { max: 1, applicationName: 'late' });
    try {
      await late.sql.begin(async (transaction) => {
        await transaction`insert into usage_events (user_id, kind, at) values (${ann}, 'landing', '2026-03-08T23:58:00Z')`;
        await count(utc('2026-03-09T00:02:00'));
        await expectRecounted(events.slice(1));
      });
    } finally {
      await late.close();
    }
    for (let time = 0; time < 2; time += 1) {
      await count(utc('2026-03-09T00:03:00'));
      await expectRecounted(events);
    }
  });

  it.each([
    ['counted before', true],
    ['not counted before', false],
  ])('is right also when the clock is set back by an hour, over the end of the week; %s', async (_when, isCounted) => {
    const before = [
      event(ann, '2026-03-09T00:20:00', 'landing'),
      event(anonymousUserId, '2026-03-09T00:21:00', 'landing'),
    ];
    await add(before);
    if (isCounted) await count(utc('2026-03-09T00:30:00'));
    const after = [event(ann, '2026-03-08T23:35:00', 'landing'), event(ben, '2026-03-08T23:36:00', 'signup')];
    await add(after);
    await count(utc('2026-03-08T23:40:00'));
    await expectRecounted([...before, ...after]);
  });
});

describe('the cohorts', () => {
  const events = [
    event(ann, '2026-03-02T10:00:00', 'signup'),
    event(ben, '2026-03-04T10:00:00', 'signup'),
    event(ann, '2026-03-10T10:00:00'),
    event(ann, '2026-03-31T10:00:00'),
    event(ben, '2026-04-21T10:00:00'),
  ];
  const now = utc('2026-04-29T12:00:00');

  it('are counted one, two, four and seven weeks after the sign-up (USAGE-11)', async () => {
    await add(events);
    await count(now);
    expect(await cohorts()).toEqual({
      '2026-03-02 2026-03-02': 2,
      '2026-03-02 2026-03-09': 1,
      '2026-03-02 2026-03-30': 1,
      '2026-03-02 2026-04-20': 1,
    });
    expect(await cohorts()).toEqual(recount(events).cohorts);
  });

  it('are counted by the next run when one dies between the weeks and them', async () => {
    await add(events);
    await handle.sql`alter table usage_cohorts add constraint planted check (nb_people < 0)`;
    try {
      await expect(count(now)).rejects.toThrow(/planted|done/);
    } finally {
      await handle.sql`alter table usage_cohorts drop constraint planted`;
    }
    expect(await weeks()).toEqual(expect.objectContaining(recount(events).weeks));
    expect(await cohorts()).toEqual({});
    // An account that is erased in between counts on, in weeks that are final too.
    await handle.db.transaction((transaction) => foldIntoAnonymous(transaction, ann));
    for (let time = 0; time < 2; time += 1) {
      await count(now);
      expect(await cohorts()).toEqual(recount(events).cohorts);
    }
  });
});

describe('when events are removed with their month', () => {
  const old = [event(ann, '2025-12-30T10:00:00', 'landing'), event(ann, '2026-01-01T10:00:00', 'landing')];
  const recent = event(ben, '2026-02-26T10:00:00', 'landing');

  it('their counts stay, also in a week that was removed only in part', async () => {
    await add([...old, recent]);
    await count(utc('2026-02-27T12:00:00'));
    await clock.set(new Date('2026-03-03T12:00:00Z')); // the month of the first one ended within the week of both
    await dropOldMonths(handle.sql);
    expect(await handle.db.$count(usageEvents)).toBe(2);
    await handle.sql`update usage_weeks set is_final = false`; // reopens them all
    await count(utc('2026-03-03T12:00:00'));
    await expectRecounted([...old, recent]);
    await clock.set(new Date('2026-04-02T12:00:00Z'));
    await dropOldMonths(handle.sql);
    expect(await handle.db.$count(usageEvents)).toBe(1);
    await count(utc('2026-04-02T12:00:00'));
    await expectRecounted([...old, recent]);
  });

  it('it is known whether they were aggregated', async () => {
    await clock.set(new Date('2026-03-10T12:00:00Z'));
    expect(await hasUnaggregatedEvents(handle.db)).toBe(false);
    await add([recent]);
    expect(await hasUnaggregatedEvents(handle.db)).toBe(false);
    await add(old);
    expect(await hasUnaggregatedEvents(handle.db)).toBe(true);
    await count(utc('2026-03-10T12:00:00'));
    expect(await hasUnaggregatedEvents(handle.db)).toBe(false);
  });
});

describe('an account that is erased', () => {
  const events = [
    event(ann, '2026-03-02T10:00:00', 'signup'),
    event(ann, '2026-03-02T10:05:00', 'landing'),
    event(ann, '2026-03-08T23:50:00'),
    event(ann, '2026-03-09T00:10:00', 'scan', 60),
    event(ann, '2026-03-18T10:00:00', 'history_opened'),
    event(ben, '2026-03-03T10:05:00', 'signup'),
    event(ben, '2026-03-03T10:05:00', 'landing'),
    event(ben, '2026-03-18T10:00:00', 'landing'),
    event(cleo, '2026-03-18T10:00:00', 'scan', 100),
  ];
  const now = utc('2026-03-18T12:00:00');
  const erase = (userId: string) => handle.db.transaction((transaction) => foldIntoAnonymous(transaction, userId));
  /** As an erasure does it: first what cannot change any more, in steps. */
  const eraseInSteps = async (userId: string) => {
    await prepareWeeks(handle.db);
    while (await handle.db.transaction((transaction) => foldFinalWeeks(transaction, userId)));
    while (await removeFinalEvents(handle.db, userId));
    await erase(userId);
  };
  const signUps = () =>
    handle.db.select({ at: usageEvents.at }).from(usageEvents).where(eq(usageEvents.userId, anonymousUserId));
  /** The expected user rows when these users are anonymised. */
  const folded = (gone: readonly string[]) => {
    const rows: Record<string, Counts> = {};
    for (const [key, counts] of Object.entries(recount(events).people)) {
      const [userId = '', week] = key.split(' ');
      const row = (rows[`${gone.includes(userId) ? anonymousUserId : userId} ${week}`] ??= { ...noCounts });
      for (const name of countNames) row[name] += counts[name];
    }
    return rows;
  };
  const holding = async (userId: string) => [
    await handle.db.$count(usageEvents, eq(usageEvents.userId, userId)),
    await handle.db.$count(usageUserWeeks, eq(usageUserWeeks.userId, userId)),
  ];

  it.each([
    ['never', [], erase, 1],
    ['never', [], eraseInSteps, 1],
    ['before its last events', [utc('2026-03-10T12:00:00')], erase, 1],
    ['before its last events', [utc('2026-03-10T12:00:00')], eraseInSteps, 0],
    ['after everything', [now], erase, 1],
    ['after everything', [now], eraseInSteps, 0],
  ])(
    'leaves one row a week and every total as it would have been; counted %s',
    async (_when, runs, act, signUpsLeft) => {
      await clock.set(new Date(now));
      for (const at of runs) {
        await add(events.filter((one) => one.at < at).slice(await handle.db.$count(usageEvents)));
        await count(at);
      }
      await handle.db.delete(usageEvents);
      await add(events);
      await clock.set(new Date(now));
      await act(ann);
      expect(await holding(ann)).toEqual([0, 0]);
      await count(now);
      expect(await people()).toEqual(folded([ann]));
      expect(await weeks()).toEqual(recount(events).weeks);
      expect(await cohorts()).toEqual(recount(events).cohorts);
      // That of a week that is counted no more is needed no more.
      expect(await signUps()).toEqual([{ at: new Date('2026-03-02T10:00:00Z') }].slice(1 - signUpsLeft));
      await act(cleo);
      await act(ben);
      for (let time = 0; time < 2; time += 1) {
        await count(now);
        expect(await people()).toEqual(folded([ann, ben, cleo]));
        expect(await weeks()).toEqual(recount(events).weeks);
        expect(await cohorts()).toEqual(recount(events).cohorts);
      }
    },
  );

  it('leaves nothing behind during an aggregation', async () => {
    const erasing = Array.from({ length: 12 }, (_, index) => person(100 + index));
    const theirs = erasing.flatMap((userId) =>
      Array.from({ length: 15 }, (_, day) => ({
        ...event(userId, '2026-03-02T10:00:00', 'landing'),
        at: start + day * dayMs + 1,
      })),
    );
    await add(theirs);
    await clock.set(new Date(now));
    // Either side may be the victim of a deadlock or wait too long for a lock or a connection: a run ends then, an erasure
    // is tried again.
    const lost = ['40P01', '55P03'];
    const error = (fault: object) =>
      expect(JSON.stringify(fault)).toMatch(new RegExp([...lost, AcquireTimeout.name].join('|')));
    const aggregation = createAggregation({ db: handle.db, log: { info: () => undefined, error } });
    let erased = 0;
    const counting = (async () => {
      while (erased < erasing.length) await (await aggregation.begin({ trigger: 'command' }))?.ended;
    })();
    const eraseAsTheJob = async (userId: string): Promise<void> => {
      try {
        await eraseInSteps(userId);
      } catch (fault) {
        if (!isPostgresError(fault, ...lost) && !(fault instanceof AcquireTimeout)) throw fault;
        await eraseAsTheJob(userId);
      }
    };
    await Promise.all(
      erasing.map(async (userId) => {
        await eraseAsTheJob(userId);
        erased += 1;
      }),
    );
    await counting;
    for (const userId of erasing) expect(await holding(userId)).toEqual([0, 0]);
    await count(now);
    expect(await weeks()).toMatchObject(recount(theirs).weeks);
    expect(Object.keys(await people()).toSorted()).toEqual(
      ['2026-03-02', '2026-03-09', '2026-03-16'].map((week) => `${anonymousUserId} ${week}`),
    );
  });
});
