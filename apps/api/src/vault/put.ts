/** Rows of a vault, stored under its key: the person's own changes, and those of a move. */
import type { Transaction } from '@nuances/db/client';
import { notes, scans, usageEvents } from '@nuances/db/schema';
import { scanFields, vaultScanFields } from '@nuances/domain/scan/fields';
import { createdAtOf } from '@nuances/domain/scan/time';
import { rowOf } from '@nuances/domain/thing';
import { and, eq, inArray, sql } from 'drizzle-orm';
import { insertNote, ownNote } from '../notes/queries.ts';
import { emptyNote, listedNote, noteColumns, type StoredNote } from '../notes/sealed-note.ts';
import { ownScan } from '../results/queries.ts';
import { emptyScan, listedScan, scanColumns, sealableScanFields, type StoredScan } from '../results/scan-answers.ts';
import { recordEvent, usageEventRow } from '../usage/record-event.ts';
import type { NoteOutcome, PutNote, PutScan, ScanOutcome } from './vault-fields.ts';

/** What the rows of a call are stored for. */
export interface Storing {
  readonly userId: string;
  readonly keyVersion: number;
  /** By the clock of the server, for times that a client gives. */
  readonly now: Date;
}

/** What becomes of the rows once they are sealed: nothing of them stays beside the envelope, but that a scan came unsealed. */
const emptiedNote = { titleSealed: '', textSealed: '', categoryId: null } as const;
const emptiedScan = rowOf(sealableScanFields, emptyScan);

const refused = (_id: string, code: 'notFound' | 'unavailable') => ({ _id, outcome: 'refused' as const, code });

export const savedNote = ({
  _id,
  revision,
  scanResultId,
  createdAt,
  receivedAt,
  updatedAt,
}: StoredNote): NoteOutcome => ({ _id, outcome: 'saved', revision, scanResultId, createdAt, receivedAt, updatedAt });
export const keptNote = (stored: StoredNote): NoteOutcome => ({
  _id: stored._id,
  outcome: 'conflict',
  note: listedNote(stored),
});
export const savedScan = ({ _id, createdAt, receivedAt }: StoredScan): ScanOutcome => ({
  _id,
  outcome: 'saved',
  createdAt,
  receivedAt,
});
export const keptScan = (stored: StoredScan): ScanOutcome => ({
  _id: stored._id,
  outcome: 'conflict',
  scan: listedScan(stored),
});

/** What names rows. */
type Named = readonly { readonly _id: string }[];
const idsOf = (rows: Named) => rows.map(({ _id }) => _id);

/** The notes among the named ones, held until the commit. */
export async function lockNotes(transaction: Transaction, userId: string, named: Named) {
  const found = await transaction
    .select(noteColumns)
    .from(notes)
    .where(and(eq(notes.userId, userId), inArray(notes.id, idsOf(named))))
    .orderBy(notes.id)
    .for('update');
  return new Map(found.map((note) => [note._id, note]));
}

/** The scans among the named ones, held until the commit. */
export async function lockScans(transaction: Transaction, userId: string, named: Named) {
  const found = await transaction
    .select(scanColumns)
    .from(scans)
    .where(and(eq(scans.userId, userId), inArray(scans.id, idsOf(named))))
    .orderBy(scans.id)
    .for('update');
  return new Map(found.map((scan) => [scan._id, scan]));
}

/** The ids among those that notes link to that are scans of the account, held so that they stay until the commit. */
export async function lockLinkedScans(
  transaction: Transaction,
  userId: string,
  linked: readonly { readonly scanResultId?: string | null | undefined }[],
): Promise<Set<string>> {
  const ids = linked.flatMap(({ scanResultId }) => scanResultId ?? []);
  if (ids.length === 0) return new Set();
  const found = await transaction
    .select({ id: scans.id })
    .from(scans)
    .where(and(eq(scans.userId, userId), inArray(scans.id, ids)))
    .orderBy(scans.id)
    .for('key share');
  return new Set(found.map(({ id }) => id));
}

/** A note of the person: new, or a change of the stored one. */
async function saveNote(
  transaction: Transaction,
  storing: Storing,
  note: PutNote,
  stored: StoredNote | undefined,
): Promise<NoteOutcome> {
  const { userId, keyVersion, now } = storing;
  if (!stored) {
    const added = await insertNote(transaction, userId, {
      _id: note._id,
      ...emptyNote,
      scanResultId: note.scanResultId ?? null,
      createdAt: createdAtOf(note.movedTo ?? note.createdAt, now),
      sealed: note.sealed,
      keyVersion,
    });
    return added ? savedNote(added) : refused(note._id, 'unavailable');
  }
  // Sent again: its answer was lost.
  if (stored.sealed === note.sealed) return savedNote(stored);
  if (note.revision != null && note.revision !== stored.revision) return keptNote(stored);
  const [changed] = await transaction
    .update(notes)
    .set({
      ...emptiedNote,
      sealed: note.sealed,
      keyVersion,
      ...(note.scanResultId !== undefined && { scanResultId: note.scanResultId }),
      ...(note.movedTo != null && { createdAt: createdAtOf(note.movedTo, now) }),
      revision: stored.revision + 1,
      updatedAt: sql`now()`,
    })
    .where(ownNote(userId, note._id))
    .returning(noteColumns);
  if (!changed) return refused(note._id, 'unavailable');
  await recordEvent(transaction, userId, 'note_updated');
  return savedNote(changed);
}

/** What becomes of a note that is sealed anew; null when it is to be stored. */
function movedNote(keyVersion: number, note: PutNote, stored: StoredNote | undefined): NoteOutcome | null {
  if (!stored) return refused(note._id, 'notFound');
  if (stored.sealed === note.sealed) return savedNote(stored);
  // Another device was faster, or the person has changed it since.
  return stored.keyVersion === keyVersion || note.revision !== stored.revision ? keptNote(stored) : null;
}

/** Stores notes of one call. The account's row is held. */
export async function putNotes(
  transaction: Transaction,
  storing: Storing,
  list: readonly PutNote[],
): Promise<NoteOutcome[]> {
  if (list.length === 0) return [];
  const { userId, keyVersion } = storing;
  const linked = await lockLinkedScans(
    transaction,
    userId,
    list.filter(({ isMove }) => !isMove),
  );
  const stored = await lockNotes(transaction, userId, list);
  const outcomes: NoteOutcome[] = [];
  const moved: PutNote[] = [];
  for (const note of list) {
    const before = stored.get(note._id);
    const isLost = note.scanResultId != null && !note.isMove && !linked.has(note.scanResultId);
    const outcome = note.isMove
      ? movedNote(keyVersion, note, before)
      : isLost
        ? refused(note._id, 'notFound')
        : await saveNote(transaction, storing, note, before);
    if (outcome === null) moved.push(note);
    outcomes.push(outcome ?? (before ? savedNote(before) : refused(note._id, 'notFound')));
  }
  if (moved.length > 0) {
    const fresh = moved.map(({ _id, sealed }) => sql`(${_id}::uuid, ${sealed}::text)`);
    await transaction
      .update(notes)
      .set({ ...emptiedNote, sealed: sql`fresh.sealed`, keyVersion })
      .from(sql`(values ${sql.join(fresh, sql`, `)}) as fresh (id, sealed)`)
      .where(and(eq(notes.userId, userId), sql`${notes.id} = fresh.id`));
  }
  return outcomes;
}

async function addScan(
  transaction: Transaction,
  { userId, keyVersion, now }: Storing,
  { _id, sealed, tags, createdAt }: PutScan,
): Promise<ScanOutcome> {
  const times = { createdAt: createdAtOf(createdAt, now), receivedAt: sql`now()` };
  const row = { ...emptyScan, tags, ...times, _id, sealed, keyVersion, arrivedClear: false };
  const [added] = await transaction
    .insert(scans)
    .values({ userId, ...rowOf({ ...scanFields, ...vaultScanFields }, row) })
    .onConflictDoNothing({ target: [scans.userId, scans.id] })
    .returning(scanColumns);
  if (!added) return refused(_id, 'unavailable');
  // Without the duration, which is sealed.
  await transaction.insert(usageEvents).select(usageEventRow(transaction, { userId, kind: 'scan' }));
  return savedScan(added);
}

/** What becomes of a scan that is stored already; null when it is to be sealed anew. */
function movedScan(keyVersion: number, scan: PutScan, stored: StoredScan): ScanOutcome | null {
  if (stored.sealed === scan.sealed) return savedScan(stored);
  const isLeft = scan.isMove && stored.keyVersion !== keyVersion;
  // Tags are all that may change of a scan.
  return isLeft && (scan.tagsBefore ?? null) === stored.tags ? null : keptScan(stored);
}

/** Stores scans of one call. The account's row is held. */
export async function putScans(
  transaction: Transaction,
  storing: Storing,
  list: readonly PutScan[],
): Promise<ScanOutcome[]> {
  if (list.length === 0) return [];
  const { userId, keyVersion } = storing;
  const stored = await lockScans(transaction, userId, list);
  const outcomes: ScanOutcome[] = [];
  const moved: PutScan[] = [];
  for (const scan of list) {
    const before = stored.get(scan._id);
    if (!before) {
      outcomes.push(scan.isMove ? refused(scan._id, 'notFound') : await addScan(transaction, storing, scan));
      continue;
    }
    const outcome = movedScan(keyVersion, scan, before);
    if (outcome === null) moved.push(scan);
    outcomes.push(outcome ?? savedScan(before));
  }
  if (moved.length > 0) {
    const fresh = moved.map(({ _id, sealed, tags }) => sql`(${_id}::uuid, ${sealed}::text, ${tags}::text)`);
    await transaction
      .update(scans)
      .set({ ...emptiedScan, sealed: sql`fresh.sealed`, tagsSealed: sql`fresh.tags`, keyVersion })
      .from(sql`(values ${sql.join(fresh, sql`, `)}) as fresh (id, sealed, tags)`)
      .where(and(eq(scans.userId, userId), sql`${scans.id} = fresh.id`));
  }
  return outcomes;
}

/**
 * Replaces the tags of a sealed scan, unless others were stored since they were read.
 * @returns null for a scan that is not there, or not sealed with the account's key
 */
export async function putTags(
  transaction: Transaction,
  { userId, keyVersion }: Pick<Storing, 'userId' | 'keyVersion'>,
  { _id, tags, tagsBefore }: { readonly _id: string; readonly tags: string | null; readonly tagsBefore: string | null },
): Promise<{ isSaved: boolean; tags: string | null } | null> {
  const stored = (await lockScans(transaction, userId, [{ _id }])).get(_id);
  if (!stored || stored.sealed === null || stored.keyVersion !== keyVersion) return null;
  if (stored.tags === tags) return { isSaved: true, tags };
  if (stored.tags !== tagsBefore) return { isSaved: false, tags: stored.tags };
  await transaction.update(scans).set({ tagsSealed: tags }).where(ownScan(userId, _id));
  return { isSaved: true, tags };
}
