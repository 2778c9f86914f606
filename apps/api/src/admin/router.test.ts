import {
  aggregationRuns,
  anonymousUserId,
  sessions,
  usageCohorts,
  usageEvents,
  usageFunnel,
  usageUserWeeks,
  usageWeeks,
  users,
} from '@nuances/db/schema';
import { userWeek } from '@nuances/domain/usage/usage-testing';
import { eq, sql } from 'drizzle-orm';
import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { setRole } from '../cli/accounts.ts';
import { dump, rowsWith } from '../testing/dump.ts';
import { mondayOf } from '../testing/recount.ts';
import { password, type TestApp, useApp } from '../testing/test-app.ts';

let t: TestApp;
useApp((app) => (t = app));
beforeEach(async () => {
  // Everybody was active within the last minute, so calls of the test itself are not recorded.
  for (const { api } of [t.alice, t.bob, t.admin]) await api.profile.get();
  await t.services.activity.flush();
  for (const table of [usageEvents, usageUserWeeks, usageWeeks, usageCohorts, usageFunnel, aggregationRuns])
    await t.db.delete(table);
});

const stats = (token?: string) => t.http('GET', '/api/admin/stats', { token, language: 'en' });
const aggregate = (token?: string) =>
  t.http('POST', '/api/admin/aggregate', { token, language: 'en', headers: { 'content-type': 'application/json' } });
const weekStart = `${mondayOf(Date.now())}T00:00:00.000Z`;

const transports: readonly (readonly [string, (token?: string) => ReturnType<TestApp['http']>])[] = [
  ['GET /api/admin/stats', stats],
  ['POST /api/admin/aggregate', aggregate],
  ['admin.stats', (token) => t.http('GET', '/trpc/admin.stats', { token })],
  ['admin.retention', (token) => t.http('GET', '/trpc/admin.retention', { token })],
  ['admin.funnel', (token) => t.http('GET', '/trpc/admin.funnel', { token })],
  ['GET /api/admin/week', (token) => t.http('GET', '/api/admin/week', { token })],
  ['admin.runs', (token) => t.http('GET', '/trpc/admin.runs', { token })],
  ['admin.aggregate', (token) => t.http('POST', '/trpc/admin.aggregate', { token, body: {} })],
];

describe('access', () => {
  it.each(transports)(
    '%s: 401 without a session, 403 for a user, 200 for an administrator',
    async (_transport, call) => {
      expect((await call()).status).toBe(401);
      expect((await call('nonsense')).status).toBe(401);
      const refused = await call(t.alice.shortToken);
      expect(refused.status).toBe(403);
      expect(refused.text).toContain('forbidden');
      expect(await t.db.$count(aggregationRuns)).toBe(0);
      expect((await call(t.admin.shortToken)).status).toBe(200);
    },
  );

  it('refuses tRPC batches', async () => {
    for (const token of [undefined, t.alice.shortToken, t.admin.shortToken]) {
      const queries = await t.http('GET', '/trpc/admin.stats,public.health?batch=1&input=%7B%7D', { token });
      const mutations = await t.http('POST', '/trpc/results.startScan,admin.aggregate?batch=1', { token, body: {} });
      expect([queries.status, mutations.status]).toEqual([400, 400]);
    }
    expect(await t.db.$count(aggregationRuns)).toBe(0);
  });

  it('a revoked role takes effect at the next call with the same token', async () => {
    const chief = await t.person('chief', 'admin');
    expect((await stats(chief.shortToken)).status).toBe(200);
    await setRole(t, 'chief', 'user');
    for (const [, call] of transports) expect((await call(chief.shortToken)).status).toBe(401);
    const { json } = await t.http('POST', '/api/auth/refresh', { body: { refreshToken: chief.refreshToken } });
    for (const [, call] of transports) expect((await call(String(Object(json).shortToken))).status).toBe(403);
  });
});

describe('the weeks', () => {
  it('are empty before the first aggregation', async () => {
    expect((await stats(t.admin.shortToken)).json).toEqual({ userStats: [], globalStats: [] });
    expect((await aggregate(t.admin.shortToken)).json).toMatchObject({ success: true, outcome: 'done' });
    expect((await stats(t.admin.shortToken)).json).toEqual({ userStats: [], globalStats: [] });
  });

  it('have the fields of the contract, summed over users with weighted averages, and no user id', async () => {
    const monday = new Date(weekStart).getTime();
    const at = (userId: string, minutes: number, kind: typeof usageEvents.$inferInsert.kind, durationS?: number) => ({
      userId,
      kind,
      durationS: durationS ?? null,
      at: new Date(monday - 7 * 86_400_000 + minutes * 60_000),
    });
    await t.db.insert(usageEvents).values([
      at(anonymousUserId, 0, 'landing'),
      at(anonymousUserId, 1, 'landing'),
      at(t.alice.id, 10, 'signup'),
      at(t.alice.id, 10, 'landing'),
      at(t.alice.id, 20, 'quiz_started'),
      at(t.alice.id, 22, 'scan', 120), // a session of 12 minutes
      at(t.bob.id, 100, 'quiz_started'),
      at(t.bob.id, 101, 'quiz_started'),
      at(t.bob.id, 125, 'scan', 30_000), // of 25 minutes; an hour counts
      at(t.bob.id, 200, 'notes_opened'), // of a moment
      at(t.bob.id, 300, 'note_created'),
      at(t.bob.id, 300, 'note_updated'),
      at(t.bob.id, 300, 'stats_opened'),
      at(t.bob.id, 300, 'history_opened'),
    ]);
    await t.alice.api.results.startScan();
    expect(await t.admin.api.admin.aggregate()).toMatchObject({ success: true, outcome: 'done' });

    const lastWeek = new Date(monday - 7 * 86_400_000).toISOString();
    const answer = await stats(t.admin.shortToken);
    expect(answer.json).toEqual({
      userStats: [
        {
          weekStart: lastWeek,
          nbActive: 2,
          nbLanding: 1,
          nbSessions: 4,
          avgSessionDuration: ((12 + 25) * 60) / 4,
          nbQuizStarted: 3,
          nbQuizCompleted: 2,
          avgQuizDuration: (120 + 3_600) / 2,
          nbNotesCreated: 1,
          nbNotesUpdated: 1,
          nbNotesOpened: 1,
          nbStatsOpened: 1,
          nbHistoryOpened: 1,
          isPartial: false,
        },
        userWeek(weekStart, { nbActive: 1, nbSessions: 1, nbQuizStarted: 1, isPartial: true }),
      ],
      globalStats: [
        { weekStart: lastWeek, nbSignups: 1, nbLanding: 2, isPartial: false },
        { weekStart, nbSignups: 0, nbLanding: 0, isPartial: true },
      ],
    });
    expect(answer.text).not.toMatch(/[0-9a-f]{8}-[0-9a-f]{4}-|alice|bob/);
    const { userStats } = await t.admin.api.admin.stats();
    expect(userStats[0]?.weekStart).toEqual(new Date(lastWeek));
  });

  it('change only with the next aggregation', async () => {
    const started = async () => (await t.admin.api.admin.stats()).userStats.at(-1)?.nbQuizStarted;
    await t.alice.api.results.startScan();
    await t.admin.api.admin.aggregate();
    await t.bob.api.results.startScan();
    expect(await started()).toBe(1);
    await t.admin.api.admin.aggregate();
    expect(await started()).toBe(2);
  });
});

it('the running week stands beside the same hours of the week before, without an aggregation and without an id', async () => {
  const now = Date.now();
  const at = (userId: string, ms: number, kind: typeof usageEvents.$inferInsert.kind) => ({
    userId,
    kind,
    at: new Date(ms),
  });
  const [monday, weekMs] = [Date.parse(weekStart), 7 * 86_400_000];
  await t.db.insert(usageEvents).values([
    at(anonymousUserId, monday, 'landing'),
    at(t.alice.id, monday, 'scan'),
    at(t.alice.id, monday, 'scan'),
    at(t.alice.id, monday - 1, 'scan'),
    at(anonymousUserId, monday - weekMs, 'landing'),
    at(anonymousUserId, monday - weekMs - 1, 'landing'),
    at(t.bob.id, monday - weekMs, 'signup'),
    at(t.bob.id, monday - weekMs, 'quiz_started'),
    // An hour later than now, a week ago.
    at(t.alice.id, now - weekMs + 3_600_000, 'notes_opened'),
  ]);
  const answer = await t.http('GET', '/api/admin/week', { token: t.admin.shortToken });
  expect(answer.json).toEqual({
    weekStart,
    until: expect.any(String),
    week: { nbActive: 1, nbLanding: 1, nbSignups: 0, nbQuizStarted: 0, nbQuizCompleted: 2 },
    before: { nbActive: 1, nbLanding: 1, nbSignups: 1, nbQuizStarted: 1, nbQuizCompleted: 0 },
  });
  expect(Date.parse(String(Object(answer.json).until))).toBeGreaterThanOrEqual(now - 1_000);
  expect(answer.text).not.toMatch(/[0-9a-f]{8}-[0-9a-f]{4}-/);
});

it('the retention of a week of four sign-ups tells nothing of them, of five how many came back', async () => {
  const monday = new Date(weekStart).getTime();
  const at = (weeksAgo: number, userId: string, kind: typeof usageEvents.$inferInsert.kind) => ({
    userId,
    kind,
    at: new Date(monday - weeksAgo * 7 * 86_400_000 + 3_600_000),
  });
  const people = Array.from({ length: 9 }, () => randomUUID());
  const [four, five] = [people.slice(0, 4), people.slice(4)];
  await t.db
    .insert(usageEvents)
    .values([
      ...four.flatMap((id) => [at(3, id, 'signup'), at(2, id, 'activity')]),
      ...five.flatMap((id) => [at(2, id, 'signup'), at(1, id, 'activity')]),
      at(0, people[4] ?? '', 'activity'),
    ]);
  await t.admin.api.admin.aggregate();
  const answer = await t.http('GET', '/trpc/admin.retention', { token: t.admin.shortToken });
  const later = { isOver: false, people: null };
  const week = (weeksAgo: number) => new Date(monday - weeksAgo * 7 * 86_400_000);
  const rows = await t.admin.api.admin.retention();
  expect(rows).toEqual([
    {
      weekStart: week(3),
      accounts: null,
      after: [
        { weeks: 1, isOver: true, people: null },
        { weeks: 2, isOver: true, people: null },
        { weeks: 4, ...later },
        { weeks: 7, ...later },
      ],
    },
    {
      weekStart: week(2),
      accounts: 5,
      after: [
        { weeks: 1, isOver: true, people: 5 },
        { weeks: 2, ...later },
        { weeks: 4, ...later },
        { weeks: 7, ...later },
      ],
    },
    expect.objectContaining({ weekStart: week(1), accounts: null }),
  ]);
  expect(answer.text).not.toMatch(/[0-9a-f]{8}-[0-9a-f]{4}-/);
});

it('USAGE-17: the funnel counts the accounts of weeks whose fourteen days are over, once and for good', async () => {
  const monday = new Date(weekStart).getTime();
  const dayMs = 86_400_000;
  const at = (userId: string, days: number, kind: typeof usageEvents.$inferInsert.kind) => ({
    userId,
    kind,
    at: new Date(monday - 28 * dayMs + days * dayMs),
  });
  const people = Array.from({ length: 6 }, () => randomUUID());
  const [first = '', second = ''] = people;
  await t.db.insert(usageEvents).values([
    ...people.map((id) => at(id, 0, 'signup')),
    // A millisecond decides.
    ...people.map((id) => at(id, id === first ? 7 : 7 - 1 / dayMs, 'scan')),
    ...people.map((id) => at(id, id === second ? 14 : 14 - 1 / dayMs, 'activity')),
    // Of a later week, whose fourteen days are not over.
    at(randomUUID(), 14, 'signup'),
  ]);
  await t.admin.api.admin.aggregate();
  const week = new Date(monday - 28 * dayMs).toISOString().slice(0, 10);
  const expected = {
    period: 'month',
    weeks: { first: week, last: expect.any(String) },
    accounts: 6,
    scanned: 5,
    returned: 5,
  };
  expect((await t.admin.api.admin.funnel())[0]).toEqual(expected);
  // What became of an account later changes nothing.
  await t.db.delete(usageEvents).where(eq(usageEvents.userId, second));
  await t.admin.api.admin.aggregate();
  expect((await t.admin.api.admin.funnel())[0]).toEqual(expected);
  const answer = await t.http('GET', '/api/admin/funnel', { token: t.admin.shortToken });
  expect(answer.text).not.toMatch(/[0-9a-f]{8}-[0-9a-f]{4}-/);
});

describe('runs', () => {
  it('have their starter, times, progress and outcome, newest first', async () => {
    await t.alice.api.results.startScan();
    const first = await t.admin.api.admin.aggregate();
    const second = await t.admin.api.admin.aggregate();
    const runs = await t.admin.api.admin.runs();
    expect(runs).toEqual([second.run, first.run]);
    expect(runs[0]).toEqual({
      id: expect.any(String),
      trigger: 'button',
      by: 'root_admin',
      startedAt: expect.any(Date),
      finishedAt: expect.any(Date),
      durationMs: expect.any(Number),
      weeksTotal: 1,
      weeksDone: 1,
      rows: 1,
      outcome: 'done',
    });
  });

  it('a second caller gets the run in progress', async () => {
    const id = randomUUID();
    const running = {
      id,
      trigger: 'schedule',
      outcome: 'running',
      startedAt: sql`now()`,
      heartbeatAt: sql`now()`,
    } as const;
    await t.db.insert(aggregationRuns).values(running);
    const answer = await aggregate(t.admin.shortToken);
    expect([answer.status, answer.json]).toMatchObject([
      200,
      { success: false, outcome: 'busy', run: { id, trigger: 'schedule', by: null, finishedAt: null } },
    ]);
    expect(await t.db.$count(aggregationRuns)).toBe(1);
  });

  it('a failed run is reported and logged', async () => {
    await t.alice.api.results.startScan();
    await t.db.execute(sql`alter table usage_user_weeks add constraint planted check (nb_quiz_started = 0)`);
    try {
      const answer = await aggregate(t.admin.shortToken);
      expect([answer.status, answer.json]).toMatchObject([200, { success: false, outcome: 'failed' }]);
      expect((await t.admin.api.admin.runs())[0]).toMatchObject({ outcome: 'failed', weeksDone: 0, weeksTotal: 1 });
      // A worker of Citus tells less.
      expect(t.log.some((line) => line.includes('could not be counted') && /23514|XX000/.test(line))).toBe(true);
    } finally {
      await t.db.execute(sql`alter table usage_user_weeks drop constraint planted`);
    }
    expect(await t.admin.api.admin.aggregate()).toMatchObject({ success: true });
  });

  it('lose the name of an erased administrator', async () => {
    const chief = await t.person('parting', 'admin');
    await chief.api.admin.aggregate();
    await chief.api.profile.erase({ password });
    await t.services.erasures.flush();
    expect((await t.admin.api.admin.runs())[0]).toMatchObject({ trigger: 'button', by: null, outcome: 'done' });
    const found = rowsWith(await dump(t.db), chief.id);
    expect(found.filter((row) => !row.startsWith('erased_accounts: '))).toEqual([]);
    expect(await t.db.$count(users, eq(users.id, chief.id))).toBe(0);
    expect(await t.db.$count(sessions, eq(sessions.userId, chief.id))).toBe(0);
  });
});
