import type { Transaction } from '@nuances/db/client';
import { deletedNotes, moods, notes, scans } from '@nuances/db/schema';
import { moodFields, vaultMoodFields } from '@nuances/domain/moods/fields';
import { noteFields, vaultNoteFields } from '@nuances/domain/note/fields';
import { scanFields, vaultScanFields } from '@nuances/domain/scan/fields';
import { rowOf } from '@nuances/domain/thing';
import { and, eq, inArray, sql } from 'drizzle-orm';
import type { StoredMoods } from '../moods/mood-answers.ts';
import { deleteNotes, lockNoteDependencies } from '../notes/queries.ts';
import { requireQuotas } from '../notes/sealed-bytes.ts';
import type { StoredNote } from '../notes/sealed-note.ts';
import type { StoredScan } from '../results/scan-answers.ts';
import { requireVaultKey } from '../vault/account.ts';
import { lockLinkedScans, lockScans } from '../vault/put.ts';
import { clearVersion } from '@nuances/domain/vault/state';
import { type EnvelopeServices, requirePresentKey } from '../notes/present-key.ts';
import type { KeyState } from '../vault/key-state.ts';

/** A note of an export: title and text are envelopes of the server's key, or all is in one of the vault. */
export type RestoredNote = Omit<StoredNote, 'revision' | 'keyVersion'>;

/** A scan of an export, readable or in an envelope of the vault. */
export type RestoredScan = Omit<StoredScan, 'keyVersion' | 'arrivedClear'>;

export type RestoredMoods = Omit<StoredMoods, 'keyVersion'>;

const scanRow = { ...scanFields, ...vaultScanFields };
const noteRow = { ...noteFields, ...vaultNoteFields };
const moodRow = { ...moodFields, ...vaultMoodFields };

/** A note by the revision that it was given. */
export interface NoteRevision {
  readonly _id: string;
  readonly revision: number;
}

/** What was added: ids of scans and parts of moods, and notes. */
export interface Restored {
  readonly scans: string[];
  readonly notes: NoteRevision[];
  readonly moods: string[];
}

/** The key version of a row, sealed by the vault or not. */
const versionOf = (account: KeyState, { sealed }: { readonly sealed: string | null }) =>
  sealed === null ? clearVersion(account) : account.keyVersion;

/**
 * What is added must be sealed with a key that the account has.
 * @throws AppError `vaultSealed`, `vaultChanged`
 */
async function requireKey(
  transaction: Transaction,
  noteKeys: EnvelopeServices['noteKeys'],
  userId: string,
  account: KeyState,
  part: RestoredPart,
): Promise<void> {
  const rows = [...part.scans, ...part.notes, ...part.moods];
  const isClear = [...part.notes, ...part.moods].some(({ sealed }) => sealed === null);
  const hasTags = part.scans.some(({ sealed, tags }) => sealed === null && tags !== null);
  const envelopes = [
    ...part.notes.flatMap(({ sealed, title, text }) => (sealed === null ? [title, text] : [])),
    ...part.scans.flatMap(({ sealed, tags }) => (sealed === null ? [tags] : [])),
  ];
  if (isClear || hasTags) await requirePresentKey(transaction, noteKeys, userId, account, envelopes);
  if (rows.some(({ sealed }) => sealed !== null)) requireVaultKey(account, part.keyVersion ?? 0);
}

export interface RestoredPart {
  readonly scans: readonly RestoredScan[];
  readonly notes: readonly RestoredNote[];
  readonly moods: readonly RestoredMoods[];
  /** Of the vault's key that sealed it. */
  readonly keyVersion?: number;
}

/** A receipt by the database's clock: one that lies ahead would outlive an erasure of what was received until now. */
const notAhead = (receivedAt: Date) => sql`least(${receivedAt.toISOString()}::timestamptz, now())`;

async function addScans(
  transaction: Transaction,
  userId: string,
  account: KeyState,
  added: readonly RestoredScan[],
): Promise<string[]> {
  if (added.length === 0) return [];
  const stored = await transaction
    .insert(scans)
    .values(
      added.map((scan) => ({
        userId,
        ...rowOf(scanRow, {
          ...scan,
          receivedAt: notAhead(scan.receivedAt),
          keyVersion: versionOf(account, scan),
          arrivedClear: account.isVault && scan.sealed === null,
        }),
      })),
    )
    .onConflictDoNothing({ target: [scans.userId, scans.id] })
    .returning({ id: scans.id });
  return stored.map(({ id }) => id);
}

async function addMoods(
  transaction: Transaction,
  userId: string,
  account: KeyState,
  added: readonly RestoredMoods[],
): Promise<string[]> {
  if (added.length === 0) return [];
  const stored = await transaction
    .insert(moods)
    .values(
      added.map((part) => ({
        userId,
        ...rowOf(moodRow, {
          ...part,
          receivedAt: notAhead(part.receivedAt),
          keyVersion: versionOf(account, part),
        }),
      })),
    )
    .onConflictDoNothing({ target: [moods.userId, moods.id] })
    .returning({ id: moods.id });
  return stored.map(({ id }) => id);
}

/** A note that was deleted lately continues its revisions: devices that know it must see a change. */
async function revisionsOf(transaction: Transaction, userId: string, ids: readonly string[]) {
  const taken = await transaction
    .delete(deletedNotes)
    .where(and(eq(deletedNotes.userId, userId), inArray(deletedNotes.id, [...ids])))
    .returning({ id: deletedNotes.id, revision: deletedNotes.revision });
  return new Map(taken.map(({ id, revision }) => [id, revision]));
}

/** Of a note without a receipt, whose place is taken by its own time; null unless that lies ahead. */
const nowIfAhead = (createdAt: Date) => sql`case when ${createdAt.toISOString()}::timestamptz > now() then now() end`;

async function addNotes(
  transaction: Transaction,
  userId: string,
  account: KeyState,
  added: readonly RestoredNote[],
): Promise<NoteRevision[]> {
  if (added.length === 0) return [];
  const own = await lockLinkedScans(transaction, userId, added);
  const stored = await transaction
    .insert(notes)
    .values(
      added.map(({ scanResultId, receivedAt, ...note }) => ({
        userId,
        ...rowOf(noteRow, {
          ...note,
          keyVersion: versionOf(account, note),
          receivedAt: receivedAt === null ? nowIfAhead(note.createdAt) : notAhead(receivedAt),
          // A link to a scan that is not there any more is not restored; the note is.
          scanResultId: scanResultId !== null && own.has(scanResultId) ? scanResultId : null,
          revision: 1,
        }),
      })),
    )
    .onConflictDoNothing({ target: [notes.userId, notes.id] })
    .returning({ id: notes.id });
  const ids = stored.map(({ id }) => id);
  const last = ids.length === 0 ? new Map<string, number>() : await revisionsOf(transaction, userId, ids);
  for (const [id, revision] of last)
    await transaction
      .update(notes)
      .set({ revision: revision + 1 })
      .where(and(eq(notes.userId, userId), eq(notes.id, id)));
  // A note that was never here before has no earlier revision.
  return ids.map((id) => ({ _id: id, revision: (last.get(id) ?? 0) + 1 }));
}

/**
 * Adds a part of an export: ids that are stored already stay as they are, so that the same part can be sent again. No usage
 * event is recorded: what is restored was counted when it was made.
 * @returns the ids that were new
 * @throws AppError `sessionMissing` for an account that is gone, `vaultSealed`, `vaultChanged`, `quotaReached`, and then nothing of the part is stored
 */
export async function restore(
  { db, noteKeys }: EnvelopeServices,
  userId: string,
  part: RestoredPart,
): Promise<Restored> {
  return db.transaction(async (transaction) => {
    const account = await lockNoteDependencies(transaction, userId, null, 'no key update');
    await requireKey(transaction, noteKeys, userId, account, part);
    const added = {
      scans: await addScans(transaction, userId, account, part.scans),
      notes: await addNotes(transaction, userId, account, part.notes),
      moods: await addMoods(transaction, userId, account, part.moods),
    };
    await requireQuotas(transaction, userId, ['scans', 'notes', 'moods']);
    return added;
  });
}

/** Deletes the notes that still have the given revisions, and records the deletions. */
async function removeNotes(
  transaction: Transaction,
  userId: string,
  given: readonly NoteRevision[],
): Promise<string[]> {
  if (given.length === 0) return [];
  const revisions = new Map(given.map(({ _id, revision }) => [_id, revision]));
  const stored = await transaction
    .select({ id: notes.id, revision: notes.revision })
    .from(notes)
    .where(and(eq(notes.userId, userId), inArray(notes.id, [...revisions.keys()])))
    .orderBy(notes.id)
    .for('update');
  const unchanged = stored.filter(({ id, revision }) => revisions.get(id) === revision).map(({ id }) => id);
  return deleteNotes(transaction, userId, unchanged);
}

/** Deletes the scans that no note is linked to. Their rows are held, so that none is linked meanwhile. */
async function removeScans(transaction: Transaction, userId: string, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const own = and(eq(scans.userId, userId), inArray(scans.id, [...ids]));
  const isLinked = sql`exists (select 1 from ${notes} where ${notes.userId} = ${scans.userId} and ${notes.scanResultId} = ${scans.id})`;
  const gone = await transaction
    .delete(scans)
    .where(and(own, sql`not ${isLinked}`))
    .returning({ id: scans.id });
  return gone.map(({ id }) => id);
}

/**
 * Takes back what {@link restore} has added. A note that was changed since stays, and so does a scan that a remaining note
 * is linked to.
 * @returns the ids that were removed
 */
export async function undoRestore(
  transaction: Transaction,
  userId: string,
  added: { readonly scans: readonly string[]; readonly notes: readonly NoteRevision[] },
): Promise<{ scans: string[]; notes: string[] }> {
  await lockNoteDependencies(transaction, userId, null);
  // Before the notes, as a deletion of a scan does.
  await lockScans(
    transaction,
    userId,
    added.scans.map((_id) => ({ _id })),
  );
  const removedNotes = await removeNotes(transaction, userId, added.notes);
  return { scans: await removeScans(transaction, userId, added.scans), notes: removedNotes };
}
