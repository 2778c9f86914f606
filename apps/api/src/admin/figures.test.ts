import type { DatabaseHandle } from '@nuances/db/client';
import { anonymousUserId, usageEvents } from '@nuances/db/schema';
import { keyFigures, periodOf } from '@nuances/domain/usage/periods';
import { usagePeriods } from '@nuances/domain/usage/usage-periods';
import { usageWeeks } from '@nuances/domain/usage/statistics';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Clock, clockedDatabase } from '../testing/clock.ts';
import { type MadeEvent, mondayOf, recount } from '../testing/recount.ts';
import { createAggregation } from './aggregation.ts';
import { listFunnels } from './funnel.ts';
import { listCohorts, readStats } from './queries.ts';
import { readRunningWeek } from './running-week.ts';

let clock: Clock;
let handle: DatabaseHandle;
let close: () => Promise<void>;
beforeAll(async () => ({ clock, handle, close } = await clockedDatabase()));
afterAll(() => close());

const weekMs = 7 * 86_400_000;
/** A Monday. */
const start = Date.parse('2026-01-05T00:00:00Z');
const weekCount = 10;
/** In the middle of the running week. */
const now = start + (weekCount + 0.5) * weekMs;
const person = (index: number) => `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`;

/** People who sign up in one of the first weeks and come back in some of the others; and visitors. */
const anyEvents = fc
  .array(
    fc.record({
      signup: fc.nat({ max: 2 }),
      back: fc.uniqueArray(fc.nat({ max: weekCount }), { maxLength: 7 }),
      kind: fc.constantFrom('scan', 'quiz_started', 'landing', 'activity'),
      after: fc.nat({ max: weekMs / 2 - 1 }),
    }),
    { minLength: 4, maxLength: 40 },
  )
  .chain((people) =>
    fc.array(fc.nat({ max: now - start - 1 }), { maxLength: 60 }).map((visits): MadeEvent[] => [
      ...people.flatMap(({ signup, back, kind, after }, index): MadeEvent[] => {
        const made = { userId: person(index + 1), durationS: null };
        return [
          { ...made, kind: 'signup', at: start + signup * weekMs + after },
          ...back
            .filter((week) => week > signup)
            .map((week): MadeEvent => ({ ...made, kind, at: start + week * weekMs + after })),
        ];
      }),
      ...visits.map((at): MadeEvent => ({ userId: anonymousUserId, kind: 'landing', at: start + at, durationS: null })),
    ]),
  );

const percent = (part: number, of: number) => Math.round((100 * part) / of);

/** The figures of some weeks, event by event. */
function slowFigures(events: readonly MadeEvent[], mondays: readonly string[]) {
  const within = events.filter(({ at }) => mondays.includes(mondayOf(at)));
  const count = (kind: MadeEvent['kind'], anonymous: boolean) =>
    within.filter((event) => event.kind === kind && (event.userId === anonymousUserId) === anonymous).length;
  const active = mondays.map((monday) => {
    const theirs = within.filter(({ at, userId }) => mondayOf(at) === monday && userId !== anonymousUserId);
    return new Set(theirs.map(({ userId }) => userId)).size;
  });
  const started = count('quiz_started', false);
  const scans = count('scan', false);
  return {
    visitors: count('landing', true),
    signups: count('signup', false),
    active: Math.round(active.reduce((sum, people) => sum + people, 0) / mondays.length),
    scans,
    completion: started === 0 ? null : Math.min(100, percent(scans, started)),
  };
}

/** The counts of a span, event by event. */
function slowSpan(events: readonly MadeEvent[], from: number, until: number) {
  const within = events.filter(({ at }) => at >= from && at <= until);
  const count = (kind: MadeEvent['kind']) => within.filter((event) => event.kind === kind);
  return {
    nbActive: new Set(within.map(({ userId }) => userId).filter((id) => id !== anonymousUserId)).size,
    nbLanding: count('landing').filter(({ userId }) => userId === anonymousUserId).length,
    nbSignups: count('signup').length,
    nbQuizStarted: count('quiz_started').length,
    nbQuizCompleted: count('scan').length,
  };
}

it('key figures, the running week and retention of random events are those counted event by event', async () => {
  await clock.set(new Date(now));
  const log = { info: () => undefined, error: () => undefined };
  await fc.assert(
    fc.asyncProperty(anyEvents, async (events) => {
      await handle.sql`truncate usage_events, usage_weeks, usage_user_weeks, usage_cohorts, usage_funnel, aggregation_runs`;
      // There is a week for each, from the first on.
      const all: MadeEvent[] = [{ userId: person(0), kind: 'activity', at: start, durationS: null }, ...events];
      await handle.db.insert(usageEvents).values(all.map(({ at, ...event }) => ({ ...event, at: new Date(at) })));
      const run = await createAggregation({ db: handle.db, log }).begin({ trigger: 'command' });
      expect(await run?.ended).toBe('done');

      const { userStats, globalStats } = await readStats(handle.db);
      const text = <Row extends { weekStart: Date }>(row: Row) => ({ ...row, weekStart: row.weekStart.toISOString() });
      const weeks = usageWeeks(userStats.map(text), globalStats.map(text));
      const mondays = Array.from({ length: weekCount }, (_, index) => mondayOf(start + index * weekMs));
      for (const [period, length] of [
        ['month', usagePeriods.month],
        ['all', weekCount],
      ] as const) {
        const figures = keyFigures(periodOf(weeks, period));
        const slow = slowFigures(all, mondays.slice(-length));
        expect(Object.fromEntries(figures.map(({ id, value }) => [id, value]))).toEqual(slow);
        if (period === 'all') continue;
        const earlier = slowFigures(all, mondays.slice(-2 * length, -length));
        for (const { id, value, change } of figures)
          if (id === 'completion')
            expect(change?.value ?? null).toBe(value === null || earlier[id] === null ? null : value - earlier[id]);
          else if (id === 'active' || Math.min(slow[id], earlier[id]) < 20)
            expect(change).toEqual({ unit: 'count', value: slow[id] - earlier[id] });
          else expect(change).toEqual({ unit: 'percent', value: percent(slow[id] - earlier[id], earlier[id]) });
      }

      const { until, week, before } = await readRunningWeek(handle.db);
      const monday = start + weekCount * weekMs;
      expect(week).toEqual(slowSpan(all, monday, until.getTime()));
      expect(before).toEqual(slowSpan(all, monday - weekMs, until.getTime() - weekMs));

      const { cohorts, funnel } = recount(all);
      const reported = (people: number | undefined) => (people === undefined || people < 5 ? null : people);
      expect(await listCohorts(handle.db)).toEqual(
        mondays.map((monday) => {
          const accounts = reported(cohorts[`${monday} ${monday}`]);
          return {
            weekStart: new Date(monday),
            accounts,
            after: [1, 2, 4, 7].map((distance) => {
              const later = mondayOf(Date.parse(monday) + distance * weekMs);
              const isOver = mondays.includes(later);
              return {
                weeks: distance,
                isOver,
                people: accounts === null || !isOver ? null : reported(cohorts[`${monday} ${later}`]),
              };
            }),
          };
        }),
      );
      // The last two whole weeks have accounts whose fourteen days are not over.
      const over = mondays.slice(0, -2);
      const paths = over.map((monday) => funnel[monday] ?? { accounts: 0, scanned: 0, returned: 0 });
      const total = (name: 'accounts' | 'scanned' | 'returned') => paths.reduce((sum, path) => sum + path[name], 0);
      const accounts = reported(total('accounts'));
      expect((await listFunnels(handle.db)).at(-1)).toEqual({
        period: 'all',
        weeks: { first: over[0], last: over.at(-1) },
        accounts,
        scanned: accounts === null ? null : reported(total('scanned')),
        returned: accounts === null ? null : reported(total('returned')),
      });
    }),
    { numRuns: 15 },
  );
});
