import type { Database, Transaction } from '@nuances/db/client';
import { prepareOnce } from '@nuances/db/prepared';
import { deletedNotes, notes, scans, usageEvents, users } from '@nuances/db/schema';
import { AppError } from '@nuances/domain/errors';
import { itemAt } from '@nuances/domain/item-at';
import { deletedNotesKeptDays } from '@nuances/domain/limits';
import { noteContentFields, noteContentNames, noteFields, vaultNoteFields } from '@nuances/domain/note/fields';
import { given, isSameValue, namesOf, picked, rowOf, settled } from '@nuances/domain/thing';
import { and, eq, inArray, lt, type SQL, sql, type SQLWrapper } from 'drizzle-orm';
import { randomUUID } from 'node:crypto';
import { callerColumns, sessionOf, writingCaller } from '../auth/caller.ts';
import type { SessionClaim } from '../auth/sessions.ts';
import type { Context } from '../context.ts';
import { ownerOf } from '../database/own-rows.ts';
import { independentUpTo } from '../database/quota-memory.ts';
import { removeInSteps } from '../database/remove-in-steps.ts';
import { recordEvent, type UsageEvent, usageEventRow } from '../usage/record-event.ts';
import { clearVersion } from '@nuances/domain/vault/state';
import { clearVersionIn, hasFirstKey, type KeyState, keyStateColumns } from '../vault/key-state.ts';
import { type EnvelopeServices, requirePresentKey } from './present-key.ts';
import { requireQuotas, sealedBytes } from './sealed-bytes.ts';
import { deterministicUuid } from './deterministic-uuid.ts';
import { noteColumns, readableNote, type SealedNote, type StoredNote } from './sealed-note.ts';

type Content = Pick<SealedNote, (typeof noteContentNames)[number]>;

export interface NoteChange {
  readonly _id: string;
  /** What is undefined stays as it is stored; of a new note it is empty. */
  readonly content: { readonly [Name in keyof Content]?: Content[Name] | undefined } & Pick<
    Content,
    'text' | 'categoryId'
  >;
  /** Where the note goes in time; undefined leaves what is stored. */
  readonly movedTo: Date | undefined;
  /** The revision that the change is based on; undefined lets the last write win. */
  readonly revision: number | undefined;
  /** The time of the text that the change is based on: a deletion of the scan raises the revision, but leaves it. */
  readonly seen?: number | undefined;
}

function newContent({ content }: NoteChange): Content {
  const { title = '', text, categoryId } = content;
  return { ...settled(noteContentNames, content), title, text, categoryId };
}

/** A stored note, and the conflicting version that it replaced. */
export interface SavedNote {
  readonly note: SealedNote;
  readonly conflict?: SealedNote;
}

const storedFields = { ...noteFields, ...vaultNoteFields };
const fieldNames = namesOf(storedFields);
/** What an edit writes. */
const writtenFields = {
  ...noteContentFields,
  ...vaultNoteFields,
  ...picked(['createdAt', 'revision', 'updatedAt'], noteFields),
};

export const ownNote = (userId: string, id: string) => and(eq(notes.userId, userId), eq(notes.id, id));

/** The hash of a person's notes (SPEC.md NOTE-4), where {@link notes} is what is selected from. */
export const notesHash = sql<string>`encode(sha256(convert_to(coalesce(string_agg(${notes.id} || ':' || ${notes.revision}, ',' order by ${notes.id}), ''), 'UTF8')), 'hex')`;

const userIdOf = sql.placeholder('userId');

const selectHash = prepareOnce((db) =>
  db
    .select({ hash: notesHash })
    .from(notes)
    .where(eq(notes.userId, ownerOf(db)))
    .prepare('select_notes_hash'),
);

const selectHashAndCount = prepareOnce((db) => {
  const counted = db.$with('counted').as(
    db
      .insert(usageEvents)
      .select(usageEventRow(db, { userId: userIdOf, kind: 'notes_opened' }))
      .returning({ at: usageEvents.at }),
  );
  return db
    .with(counted)
    .select({ hash: notesHash })
    .from(notes)
    .where(eq(notes.userId, ownerOf(db)))
    .prepare('select_hash_and_count');
});

/** @param countsAsView whether to count a view of the notes, in the same statement */
export async function readHash(db: Database, userId: string, countsAsView: boolean): Promise<string> {
  const rows = await (countsAsView ? selectHashAndCount : selectHash)(db).execute({ userId });
  return itemAt(rows, 0).hash;
}

/**
 * Locks the rows that a note depends on before the note itself, in the order of an erasure of the account and of a
 * deletion of the scan: the account and the linked scan, which must be the account's own, stay until the note is
 * stored.
 *
 * Prepared, as the statements of a new note are: an unprepared one takes two round trips.
 * @param strength `no key update` for what may reach a quota, one such transaction of the account after the other
 * @returns how its rows are to be stored
 * @throws AppError `sessionMissing` for an account that is gone, `notFound` on `scanResultId`
 */
export async function lockNoteDependencies(
  transaction: Transaction,
  userId: string,
  scanId: string | null | undefined,
  strength: 'key share' | 'no key update' = 'key share',
): Promise<KeyState> {
  const [account] = await transaction
    .select(keyStateColumns)
    .from(users)
    .where(eq(users.id, userId))
    .for(strength)
    .prepare(strength === 'key share' ? 'hold_account' : 'hold_account_alone')
    .execute();
  if (!account) throw new AppError('sessionMissing');
  if (scanId == null) return account;
  const [scan] = await transaction
    .select({ id: scans.id })
    .from(scans)
    .where(and(eq(scans.userId, userId), eq(scans.id, scanId)))
    .for('key share')
    .prepare('hold_scan')
    .execute();
  if (!scan) throw new AppError('notFound', { fields: { scanResultId: 'notFound' } });
  return account;
}

/**
 * Inserts a note and counts it; the deletion of one that comes back is undone, and its revision goes on. Null when the id is
 * in use.
 */
export async function insertNote(
  transaction: Transaction,
  userId: string,
  content: Omit<StoredNote, 'receivedAt' | 'updatedAt' | 'revision'>,
): Promise<StoredNote | null> {
  const now = sql`now()`;
  const note = { ...content, receivedAt: now, updatedAt: now, revision: 1 };
  const [added] = await transaction
    .insert(notes)
    .values({ userId, ...rowOf(storedFields, note) })
    .onConflictDoNothing({ target: [notes.userId, notes.id] })
    .returning(noteColumns)
    .prepare('insert_note')
    .execute();
  if (!added) return null;
  // After the insert, which has waited for a concurrent deletion: this statement sees its result.
  const [deleted] = await transaction
    .delete(deletedNotes)
    .where(and(eq(deletedNotes.userId, userId), eq(deletedNotes.id, content._id)))
    .returning({ revision: deletedNotes.revision, receivedAt: deletedNotes.receivedAt })
    .prepare('take_back_note')
    .execute();
  if (!deleted) {
    await recordEvent(transaction, userId, 'note_created');
    return added;
  }
  const [again] = await transaction
    .update(notes)
    .set({ revision: deleted.revision + 1, receivedAt: deleted.receivedAt })
    .where(ownNote(userId, content._id))
    .returning(noteColumns);
  return again ?? null;
}

/** Id of the copy of a note at a revision: a retry finds the copy of the first call. */
const keptNoteId = (id: string, revision: number) => deterministicUuid(`nuances/kept-note/${id}/${revision}`);

/** Copies a note before it is overwritten into another note with the same time, category and link. */
async function keepBeside(transaction: Transaction, userId: string, stored: StoredNote): Promise<SealedNote> {
  // The first id may be in use, if the note was deleted long ago and its revisions restarted.
  for (const _id of [keptNoteId(stored._id, stored.revision), randomUUID()]) {
    const note = { ...stored, _id, revision: 1 };
    const [kept] = await transaction
      .insert(notes)
      .values({ userId, ...rowOf(storedFields, note) })
      .onConflictDoNothing({ target: [notes.userId, notes.id] })
      .returning(noteColumns);
    if (kept) return readableNote(kept);
  }
  throw new AppError('unavailable', { retryAfterS: 1 });
}

/** The copy that {@link keepBeside} made of the version before the stored one; null when it made none. */
async function findKept(transaction: Transaction, userId: string, stored: StoredNote): Promise<SealedNote | null> {
  const [kept] = await transaction
    .select(noteColumns)
    .from(notes)
    .where(ownNote(userId, keptNoteId(stored._id, stored.revision - 1)));
  return kept ? readableNote(kept) : null;
}

/**
 * Updates a note, or finds the same content already stored; null when there is none. One that the vault has sealed is written
 * over only by a whole one: what it holds cannot be kept beside, nor in part.
 * @throws AppError `vaultSealed`
 */
async function writeOver(
  transaction: Transaction,
  userId: string,
  change: NoteChange,
  account: KeyState,
): Promise<SavedNote | null> {
  const [stored] = await transaction
    .select(noteColumns)
    .from(notes)
    .where(ownNote(userId, change._id))
    .for('update')
    .prepare('hold_note')
    .execute();
  if (!stored) return null;
  const { revision, seen } = change;
  const next = { ...stored, ...given(change.content), createdAt: change.movedTo ?? stored.createdAt };
  const isSealed = stored.sealed !== null;
  const isSame =
    !isSealed &&
    noteContentNames.every((name) => isSameValue(next[name], stored[name])) &&
    next.createdAt.getTime() === stored.createdAt.getTime();
  const isStale = revision !== undefined && revision !== stored.revision && seen !== stored.updatedAt.getTime();
  if (isSealed && (isStale || change.content.title === undefined)) throw new AppError('vaultSealed');
  if (isSame) {
    const conflict = isStale ? await findKept(transaction, userId, stored) : null;
    return { note: readableNote(stored), ...(conflict && { conflict }) };
  }
  const conflict = isStale ? await keepBeside(transaction, userId, stored) : null;
  const [note] = await transaction
    .update(notes)
    .set(
      rowOf(writtenFields, {
        ...next,
        revision: stored.revision + 1,
        updatedAt: sql`now()`,
        sealed: null,
        keyVersion: clearVersion(account),
      }),
    )
    .where(ownNote(userId, change._id))
    .returning(noteColumns)
    .prepare('write_over_note')
    .execute();
  if (!note) return null;
  const grows = next.title.length + next.text.length > stored.title.length + stored.text.length;
  if (grows || conflict !== null) await requireQuotas(transaction, userId, ['notes']);
  await recordEvent(transaction, userId, 'note_updated');
  return { note: readableNote(note), ...(conflict && { conflict }) };
}

/**
 * Inserts a note with a free id, or updates the own note of that id. Idempotent: repeated and concurrent calls make one
 * row and one event.
 * @returns null when the note was deleted concurrently
 * @throws AppError `notFound` on `scanResultId`, `quotaReached`, `vaultSealed`, `vaultChanged`
 */
export async function putNote(
  { db, noteKeys }: EnvelopeServices,
  userId: string,
  change: NoteChange,
  createdAt: Date,
): Promise<SavedNote | null> {
  return db.transaction(async (transaction) => {
    const account = await lockNoteDependencies(transaction, userId, change.content.scanResultId, 'no key update');
    await requirePresentKey(transaction, noteKeys, userId, account, [change.content.title, change.content.text]);
    const added = await insertNote(transaction, userId, {
      ...newContent(change),
      _id: change._id,
      createdAt,
      sealed: null,
      keyVersion: clearVersion(account),
    });
    if (!added) return writeOver(transaction, userId, change, account);
    await requireQuotas(transaction, userId, ['notes']);
    return { note: readableNote(added) };
  });
}

/**
 * A new note, its event and the caller's session in one statement. The rows that the note depends on are held first, in
 * the order of {@link lockNoteDependencies}. It stores nothing when anything is in the way (a note of that id, no such scan, an
 * almost full account, a vault now or before); why is left to {@link putNote}, which looks again.
 */
const insertNewNote = (mustCount: boolean) =>
  prepareOnce((db) => {
    const caller = writingCaller(db);
    const [id, title, text] = ['_id', 'title', 'text'].map((name) => sql.placeholder(name));
    const scanId = sql`${sql.placeholder('scanResultId')}::uuid`;
    const event: UsageEvent = 'note_created';
    // Two statements rather than a parameter, as for a scan.
    const found = mustCount
      ? sql`select count(*)::integer as count, ${sealedBytes(userIdOf)} as bytes from ${notes} where ${notes.userId} = ${userIdOf}`
      : sql`select null::integer as count, null::float8 as bytes`;
    const hasRoom = mustCount
      ? sql`found.count < ${sql.raw(String(independentUpTo.notes))} and
        found.bytes + octet_length(${title}::text) + octet_length(${text}::text) <= ${sql.raw(String(independentUpTo.sealedBytes))}`
      : sql`true`;
    const linked = sql`
      select ${scans.id} from ${scans}
      where ${scans.userId} = ${userIdOf} and ${scans.userId} = (select id from caller) and ${scans.id} = ${scanId} for key share`;
    const allowed = sql`
      select caller.id as user_id, ${clearVersionIn(sql`caller`)} as key_version from caller, found
      where ${hasFirstKey(sql`caller`)}
        and (${scanId} is null or exists (select 1 from linked))
        and not exists (select 1 from ${notes} where ${notes.userId} = ${userIdOf} and ${notes.id} = ${id})
        and ${hasRoom}`;
    const takenBack = sql`
      delete from ${deletedNotes} using allowed
      where ${deletedNotes.userId} = ${userIdOf} and ${deletedNotes.userId} = allowed.user_id and ${deletedNotes.id} = ${id}
      returning ${deletedNotes.revision}, ${deletedNotes.receivedAt}`;
    const made: { readonly [Name in keyof StoredNote]?: SQL } = {
      revision: sql`coalesce(taken_back.revision + 1, 1)`,
      receivedAt: sql`case when taken_back.revision is null then now() else taken_back.received_at end`,
      updatedAt: sql`now()`,
      sealed: sql`null`,
      keyVersion: sql`allowed.key_version`,
    };
    const columns = fieldNames.map((name) => sql.identifier(noteColumns[name].name));
    const values = fieldNames.map((name) => {
      const column = noteColumns[name];
      return made[name] ?? sql`${sql.param(sql.placeholder(name), column)}::${sql.raw(column.getSQLType())}`;
    });
    const stored = sql`
      insert into ${notes} (user_id, ${sql.join(columns, sql`, `)})
      select allowed.user_id, ${sql.join(values, sql`, `)}
      from allowed left join taken_back on true
      on conflict (user_id, id) do nothing
      returning user_id, revision, received_at, updated_at`;
    const counted = sql`
      insert into ${usageEvents} (user_id, kind, at)
      select user_id, ${event}::text, now() from stored, caller
      where caller.counts_usage and not exists (select 1 from taken_back)`;
    const parts = Object.entries({ linked, found, allowed, taken_back: takenBack, stored, counted });
    return db
      .with(caller, ...parts.map(([name, part]) => db.$with(name, {}).as(part)))
      .select({
        ...callerColumns(caller),
        revision: sql<number | null>`stored.revision`,
        receivedAt: sql<Date | null>`stored.received_at`.mapWith(notes.receivedAt),
        updatedAt: sql<Date | null>`stored.updated_at`.mapWith(notes.updatedAt),
        count: sql<number | null>`(select count from found)`,
        bytes: sql<number | null>`(select bytes from found)`,
      })
      .from(caller)
      .leftJoin(sql`stored`, sql`true`)
      .prepare('insert_note');
  });
const [insertNoteCounted, insertNoteUncounted] = [insertNewNote(true), insertNewNote(false)];

/**
 * Stores a note whose id is free, the common case of {@link putNote}.
 * @returns null when something is in the way
 * @throws AppError `sessionMissing`
 */
export async function addNewNote(
  context: Context,
  claim: SessionClaim,
  change: NoteChange,
  createdAt: Date,
): Promise<SealedNote | null> {
  const { db, noteQuota } = context.services;
  const { userId } = claim;
  if (db.isDistributed) {
    // In one statement, Citus would send what a part of it finds to every worker. Only the account's worker is asked so.
    context.settle(await context.session());
    return null;
  }
  const fields = { ...newContent(change), _id: change._id, createdAt };
  const insert = noteQuota.mustCount(userId) ? insertNoteCounted : insertNoteUncounted;
  const [row] = await insert(db).execute({ ...claim, ...fields });
  context.settle(sessionOf(claim, row));
  if (!row || row.revision === null || row.updatedAt === null) return null;
  const { revision, receivedAt, updatedAt, count, bytes } = row;
  const found = count === null || bytes === null ? null : { count, bytes };
  noteQuota.note(userId, found, { count: 1, bytes: fields.title.length + fields.text.length });
  return { ...fields, receivedAt, updatedAt, revision };
}

/**
 * Updates a note; a retry finds the same content and counts nothing.
 * @returns null when there is none
 * @throws as {@link putNote}
 */
export async function changeNote(
  { db, noteKeys }: EnvelopeServices,
  userId: string,
  change: NoteChange,
): Promise<SavedNote | null> {
  return db.transaction(async (transaction) => {
    const account = await lockNoteDependencies(transaction, userId, change.content.scanResultId, 'no key update');
    await requirePresentKey(transaction, noteKeys, userId, account, [change.content.title, change.content.text]);
    return writeOver(transaction, userId, change, account);
  });
}

/**
 * Checks that a note still has the text that was stored at the time `seen`, so that no deletion takes a text nobody has read.
 * Its row is locked until the commit. A note that is gone passes.
 * @throws AppError `noteChanged`
 */
export async function requireAsSeen(transaction: Transaction, userId: string, id: string, seen: string): Promise<void> {
  const [stored] = await transaction
    .select({ updatedAt: notes.updatedAt })
    .from(notes)
    .where(ownNote(userId, id))
    .for('update');
  if (stored && stored.updatedAt.getTime() !== Date.parse(seen)) throw new AppError('noteChanged');
}

/**
 * Deletes a note, and records its id for a while.
 * @param seen as {@link requireAsSeen}; undefined deletes whatever is stored
 * @returns whether there was one
 */
export async function removeNote(db: Database, userId: string, id: string, seen?: string | null): Promise<boolean> {
  return db.transaction(async (transaction) => {
    await lockNoteDependencies(transaction, userId, null);
    if (seen != null) await requireAsSeen(transaction, userId, id, seen);
    return (await deleteNotes(transaction, userId, [id])).length > 0;
  });
}

/** Deletes notes, and remembers that for a while, so that each can be restored. @returns the ids that were there */
export async function deleteNotes(transaction: Transaction, userId: string, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const gone = await transaction
    .delete(notes)
    .where(and(eq(notes.userId, userId), inArray(notes.id, [...ids])))
    .returning({ id: notes.id, revision: notes.revision, receivedAt: notes.receivedAt });
  if (gone.length === 0) return [];
  await transaction
    .insert(deletedNotes)
    .values(gone.map((note) => ({ ...note, userId, deletedAt: sql`now()` })))
    .onConflictDoUpdate({
      target: [deletedNotes.userId, deletedNotes.id],
      set: {
        revision: sql`excluded.revision`,
        receivedAt: sql`excluded.received_at`,
        deletedAt: sql`excluded.deleted_at`,
      },
    });
  return gone.map(({ id }) => id);
}

/**
 * Unlinks an account's notes from scans, in the transaction that deletes the scans.
 * @param ids theirs, or a query of them
 */
export async function unlinkNotes(
  transaction: Transaction,
  userId: string,
  ids: readonly string[] | SQLWrapper,
): Promise<void> {
  await transaction
    .update(notes)
    .set({ scanResultId: null, revision: sql`${notes.revision} + 1` })
    .where(and(eq(notes.userId, userId), inArray(notes.scanResultId, ids)));
}

/** Removes records of deletions that can no longer be undone, by the index on their time. */
export async function removeExpiredDeletions(db: Database): Promise<void> {
  const { userId, id, deletedAt } = deletedNotes;
  const where = lt(deletedAt, sql`now() - make_interval(days => ${deletedNotesKeptDays}::int)`);
  await removeInSteps(db, deletedNotes, { key: [userId, id], where, by: deletedAt });
}
