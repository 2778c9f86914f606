import type { Database, Transaction } from '@nuances/db/client';
import { notes, scans, sessions, usageEvents, usageUserWeeks, users } from '@nuances/db/schema';
import { asc, eq, getTableColumns, sql } from 'drizzle-orm';
import { bytesOfNotes, noteListPieces } from '../notes/note-pages.ts';
import { sealedNoteColumns } from '../notes/sealed-note.ts';

const {
  passwordHash: _passwordHash,
  userKeySealed: _userKeySealed,
  userKeyVersion: _userKeyVersion,
  ...profileColumns
} = getTableColumns(users);

const { userId: _userId, ...weekColumns } = getTableColumns(usageUserWeeks);

/** Live logins with their data, without tokens. */
async function readSessions(transaction: Transaction, userId: string) {
  return transaction
    .select({
      userAgent: sql<
        string | null
      >`(array_agg(${sessions.userAgent} order by ${sessions.rotatedAt} desc nulls first))[1]`,
      createdAt: sql<Date>`min(${sessions.createdAt})`.mapWith(sessions.createdAt),
      lastSeenAt: sql<Date>`max(${sessions.lastSeenAt})`.mapWith(sessions.lastSeenAt),
      expiresAt: sql<Date>`max(${sessions.expiresAt})`.mapWith(sessions.expiresAt),
    })
    .from(sessions)
    .where(eq(sessions.userId, userId))
    .groupBy(sessions.family)
    .orderBy(sql`min(${sessions.createdAt})`);
}

/** Everything of an account but its notes, the oldest first; null when the account is gone. */
async function readParts(transaction: Transaction, userId: string) {
  const [profile] = await transaction.select(profileColumns).from(users).where(eq(users.id, userId));
  if (!profile) return null;
  const ownScans = await transaction
    .select({
      _id: scans.id,
      answers: scans.answers,
      scoring: scans.scoring,
      duration: scans.durationS,
      createdAt: scans.createdAt,
      receivedAt: scans.receivedAt,
      tags: scans.tagsSealed,
    })
    .from(scans)
    .where(eq(scans.userId, userId))
    .orderBy(asc(scans.createdAt), asc(scans.id));
  const events = await transaction
    .select({ kind: usageEvents.kind, at: usageEvents.at, duration: usageEvents.durationS })
    .from(usageEvents)
    .where(eq(usageEvents.userId, userId))
    .orderBy(asc(usageEvents.at));
  const weeks = await transaction
    .select(weekColumns)
    .from(usageUserWeeks)
    .where(eq(usageUserWeeks.userId, userId))
    .orderBy(asc(usageUserWeeks.weekStart));
  return { profile, scans: ownScans, sessions: await readSessions(transaction, userId), events, weeks };
}

/** One snapshot, so that the parts are consistent. */
const snapshot = { isolationLevel: 'repeatable read', accessMode: 'read only' } as const;

/**
 * All data of an account as stored, without credentials.
 * @returns null when the account is gone
 */
export async function readAll(db: Database, userId: string) {
  return db.transaction(async (transaction) => {
    const parts = await readParts(transaction, userId);
    if (!parts) return null;
    const ownNotes = await transaction
      .select(sealedNoteColumns)
      .from(notes)
      .where(eq(notes.userId, userId))
      .orderBy(asc(notes.createdAt), asc(notes.id));
    return { exportedAt: new Date(), ...parts, notes: ownNotes };
  }, snapshot);
}

/** Size of a scan or an event in the export, bytes. */
const rowBytes = 200;

/** Estimated size of an export, bytes. */
export async function bytesOfExport(db: Database, userId: string): Promise<number> {
  const [row] = await db
    .select({ count: sql<number>`count(*)::int` })
    .from(scans)
    .where(eq(scans.userId, userId));
  return (await bytesOfNotes(db, userId)) + 2 * (row?.count ?? 0) * rowBytes;
}

/** As {@link readAll}, as chunks of JSON. */
export async function exportPieces(
  db: Database,
  userId: string,
  signal: AbortSignal,
): Promise<readonly Buffer[] | null> {
  return db.transaction(async (transaction) => {
    const parts = await readParts(transaction, userId);
    if (!parts) return null;
    const open = JSON.stringify({ exportedAt: new Date(), ...parts }).slice(0, -1);
    const list = await noteListPieces(transaction, userId, { order: 'oldest', signal });
    return [Buffer.from(`${open},"notes":`), ...list, Buffer.from('}')];
  }, snapshot);
}
