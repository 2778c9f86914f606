import { expect, type Page, type Route } from '@playwright/test';
import type { Persona } from './persona.ts';

/** Figures of the eight weeks in the design brief, in the units of the statistics call. */
const brief = {
  nbSignups: [310, 28, 13, 20, 26, 24, 26, 25],
  nbActive: [61, 66, 64, 72, 80, 78, 86, 92],
  anonymous: [120, 134, 128, 160, 171, 166, 188, 204],
  nbLanding: [60, 72, 70, 81, 95, 92, 104, 118],
  nbSessions: [88, 96, 104, 99, 121, 130, 128, 142],
  sessionMinutes: [6, 7, 6, 8, 7, 9, 8, 8],
  nbQuizCompleted: [42, 51, 48, 60, 66, 71, 69, 84],
  interrupted: [18, 14, 20, 16, 12, 15, 11, 10],
  quizMinutes: [2.9, 2.7, 3.1, 2.6, 2.4, 2.5, 2.2, 2.1],
  nbNotesCreated: [30, 34, 28, 40, 44, 41, 52, 58],
  nbNotesUpdated: [12, 10, 14, 18, 15, 20, 19, 22],
  nbNotesOpened: [40, 46, 44, 58, 62, 60, 71, 80],
  nbStatsOpened: [22, 28, 25, 33, 30, 38, 41, 44],
  nbHistoryOpened: [30, 26, 34, 31, 40, 36, 47, 50],
} as const;

/** A run by the schedule, and one by hand before it. */
const runs = [
  { trigger: 'schedule', by: null, startedAt: '2026-11-20T03:10:00.000Z', durationMs: 1_240, outcome: 'done' },
  { trigger: 'button', by: 'ada', startedAt: '2026-11-19T16:45:00.000Z', durationMs: 64_000, outcome: 'stopped' },
].map((run, index) => ({
  id: `run${index}`,
  finishedAt: run.startedAt,
  weeksDone: 2,
  weeksTotal: 2,
  rows: 1_204,
  ...run,
}));

/** This many weeks as the statistics call returns them; the last one starts on that Monday and is still partial. */
function usage(weeks: number, lastMonday = '2026-11-16') {
  const rows = Array.from({ length: weeks }, (_, index) => {
    // The newest figures are the last of the brief.
    const of = (figures: readonly number[]) => Number(figures[(index + 8 - (weeks % 8)) % 8]);
    const weekStart = new Date(Date.parse(lastMonday) - (weeks - 1 - index) * 7 * 86_400_000).toISOString();
    const isPartial = index === weeks - 1;
    return {
      user: {
        weekStart,
        isPartial,
        nbActive: of(brief.nbActive),
        nbLanding: of(brief.nbLanding),
        nbSessions: of(brief.nbSessions),
        avgSessionDuration: of(brief.sessionMinutes) * 60,
        nbQuizStarted: of(brief.nbQuizCompleted) + of(brief.interrupted),
        nbQuizCompleted: of(brief.nbQuizCompleted),
        avgQuizDuration: of(brief.quizMinutes) * 60,
        nbNotesCreated: of(brief.nbNotesCreated),
        nbNotesUpdated: of(brief.nbNotesUpdated),
        nbNotesOpened: of(brief.nbNotesOpened),
        nbStatsOpened: of(brief.nbStatsOpened),
        nbHistoryOpened: of(brief.nbHistoryOpened),
      },
      global: { weekStart, isPartial, nbSignups: of(brief.nbSignups), nbLanding: of(brief.anonymous) },
    };
  });
  return { userStats: rows.map(({ user }) => user), globalStats: rows.map(({ global }) => global) };
}

/** The weeks of sign-ups among so many weeks: of the newest too few accounts, of each the first weeks over. */
function retention(weeks: number, lastMonday = '2026-11-16') {
  return Array.from({ length: Math.max(0, weeks - 1) }, (_, index) => {
    const age = weeks - 1 - index;
    const isSmall = age === 1;
    return {
      weekStart: new Date(Date.parse(lastMonday) - age * 7 * 86_400_000).toISOString(),
      accounts: isSmall ? null : 26 + (index % 8),
      after: [1, 2, 4, 7].map((distance) => ({
        weeks: distance,
        isOver: age > distance,
        people: age > distance && !isSmall ? 20 - distance : null,
      })),
    };
  });
}

const retentionCall = /\/trpc\/admin\.retention/;
/** The running week and the same hours of the one before; nothing when there is no week. */
function runningWeek(weeks: number) {
  const nothing = { nbActive: 0, nbLanding: 0, nbSignups: 0, nbQuizStarted: 0, nbQuizCompleted: 0 };
  return {
    weekStart: '2026-11-16T00:00:00.000Z',
    until: '2026-11-19T14:10:00.000Z',
    week:
      weeks === 0
        ? nothing
        : { nbActive: 118, nbLanding: 214, nbSignups: 31, nbQuizStarted: 473, nbQuizCompleted: 402 },
    before:
      weeks === 0
        ? nothing
        : { nbActive: 121, nbLanding: 231, nbSignups: 27, nbQuizStarted: 433, nbQuizCompleted: 377 },
  };
}

/** The funnel of each period, as the mock of the dashboard has it; nothing when there is no week. */
function funnels(weeks: number) {
  const nothing = { weeks: null, accounts: null, scanned: null, returned: null };
  const path =
    weeks < 4
      ? nothing
      : { weeks: { first: '2026-09-28', last: '2026-10-26' }, accounts: 262, scanned: 203, returned: 134 };
  return ['month', 'quarter', 'year', 'all'].map((period) => ({ period, ...path }));
}

const funnelCall = /\/trpc\/admin\.funnel/;
const weekCall = /\/trpc\/admin\.week/;
export const statsCall = /\/trpc\/admin\.stats/;
export const runsCall = /\/trpc\/admin\.runs/;
export const aggregateCall = /\/trpc\/admin\.aggregate/;

/** Answers the statistics call of a page with this many invented weeks. */
export async function showUsage(page: Page, weeks: number): Promise<void> {
  await page.unroute(statsCall);
  await page.route(statsCall, (route) => answer(route, usage(weeks)));
  await page.unroute(weekCall);
  await page.route(weekCall, (route) => answer(route, runningWeek(weeks)));
  await page.unroute(retentionCall);
  await page.route(retentionCall, (route) => answer(route, retention(weeks)));
  await page.unroute(funnelCall);
  await page.route(funnelCall, (route) => answer(route, funnels(weeks)));
}

/** Answers a call in the format of the server's tRPC. */
export function answer(route: Route, data: unknown): Promise<void> {
  return route.fulfill({ json: { result: { data } } });
}

/** Opens the dashboard for an administrator, with this many invented weeks. */
export async function openDashboard(page: Page, admin: Persona, weeks: number): Promise<void> {
  await page.route(runsCall, (route) => answer(route, weeks === 0 ? [] : runs));
  await showUsage(page, weeks);
  await admin.openInSharedSession(page, '/admin/stats');
  await expect(page.getByRole('main').getByRole('heading', { level: 2 })).toHaveCount(10);
}
