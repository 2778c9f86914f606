import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type GlobalWeek, usageWeeks, weeklyDelta } from './statistics.ts';
import { userWeek } from './usage-testing.ts';

function globalWeek(weekStart: string, nbSignups = 0, nbLanding = 0): GlobalWeek {
  return { weekStart, nbSignups, nbLanding, isPartial: false };
}

/** The Monday this many weeks after the first one of 2026. */
function monday(index: number): string {
  return new Date(Date.UTC(2026, 0, 5) + index * 7 * 86_400_000).toISOString().slice(0, 10);
}

const count = fc.nat({ max: 10_000 });
const seconds = fc.integer({ min: 0, max: 86_400 });
const anyUserWeek = fc
  .record({
    week: fc.nat({ max: 30 }),
    nbActive: count,
    nbLanding: count,
    nbSessions: count,
    avgSessionDuration: seconds,
    nbQuizStarted: count,
    nbQuizCompleted: count,
    avgQuizDuration: seconds,
    nbNotesCreated: count,
    nbNotesUpdated: count,
    nbNotesOpened: count,
    nbStatsOpened: count,
    nbHistoryOpened: count,
  })
  .map(({ week, ...counts }) => userWeek(monday(week), counts));
const anyGlobalWeek = fc
  .record({ week: fc.nat({ max: 30 }), signups: count, landings: count })
  .map(({ week, signups, landings }) => globalWeek(monday(week), signups, landings));

describe('weeks of the dashboard', () => {
  it('USAGE-1: rows of one week are summed, whatever their order', () => {
    const [week, ...others] = usageWeeks(
      [
        userWeek('2026-09-28', { nbLanding: 2, nbSessions: 1, nbNotesCreated: 4, nbStatsOpened: 1 }),
        userWeek('2026-09-28', {
          nbLanding: 3,
          nbSessions: 5,
          nbNotesUpdated: 6,
          nbHistoryOpened: 7,
          nbNotesOpened: 8,
        }),
      ],
      [globalWeek('2026-09-28', 1, 10), globalWeek('2026-09-28', 2, 20)],
    );
    expect(others).toEqual([]);
    expect(week).toMatchObject({
      weekStart: '2026-09-28',
      users: 3,
      anonymousLandings: 30,
      userLandings: 5,
      sessions: 6,
      notesCreated: 4,
      notesUpdated: 6,
      notesOpened: 8,
      statsOpened: 1,
      historyOpened: 7,
    });
  });

  it('USAGE-1: a time of day and rows of one kind only make no other week', () => {
    const weeks = usageWeeks([userWeek('2026-10-05T00:00:00.000Z', { nbSessions: 1 })], [globalWeek('2026-10-05', 2)]);
    expect(weeks).toHaveLength(1);
    expect(weeks[0]).toMatchObject({ weekStart: '2026-10-05', sessions: 1, users: 2 });
  });

  it('USAGE-1: in any order of the rows the weeks are the same, and no count is lost', () => {
    fc.assert(
      fc.property(fc.array(anyUserWeek), fc.array(anyGlobalWeek), (users, globals) => {
        const weeks = usageWeeks(users, globals);
        expect(usageWeeks([...users].reverse(), [...globals].reverse()).map(({ sessions }) => sessions)).toEqual(
          weeks.map(({ sessions }) => sessions),
        );
        const total = (values: readonly number[]) => values.reduce((a, b) => a + b, 0);
        expect(total(weeks.map(({ userLandings }) => userLandings))).toBe(total(users.map((row) => row.nbLanding)));
        expect(total(weeks.map(({ anonymousLandings }) => anonymousLandings))).toBe(
          total(globals.map((row) => row.nbLanding)),
        );
        expect(weeks.at(-1)?.users ?? 0).toBe(total(globals.map((row) => row.nbSignups)));
      }),
    );
  });

  it('USAGE-2: a week without a row has zeros and no means', () => {
    const weeks = usageWeeks(
      [userWeek('2026-12-28', { nbSessions: 3, avgSessionDuration: 60 })],
      [globalWeek('2026-12-14', 4)],
    );
    expect(weeks.map(({ weekStart }) => weekStart)).toEqual(['2026-12-14', '2026-12-21', '2026-12-28']);
    expect(weeks[1]).toEqual({
      weekStart: '2026-12-21',
      isPartial: false,
      users: 4,
      signups: 0,
      activePeople: 0,
      anonymousLandings: 0,
      userLandings: 0,
      sessions: 0,
      sessionMinutes: null,
      quizzesStarted: 0,
      quizzesCompleted: 0,
      quizzesInterrupted: 0,
      quizMinutes: null,
      notesCreated: 0,
      notesUpdated: 0,
      notesOpened: 0,
      statsOpened: 0,
      historyOpened: 0,
    });
  });

  it('USAGE-2: weeks are seven days apart, from the first row to the last', () => {
    fc.assert(
      fc.property(fc.array(anyUserWeek), fc.array(anyGlobalWeek), (users, globals) => {
        const days = usageWeeks(users, globals).map(({ weekStart }) => weekStart);
        const rows = [...users, ...globals].map(({ weekStart }) => weekStart).sort();
        expect(days[0]).toBe(rows[0]);
        expect(days.at(-1)).toBe(rows.at(-1));
        for (const [index, day] of days.entries())
          expect(Date.parse(day) - Date.parse(days[0] ?? '')).toBe(index * 7 * 86_400_000);
      }),
    );
  });

  it('USAGE-2: no rows, no weeks', () => {
    expect(usageWeeks([], [])).toEqual([]);
  });

  it('USAGE-3: the number of users adds up week after week', () => {
    const weeks = usageWeeks(
      [],
      [globalWeek('2026-01-05', 310), globalWeek('2026-01-12', 0), globalWeek('2026-01-19', 25)],
    );
    expect(weeks.map(({ users }) => users)).toEqual([310, 310, 335]);
  });

  it('USAGE-3: it never falls', () => {
    fc.assert(
      fc.property(fc.array(anyGlobalWeek), (globals) => {
        const totals = usageWeeks([], globals).map(({ users }) => users);
        expect(totals).toEqual([...totals].sort((a, b) => a - b));
      }),
    );
  });
});

describe('weeklyDelta', () => {
  it.each([
    [[], 0],
    [[7], 7],
    [[7, 0], 0],
    [[447, 25], 25],
    [[3, 5, 2], 2],
  ])('USAGE-4: sign-ups of %j give +%i', (signups, delta) => {
    expect(
      weeklyDelta(
        usageWeeks(
          [],
          signups.map((nbSignups, week) => globalWeek(monday(week), nbSignups)),
        ),
      ),
    ).toBe(delta);
  });
});

describe('means', () => {
  it.each([
    // 1 session of 60 s and 3 of 600 s: 465 s.
    [
      [
        [1, 60],
        [3, 600],
      ],
      8,
    ],
    [[[2, 89]], 1],
    [[[2, 90]], 2],
    [[[5, 0]], 0],
    [[[0, 900]], null],
    [[], null],
  ] as const)('USAGE-5: sessions (number, mean s) of %j last %s minutes', (rows, minutes) => {
    const users = rows.map(([nbSessions, avgSessionDuration]) =>
      userWeek('2026-01-05', { nbSessions, avgSessionDuration }),
    );
    expect(usageWeeks(users, [globalWeek('2026-01-05')])[0]?.sessionMinutes).toBe(minutes);
  });

  it.each([
    // 1 quiz of 100 s and 3 of 200 s: 175 s.
    [
      [
        [1, 100],
        [3, 200],
      ],
      2.9,
    ],
    [[[1, 45]], 0.8],
    [[[4, 126]], 2.1],
    [[[4, 2]], 0],
    [[[0, 300]], null],
    [[], null],
    // USAGE-10: without a duration, as programs save scans.
    [[[5, 0]], null],
    [
      [
        [5, 0],
        [2, 120],
      ],
      2,
    ],
  ] as const)('USAGE-6: completed quizzes (number, mean s) of %j last %s minutes', (rows, minutes) => {
    const users = rows.map(([nbQuizCompleted, avgQuizDuration]) =>
      userWeek('2026-01-05', { nbQuizCompleted, avgQuizDuration }),
    );
    expect(usageWeeks(users, [globalWeek('2026-01-05')])[0]?.quizMinutes).toBe(minutes);
  });

  it('USAGE-5: the mean of a week is that of all its sessions, however they are spread over rows', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.integer({ min: 1, max: 20 }), seconds), { minLength: 1 }), (rows) => {
        const each = rows.flatMap(([sessions, mean]) => Array.from({ length: sessions }, () => mean));
        const minutes = each.reduce((a, b) => a + b, 0) / each.length / 60;
        const users = rows.map(([nbSessions, avgSessionDuration]) =>
          userWeek('2026-01-05', { nbSessions, avgSessionDuration }),
        );
        const shown = usageWeeks(users, [])[0]?.sessionMinutes ?? Number.NaN;
        expect(Number.isInteger(shown)).toBe(true);
        expect(Math.abs(shown - minutes)).toBeLessThanOrEqual(0.5 + 1e-9);
      }),
    );
  });

  it('USAGE-6: the mean of a week lies between its shortest and its longest row, but for the rounding', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.integer({ min: 1, max: 20 }), fc.integer({ min: 1, max: 86_400 })), { minLength: 1 }),
        (rows) => {
          const users = rows.map(([nbQuizCompleted, avgQuizDuration]) =>
            userWeek('2026-01-05', { nbQuizCompleted, avgQuizDuration }),
          );
          const shown = usageWeeks(users, [])[0]?.quizMinutes ?? Number.NaN;
          const lengths = rows.map(([, mean]) => mean / 60);
          expect(shown).toBeGreaterThanOrEqual(Math.min(...lengths) - 0.05 - 1e-9);
          expect(shown).toBeLessThanOrEqual(Math.max(...lengths) + 0.05 + 1e-9);
          expect(Math.abs(shown * 10 - Math.round(shown * 10))).toBeLessThan(1e-9);
        },
      ),
    );
  });
});

describe('interrupted quizzes', () => {
  it.each([
    [[[10, 7]], 3],
    [[[7, 7]], 0],
    [[[2, 3]], 0],
    // In total over the week: a surplus in one row compensates for another row.
    [
      [
        [5, 2],
        [1, 3],
      ],
      1,
    ],
  ] as const)('USAGE-7: (started, completed) of %j leave %i interrupted', (rows, interrupted) => {
    const users = rows.map(([nbQuizStarted, nbQuizCompleted]) =>
      userWeek('2026-01-05', { nbQuizStarted, nbQuizCompleted }),
    );
    expect(usageWeeks(users, [])[0]?.quizzesInterrupted).toBe(interrupted);
  });
});

describe('partial weeks', () => {
  it.each([
    [false, false, false],
    [true, false, true],
    [false, true, true],
    [true, true, true],
  ])('USAGE-8: rows that are partial (%s, %s) make a week that is: %s', (user, global, partial) => {
    const weeks = usageWeeks(
      [userWeek('2026-11-16', { isPartial: user })],
      [{ ...globalWeek('2026-11-16'), isPartial: global }, globalWeek('2026-11-02')],
    );
    expect(weeks.map(({ isPartial }) => isPartial)).toEqual([false, false, partial]);
  });
});
