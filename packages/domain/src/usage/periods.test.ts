import { describe, expect, it } from 'vitest';
import { keyFigures, monthRowsOf, periodOf, spanFigure, weekRowsOf } from './periods.ts';
import { type GlobalWeek, usageMonths, usageWeeks, type UserWeek } from './statistics.ts';
import { userWeek } from './usage-testing.ts';

const first = Date.UTC(2026, 0, 5);

/** So many weeks from 5 January 2026 on; in week `n` 10 n visitors, n sign-ups, n active people, n of 2 n quizzes done. */
function stats(count: number, { running = false, ...of }: Partial<UserWeek> & { running?: boolean } = {}) {
  const user: UserWeek[] = [];
  const global: GlobalWeek[] = [];
  for (let index = 0; index < count; index += 1) {
    const weekStart = new Date(first + index * 7 * 86_400_000).toISOString();
    const isPartial = running && index === count - 1;
    const quizzes = { nbQuizStarted: 2 * index, nbQuizCompleted: index };
    const sessions = { nbSessions: index, avgSessionDuration: 60 * index };
    user.push(userWeek(weekStart, { nbActive: index, ...sessions, ...quizzes, isPartial, ...of }));
    global.push({ weekStart, nbSignups: index, nbLanding: 10 * index, isPartial });
  }
  return { user, global };
}

function weeksOf(...given: Parameters<typeof stats>) {
  const { user, global } = stats(...given);
  return usageWeeks(user, global);
}

const sumTo = (to: number) => (to * (to + 1)) / 2;

describe('a period', () => {
  it('USAGE-12: is the last whole weeks, without the running one, against as many before', () => {
    const { weeks, before, running } = periodOf(weeksOf(9, { running: true }), 'month');
    expect(weeks.map((week) => week.signups)).toEqual([4, 5, 6, 7]);
    expect(before?.map((week) => week.signups)).toEqual([0, 1, 2, 3]);
    expect(running?.signups).toBe(8);
  });

  it('USAGE-12: is compared with nothing when a week before it is missing, or when it is everything', () => {
    expect(periodOf(weeksOf(7), 'month')).toMatchObject({ before: null, running: null });
    expect(periodOf(weeksOf(7), 'month').weeks).toHaveLength(4);
    expect(periodOf(weeksOf(3), 'quarter').weeks).toHaveLength(3);
    expect(periodOf(weeksOf(200), 'all')).toMatchObject({ before: null });
    expect(periodOf(weeksOf(200), 'all').weeks).toHaveLength(200);
    expect(periodOf([], 'year')).toEqual({ weeks: [], before: null, running: null });
  });

  it('USAGE-14: sums visitors, sign-ups and scans, and takes the mean of active people', () => {
    const figures = keyFigures(periodOf(weeksOf(9, { running: true }), 'month'));
    expect(figures.map(({ value }) => value)).toEqual([220, 22, 6, 22, 50]);
  });

  it('USAGE-13: says changes in percent, of people and of what is below 20 in numbers, of a share in points', () => {
    const changes = keyFigures(periodOf(weeksOf(9, { running: true }), 'month')).map(({ change }) => change);
    // Visitors from 60 to 220, sign-ups and scans from 6 to 22; people from a mean of 1.5, rounded to 2, to 5.5.
    expect(changes).toEqual([
      { unit: 'percent', value: 267 },
      { unit: 'count', value: 16 },
      { unit: 'count', value: 4 },
      { unit: 'count', value: 16 },
      { unit: 'points', value: 0 },
    ]);
    const [, signups] = keyFigures(periodOf(weeksOf(13, { running: true }), 'month'));
    expect(signups).toMatchObject({ value: 38, change: { unit: 'percent', value: 73 } });
  });

  it('USAGE-16: the figures of a part of a week', () => {
    const span = { nbActive: 118, nbLanding: 214, nbSignups: 31, nbQuizStarted: 473, nbQuizCompleted: 402 };
    const figures = (of: typeof span) =>
      (['visitors', 'signups', 'active', 'scans', 'completion'] as const).map((id) => spanFigure(id, of));
    expect(figures(span)).toEqual([214, 31, 118, 402, 85]);
    expect(figures({ ...span, nbQuizStarted: 0 }).at(-1)).toBeNull();
  });

  it('USAGE-13: says no change without a period before, or of nothing', () => {
    expect(keyFigures(periodOf(weeksOf(7), 'month')).map(({ change }) => change)).toEqual([
      null,
      null,
      null,
      null,
      null,
    ]);
    const silent = weeksOf(8, { nbQuizStarted: 0, nbQuizCompleted: 0 });
    expect(keyFigures(periodOf(silent, 'month')).slice(3)).toEqual([
      { id: 'scans', value: 0, change: { unit: 'count', value: 0 } },
      { id: 'completion', value: null, change: null },
    ]);
  });

  it('USAGE-14: a completion is never above a hundred, and none without a quiz or a whole week', () => {
    const over = keyFigures(periodOf(weeksOf(4, { nbQuizStarted: 1, nbQuizCompleted: 2 }), 'month'));
    expect(over.at(-1)?.value).toBe(100);
    expect(keyFigures(periodOf(weeksOf(1, { running: true }), 'month')).map(({ value }) => value)).toEqual(
      Array.from({ length: 5 }, () => null),
    );
  });
});

describe('months', () => {
  it('USAGE-15: sum the weeks that begin in them, and are partial until the next week begins in another', () => {
    const { user, global } = stats(9);
    const months = usageMonths(user, global);
    expect(months.map(({ weekStart, isPartial, signups }) => [weekStart, isPartial, signups])).toEqual([
      ['2026-01-01', false, sumTo(3)],
      ['2026-02-01', false, sumTo(7) - sumTo(3)],
      ['2026-03-01', true, 8],
    ]);
    expect(months.map(({ users }) => users)).toEqual([6, 28, 36]);
    expect(months[1]?.activePeople).toBe(6); // mean of 4, 5, 6 and 7
    expect(months[1]?.sessionMinutes).toBe(6); // (4 x 4 + 5 x 5 + 6 x 6 + 7 x 7) / 22
  });

  it('USAGE-15: the mean of active people leaves out the week that is not over', () => {
    const { user, global } = stats(7, { running: true });
    const months = usageMonths(user, global);
    expect(months[1]).toMatchObject({ isPartial: true, activePeople: 5, signups: 4 + 5 + 6 });
  });

  it('a month with weeks on both sides of the border stands before the period', () => {
    const { user, global } = stats(25, { running: true });
    const period = periodOf(usageWeeks(user, global), 'quarter');
    const { rows, before } = monthRowsOf(usageMonths(user, global), period);
    expect(period.weeks[0]?.weekStart).toBe('2026-03-30');
    expect(before.map(({ weekStart }) => weekStart)).toEqual(['2026-01-01', '2026-02-01', '2026-03-01']);
    expect(rows.map(({ weekStart }) => weekStart)).toEqual(['2026-04-01', '2026-05-01', '2026-06-01']);
    expect(weekRowsOf(period).rows).toHaveLength(13);
  });
});
