/** Conditions and expressions of SQL that the aggregation is made of. */
import { anonymousUserId } from '@nuances/db/schema';
import { keptFrom } from '@nuances/db/usage-events/retention';
import { usage } from '@nuances/domain/limits';
import { type SQL, sql } from 'drizzle-orm';
import type { UsageEvent } from '../usage/record-event.ts';
import type { Week } from './cohorts.ts';

/** Columns that count events of a kind. */
export const countedKinds = {
  nb_landing: ['landing'],
  nb_quiz_started: ['quiz_started'],
  nb_quiz_completed: ['scan', 'quiz_completed'],
  nb_notes_created: ['note_created'],
  nb_notes_updated: ['note_updated'],
  nb_notes_opened: ['notes_opened'],
  nb_stats_opened: ['stats_opened'],
  nb_history_opened: ['history_opened'],
} as const satisfies Readonly<Record<string, readonly UsageEvent[]>>;

export const isOfKind = (kinds: readonly UsageEvent[]) => sql`kind in ${[...kinds]}`;

export const list = (parts: readonly SQL[]) => sql.join([...parts], sql`, `);
/** All summed columns of a week. */
export const nbActive = sql`nb_active`;
export const sums = [
  nbActive,
  ...[...Object.keys(countedKinds), 'nb_sessions', 'session_ms', 'quiz_s', 'nb_quiz_timed'].map(
    (name) => sql`${sql.identifier(name)}`,
  ),
];

export const isNobodys = sql`user_id = ${anonymousUserId}::uuid`;
export const isSomebodys = sql`user_id <> ${anonymousUserId}::uuid`;
export const isOf = (userId: string) => sql`user_id = ${userId}::uuid`;

/** How far the clock of the database may be set back, milliseconds. */
const clockStepMs = 3_600_000;
/** An event may be committed this long after its own time: activity is buffered, and transactions take a while. */
export const lateMs = clockStepMs + 3_600_000;
export const weekMs = 7 * 86_400_000;
export const pauseMs = usage.sessionPauseS * 1_000;
export const startOf = (week: Week) => Date.parse(`${week}T00:00:00Z`);
export const moment = (ms: number) =>
  Number.isFinite(ms) ? sql`${new Date(ms).toISOString()}::timestamptz` : sql`'infinity'::timestamptz`;
export const milliseconds = (ms: number) => sql`make_interval(secs => ${ms / 1_000}::float8)`;
/** The week of a moment, by the database. */
export const weekOf = (at: SQL) => sql`date_trunc('week', ${at} at time zone 'UTC')::date`;

/** Events of weeks before this may have been removed; with a margin for clocks that differ. */
export const isBeyondRetention = sql.raw(`week_start < ${keptFrom("(now() + interval '2 days')")}`);
