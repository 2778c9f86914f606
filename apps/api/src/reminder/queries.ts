import { open, seal, sealPrefix, SealInvalid } from '@nuances/crypto/seal';
import type { MasterKeys } from '@nuances/crypto/master-key';
import type { Database, Transaction } from '@nuances/db/client';
import { columnsOf, type ValuesOf } from '@nuances/db/field-columns';
import { reminders, scans, sessions } from '@nuances/db/schema';
import { AppError } from '@nuances/domain/errors';
import { limits } from '@nuances/domain/limits';
import {
  type NewReminder,
  reminderFields,
  sentReminderFields,
  shownReminderFields,
} from '@nuances/domain/reminder/fields';
import {
  isSameDay,
  nextReminder,
  pauseEnd,
  type ReminderSchedule,
  sendingTime,
  shownTime,
} from '@nuances/domain/reminder/schedule';
import { namesOf, picked, rowOf } from '@nuances/domain/thing';
import { and, eq, gt, inArray, max, not, sql } from 'drizzle-orm';
import { isLive } from '../auth/session-adapter.ts';
import { agreeToReminder } from '../consents/queries.ts';
import { dueRows } from '../database/due-rows.ts';
import { secondsFromNow } from '../database/seconds-from-now.ts';

const label = 'push-endpoint';
/** A reminder that could not be sent is tried again after this, seconds. */
const retryPauseS = 60;
/** No day of any zone is longer, seconds. */
const lastScanS = 172_800;
/** Reminders that one claim takes at most. */
const claimMax = 500;

const columns = columnsOf(reminders, reminderFields);
const shown = { ...picked(namesOf(shownReminderFields), columns), family: columns.family, sentAt: columns.sentAt };
type Shown = ValuesOf<typeof shown>;

/** What is shown of a stored reminder: the time that was chosen, and not when it is sent. */
async function asShown(db: Database | Transaction, userId: string, { sentAt, ...reminder }: Shown) {
  const scanAt = (await lastScans(db, [{ userId }])).get(userId);
  return { ...reminder, nextAt: shownTime(reminder, reminder.nextAt, [sentAt, scanAt]) };
}

/** Opens the address of an account's push service. */
export const openEndpoint = (keys: MasterKeys, userId: string, sealed: string): string =>
  open(keys, label, [userId], sealed).toString('utf8');

/** Seals the address of an account's push service. */
export const sealEndpoint = (keys: MasterKeys, userId: string, endpoint: string) =>
  seal(keys.current, label, [userId], Buffer.from(endpoint, 'utf8'));

async function databaseNow(transaction: Transaction): Promise<Date> {
  const [row] = await transaction
    .select({ now: sql<Date>`now()`.mapWith(reminders.nextDueAt) })
    .from(sql`(select 1) as one`);
  if (!row) throw new Error('a selection without a row');
  return row.now;
}

/** When the reminder of a person is sent next, after a time. @throws RangeError for a zone that is not known */
const dueAfter = (userId: string, schedule: ReminderSchedule, after: Date) =>
  sendingTime(schedule.zone, nextReminder(schedule, after), userId);

const later = (a: Date, b: Date | null) => (b !== null && b > a ? b : a);

/** The reminder of an account; null for none. */
export async function readReminder(db: Database | Transaction, userId: string) {
  const [row] = await db.select(shown).from(reminders).where(eq(reminders.userId, userId));
  return row ? asShown(db, userId, row) : null;
}

/**
 * Sets the reminder of an account, in place of the one that it may have, and records the agreement to it. A pause goes on,
 * and what was sent today stays sent.
 * @param reminder.decidedAt when the person turned it on, if that was before the call
 * @throws AppError `consentWithdrawn` when they have withdrawn the agreement since then, `sessionMissing` for an account
 * that is gone
 */
export async function putReminder(
  db: Database,
  keys: MasterKeys,
  owner: { readonly userId: string; readonly family: string },
  {
    endpoint,
    decidedAt,
    ...schedule
  }: NewReminder & { readonly endpoint: string; readonly decidedAt?: Date | undefined },
) {
  const { userId, family } = owner;
  return db.transaction(async (transaction) => {
    await agreeToReminder(transaction, owner, decidedAt);
    const stored = await readReminder(transaction, userId);
    const now = await databaseNow(transaction);
    const values = {
      ...rowOf(sentReminderFields, { ...schedule, days: schedule.days.toSorted((a, b) => a - b) }),
      family,
      endpointSealed: sealEndpoint(keys, userId, endpoint),
      nextDueAt: dueAfter(userId, schedule, later(now, stored?.pausedUntil ?? null)),
      retriedFrom: null,
    };
    const [row] = await transaction
      .insert(reminders)
      .values({ userId, ...values })
      .onConflictDoUpdate({ target: reminders.userId, set: values })
      .returning(shown);
    if (!row) throw new AppError('unavailable', { retryAfterS: 1 });
    return asShown(transaction, userId, row);
  });
}

/**
 * Pauses the reminder of an account, or ends its pause.
 * @param until ISO time; null ends the pause
 * @returns null when there is no reminder
 */
export async function pauseReminder(db: Database, userId: string, until: string | null) {
  return db.transaction(async (transaction) => {
    const [stored] = await transaction.select(shown).from(reminders).where(eq(reminders.userId, userId)).for('update');
    if (!stored) return null;
    const now = await databaseNow(transaction);
    const pausedUntil = pauseEnd(until, now);
    const [row] = await transaction
      .update(reminders)
      .set({ pausedUntil, nextDueAt: dueAfter(userId, stored, later(now, pausedUntil)), retriedFrom: null })
      .where(eq(reminders.userId, userId))
      .returning(shown);
    return row ? asShown(transaction, userId, row) : null;
  });
}

/** A reminder that this instance sends now, and no other one. */
export interface ClaimedReminder {
  readonly userId: string;
  readonly endpointSealed: string;
  /** When it was due first. */
  readonly dueAt: Date;
  /** Seconds until it would be too late. */
  readonly leftS: number;
  /** When the next one is due, and the last one was sent, for {@link releaseReminder}. */
  readonly nextDueAt: Date;
  readonly lastSentAt: Date | null;
}

const takenColumns = { ...columns, userId: reminders.userId };
type Due = ValuesOf<typeof takenColumns>;

/** When the next one is due; null when the zone is not known any more, as another server may know other ones. */
function nextOf(reminder: Due, now: Date): Date | null {
  try {
    return dueAfter(reminder.userId, reminder, later(now, reminder.pausedUntil));
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

/** Those of the reminders' logins that are not over. */
async function liveLogins(transaction: Transaction, due: readonly Due[]): Promise<ReadonlySet<string>> {
  const found = await transaction
    .select({ family: sessions.family })
    .from(sessions)
    .where(
      and(
        inArray(
          sessions.userId,
          due.map(({ userId }) => userId),
        ),
        isLive,
      ),
    );
  return new Set(found.map(({ family }) => family));
}

/** When each of the reminded was last scanned, by `createdAt` and not longer than two days ago. */
async function lastScans(
  db: Database | Transaction,
  due: readonly Pick<Due, 'userId'>[],
): Promise<ReadonlyMap<string, Date>> {
  const found = await db
    .select({ userId: scans.userId, at: max(scans.createdAt) })
    .from(scans)
    .where(
      and(
        inArray(
          scans.userId,
          due.map(({ userId }) => userId),
        ),
        gt(scans.createdAt, secondsFromNow(-lastScanS)),
      ),
    )
    .groupBy(scans.userId);
  return new Map(found.flatMap(({ userId, at }) => (at === null ? [] : [[userId, at]])));
}

/** What becomes of a reminder that is due: null when it is removed. */
interface Move {
  readonly nextDueAt: Date;
  /** What is sent now; null when nothing is. */
  readonly claimed: ClaimedReminder | null;
}

/** Decides about one reminder that is due, whose login is not over. */
function moveOf(reminder: Due, now: Date, scanAt: Date | undefined): Move | null {
  const { userId, endpoint, zone, sentAt } = reminder;
  const nextDueAt = nextOf(reminder, now);
  if (nextDueAt === null) return null;
  const dueAt = reminder.retriedFrom ?? reminder.nextAt;
  // The hour began at the time that was chosen, at most so much earlier.
  const leftMs = dueAt.getTime() + limits.reminder.lateMaxMs - limits.reminder.spreadMaxMs - now.getTime();
  const isToday = (at: Date | null | undefined) => at != null && isSameDay(zone, at, now);
  const isWanted = leftMs > 0 && !isToday(sentAt) && !isToday(scanAt);
  const leftS = Math.ceil(leftMs / 1_000);
  const claimed = { userId, endpointSealed: endpoint, dueAt, leftS, nextDueAt, lastSentAt: sentAt };
  return { nextDueAt, claimed: isWanted ? claimed : null };
}

/** Moves reminders on to their next time, before they are sent: whatever happens then, none is sent twice. */
async function moveOn(transaction: Transaction, moves: ReadonlyMap<string, Move>, now: Date): Promise<void> {
  const rows = Array.from(moves, ([userId, { nextDueAt, claimed }]) => ({
    userId,
    nextDueAt: nextDueAt.toISOString(),
    sentAt: claimed ? now.toISOString() : null,
  }));
  await transaction
    .update(reminders)
    .set({
      nextDueAt: sql`moved."nextDueAt"`,
      retriedFrom: null,
      sentAt: sql`coalesce(moved."sentAt", ${reminders.sentAt})`,
    })
    .from(
      sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as moved("userId" uuid, "nextDueAt" timestamptz, "sentAt" timestamptz)`,
    )
    .where(eq(reminders.userId, sql`moved."userId"`));
}

/**
 * Claims what is due: each reminder is moved on in the transaction that claims it.
 * @returns null when nothing was due
 */
export async function claimDueReminders(db: Database): Promise<readonly ClaimedReminder[] | null> {
  return db.transaction(async (transaction) => {
    const query = transaction.select(takenColumns).from(reminders).$dynamic();
    const due = await dueRows(query, { at: reminders.nextDueAt, limit: claimMax });
    if (due.length === 0) return null;
    const now = await databaseNow(transaction);
    const live = await liveLogins(transaction, due);
    const scanned = await lastScans(transaction, due);
    const moves = new Map<string, Move>();
    const ended: string[] = [];
    for (const reminder of due) {
      const { family, userId } = reminder;
      const move = live.has(family) ? moveOf(reminder, now, scanned.get(userId)) : null;
      if (move) moves.set(userId, move);
      else ended.push(userId);
    }
    if (ended.length > 0) await transaction.delete(reminders).where(inArray(reminders.userId, ended));
    if (moves.size > 0) await moveOn(transaction, moves, now);
    return Array.from(moves.values()).flatMap(({ claimed }) => (claimed ? [claimed] : []));
  });
}

/** What is stored is still what was claimed: nobody has set it anew meanwhile. */
const isUnchanged = ({ userId, endpointSealed }: ClaimedReminder) =>
  and(eq(reminders.userId, userId), eq(reminders.endpointSealed, endpointSealed));

/** Gives back a reminder that certainly was not sent: it is tried again soon, until it is too late. */
export async function releaseReminder(db: Database, claimed: ClaimedReminder): Promise<void> {
  await db
    .update(reminders)
    .set({ nextDueAt: secondsFromNow(retryPauseS), retriedFrom: claimed.dueAt, sentAt: claimed.lastSentAt })
    .where(and(isUnchanged(claimed), eq(reminders.nextDueAt, claimed.nextDueAt)));
}

/** Removes a reminder whose subscription has ended. */
export async function removeEnded(db: Database, claimed: ClaimedReminder): Promise<void> {
  await db.delete(reminders).where(isUnchanged(claimed));
}

/** Seals every address again with the current master key. One that no key opens is of no use and is removed. */
export async function resealReminders(db: Database, keys: MasterKeys): Promise<void> {
  const old = await db
    .select({ userId: reminders.userId, sealed: reminders.endpointSealed })
    .from(reminders)
    .where(not(sql`starts_with(${reminders.endpointSealed}, ${sealPrefix(keys.current)})`));
  for (const { userId, sealed } of old) {
    const isSame = and(eq(reminders.userId, userId), eq(reminders.endpointSealed, sealed));
    try {
      const endpointSealed = sealEndpoint(keys, userId, openEndpoint(keys, userId, sealed));
      await db.update(reminders).set({ endpointSealed }).where(isSame);
    } catch (error) {
      if (!(error instanceof SealInvalid)) throw error;
      await db.delete(reminders).where(isSame);
    }
  }
}
