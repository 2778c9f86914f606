import type { Database, Transaction } from '@nuances/db/client';
import { readSnapshot } from '../database/read-snapshot.ts';
import {
  deletedNotes,
  ledgerEntries,
  mailTokens,
  reminders,
  scans,
  sessions,
  usageEvents,
  usageUserWeeks,
  usageWeeks,
  users,
} from '@nuances/db/schema';
import { someColumnsOf } from '@nuances/db/field-columns';
import { itemAt } from '@nuances/domain/item-at';
import { exportedReminderFields } from '@nuances/domain/reminder/fields';
import { firstKeyVersion } from '@nuances/domain/vault/state';
import { and, asc, eq, getTableColumns, sql } from 'drizzle-orm';
import { isLogin, loginColumns } from '../auth/session-adapter.ts';
import type { Session } from '../auth/sessions.ts';
import { readConsents } from '../consents/queries.ts';
import { listMoods, moodBytes } from '../moods/queries.ts';
import { listPasskeys } from '../security/passkey-queries.ts';
import { readCodes } from '../security/codes.ts';
import { listTokens } from '../tokens/queries.ts';
import { bytesOfNotes, listPieces, notePages } from '../notes/note-pages.ts';
import { sealedTagBytes } from '../notes/sealed-bytes.ts';
import { readVault } from '../vault/account.ts';
import { listedScan, scanColumns } from '../results/scan-answers.ts';

const {
  passwordHash: _passwordHash,
  userKeySealed: _userKeySealed,
  userKeyVersion: _userKeyVersion,
  erasedAt: _erasedAt,
  consentedAt: _consentedAt,
  countsUsage: _countsUsage,
  keyMode: _keyMode,
  keyTarget: _keyTarget,
  keyVersion: _keyVersion,
  vaultSince: _vaultSince,
  vaultManifest: _vaultManifest,
  profileSealed: _profileSealed,
  profileKeyVersion: _profileKeyVersion,
  ...profileColumns
} = getTableColumns(users);

const {
  userId: _userId,
  nbActive: _one,
  isOpen: _isOpen,
  weekStart,
  signedUp,
  ...counts
} = getTableColumns(usageUserWeeks);
/** The counts of a week are the sums of its rows. */
const weekSums = Object.fromEntries(
  Object.entries(counts).map(([name, column]) => [name, sql<number>`sum(${column})::float8`]),
);

/** Logins with their data, without tokens: all that are stored, also those that have expired. */
async function readSessions(transaction: Transaction, userId: string) {
  return transaction
    .select({ ...loginColumns, expiresAt: sql<Date>`max(${sessions.expiresAt})`.mapWith(sessions.expiresAt) })
    .from(sessions)
    .where(and(eq(sessions.userId, userId), isLogin))
    .groupBy(sessions.family)
    .orderBy(loginColumns.createdAt);
}

/** Script tokens, without the tokens. */
async function readTokens(transaction: Transaction, userId: string) {
  const found = await listTokens(transaction, userId);
  return found.map(({ id: _id, ...token }) => token);
}

/** Links in mails, without the links. */
function readLinks(transaction: Transaction, userId: string) {
  const { purpose, email, createdAt, expiresAt, usedAt } = mailTokens;
  return transaction
    .select({ purpose, email, createdAt, expiresAt, usedAt })
    .from(mailTokens)
    .where(eq(mailTokens.userId, userId))
    .orderBy(asc(mailTokens.createdAt));
}

/** The last decisions about the account that a restored backup must not take back. */
function readDecisions(transaction: Transaction, userId: string) {
  const { subject, value, at } = ledgerEntries;
  return transaction
    .select({ subject, value, at })
    .from(ledgerEntries)
    .where(eq(ledgerEntries.userId, userId))
    .orderBy(asc(ledgerEntries.at));
}

function readDeletedNotes(transaction: Transaction, userId: string) {
  const { id, revision, receivedAt, deletedAt } = deletedNotes;
  return transaction
    .select({ _id: id, revision, receivedAt, deletedAt })
    .from(deletedNotes)
    .where(eq(deletedNotes.userId, userId))
    .orderBy(asc(deletedNotes.deletedAt), asc(deletedNotes.id));
}

/** What only a login may read, here as in the calls of its own. */
async function readLoginParts(transaction: Transaction, userId: string) {
  const [reminder] = await transaction
    .select(someColumnsOf(reminders, exportedReminderFields))
    .from(reminders)
    .where(eq(reminders.userId, userId));
  const codes = await readCodes(transaction, userId);
  const passkeys = await listPasskeys(transaction, userId);
  return {
    sessions: await readSessions(transaction, userId),
    tokens: await readTokens(transaction, userId),
    consents: await readConsents(transaction, userId),
    reminder: reminder ?? null,
    links: await readLinks(transaction, userId),
    decisions: await readDecisions(transaction, userId),
    ...(codes && { oneTimeCodes: codes }),
    ...(passkeys.length > 0 && {
      passkeys: passkeys.map(({ id: _id, credentialId: _credentialId, ...passkey }) => passkey),
    }),
  };
}

/** What the account has of a vault, without its keys: nothing where there never was one. */
async function readVaultParts(transaction: Transaction, { userId, scope }: ExportCaller) {
  const { slots, left: _left, profileStamp: _stamp, ...vault } = await readVault(transaction, userId);
  if (vault.keyVersion === firstKeyVersion) return {};
  const opening = slots.map(({ wrapped: _wrapped, parameters: _parameters, ...one }) => one);
  return { vault: { ...vault, ...(scope === null && { slots: opening }) } };
}

/** Whose export it is, and with what it is asked for. */
export type ExportCaller = Pick<Session, 'userId' | 'scope'>;

/** Everything of an account but its notes, the oldest first; null when the account is gone. */
async function readParts(transaction: Transaction, { userId, scope }: ExportCaller) {
  const [profile] = await transaction.select(profileColumns).from(users).where(eq(users.id, userId));
  if (!profile) return null;
  const ownScans = await transaction
    .select(scanColumns)
    .from(scans)
    .where(eq(scans.userId, userId))
    .orderBy(asc(scans.createdAt), asc(scans.id));
  const events = await transaction
    .select({ kind: usageEvents.kind, at: usageEvents.at, duration: usageEvents.durationS })
    .from(usageEvents)
    .where(eq(usageEvents.userId, userId))
    .orderBy(asc(usageEvents.at));
  const weeks = await transaction
    .select({ weekStart, signedUp: sql<boolean>`bool_or(${signedUp})`, ...weekSums })
    .from(usageUserWeeks)
    // The index is by week first: with the list of weeks it is asked for few rows of each.
    .innerJoin(usageWeeks, eq(usageWeeks.weekStart, weekStart))
    .where(eq(usageUserWeeks.userId, userId))
    .groupBy(weekStart)
    .orderBy(asc(weekStart));
  return {
    profile,
    scans: ownScans.map(listedScan),
    moods: await listMoods(transaction, userId),
    ...(scope === null && (await readLoginParts(transaction, userId))),
    ...(await readVaultParts(transaction, { userId, scope })),
    events,
    weeks,
    deletedNotes: await readDeletedNotes(transaction, userId),
  };
}

/** What is exported, as JSON in pieces, of one snapshot; without credentials, which are secrets and not data. Null when the account is gone. */
export async function exportPieces(
  db: Database,
  caller: ExportCaller,
  signal: AbortSignal | undefined,
): Promise<readonly Buffer[] | null> {
  return readSnapshot(db, signal, async (transaction) => {
    const parts = await readParts(transaction, caller);
    if (!parts) return null;
    const pages = notePages(transaction, caller.userId, { order: 'oldest', signal });
    const open = JSON.stringify({ exportedAt: new Date(), ...parts }).slice(0, -1);
    return [Buffer.from(`${open},"notes":`), ...(await listPieces(pages)), Buffer.from('}')];
  });
}

/** What a scan or an event takes in the export beside what is sealed, bytes. */
const rowBytes = { scan: 250, event: 90 } as const;
/** Profile, sessions and ten years of weeks, bytes. */
const otherBytes = 256 * 1024;

/** Roughly what an export will hold, bytes. The indexes on whose rows they are count them. */
export async function bytesOfExport(db: Database, userId: string): Promise<number> {
  const countOf = (table: typeof scans | typeof usageEvents) =>
    sql<number>`(select count(*) from ${table} where ${table.userId} = ${userId})::int`;
  const rows = await db
    .select({
      scans: countOf(scans),
      events: countOf(usageEvents),
      tagBytes: sealedTagBytes(userId),
      moodBytes: moodBytes(userId),
      sealedBytes: sql<number>`(select coalesce(sum(octet_length(${scans.sealed})), 0)::float8 from ${scans} where ${scans.userId} = ${userId})`,
    })
    .from(sql`(select 1) as one`);
  const counted = itemAt(rows, 0);
  const rowsBytes = counted.scans * rowBytes.scan + counted.events * rowBytes.event;
  const listBytes = counted.tagBytes + counted.sealedBytes + counted.moodBytes;
  return otherBytes + rowsBytes + listBytes + (await bytesOfNotes(db, userId, null));
}
