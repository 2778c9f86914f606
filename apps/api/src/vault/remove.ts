import type { Transaction } from '@nuances/db/client';
import { moods, notes, scans } from '@nuances/db/schema';
import { and, eq, inArray } from 'drizzle-orm';
import { removeMoods } from '../moods/queries.ts';
import { deleteNotes, unlinkNotes } from '../notes/queries.ts';
import { lockNotes, lockScans } from './put.ts';
import type { UnopenedRow } from './vault-fields.ts';

/** Deletes scans, then notes, in the order of locks of single deletions. @returns the ids that were there */
export async function removeRows(
  transaction: Transaction,
  userId: string,
  ids: { readonly notes: readonly string[]; readonly scans: readonly string[]; readonly moods: readonly string[] },
): Promise<{ notes: string[]; scans: string[] }> {
  const removed: { notes: string[]; scans: string[] } = { notes: [], scans: [] };
  await removeMoods(transaction, userId, ids.moods);
  if (ids.scans.length > 0) {
    const own = and(eq(scans.userId, userId), inArray(scans.id, [...ids.scans]));
    await transaction.select({ id: scans.id }).from(scans).where(own).orderBy(scans.id).for('update');
    await unlinkNotes(transaction, userId, ids.scans);
    const gone = await transaction.delete(scans).where(own).returning({ id: scans.id });
    removed.scans = gone.map(({ id }) => id);
  }
  if (ids.notes.length > 0) {
    const own = and(eq(notes.userId, userId), inArray(notes.id, [...ids.notes]));
    await transaction.select({ id: notes.id }).from(notes).where(own).orderBy(notes.id).for('update');
    removed.notes = await deleteNotes(transaction, userId, ids.notes);
  }
  return removed;
}

/**
 * Deletes rows of a former key that no device opens, as far as they are stored as the person saw them: what another device
 * has sealed anew since stays. The account's row is held.
 */
export async function removeUnopened(
  transaction: Transaction,
  userId: string,
  keyVersion: number,
  shown: Readonly<Record<'notes' | 'scans' | 'moods', readonly UnopenedRow[]>>,
): Promise<void> {
  const storedScans = await lockScans(transaction, userId, shown.scans);
  const storedNotes = await lockNotes(transaction, userId, shown.notes);
  const shownMoods = shown.moods.map(({ _id }) => _id);
  const parts = await transaction
    .select({ _id: moods.id, keyVersion: moods.keyVersion, sealed: moods.sealed })
    .from(moods)
    .where(and(eq(moods.userId, userId), inArray(moods.id, shownMoods)))
    .orderBy(moods.id)
    .for('update');
  const storedMoods = new Map(parts.map((part) => [part._id, part]));
  const unchanged = <Row extends { readonly keyVersion: number }>(
    rows: readonly UnopenedRow[],
    stored: ReadonlyMap<string, Row>,
    envelopesOf: (row: Row) => readonly (string | null)[],
  ) =>
    rows.flatMap(({ _id, sealed }) => {
      const row = stored.get(_id);
      if (!row || row.keyVersion === keyVersion) return [];
      const envelopes = envelopesOf(row).filter((envelope) => envelope !== null);
      return envelopes.length === sealed.length && envelopes.every((envelope, at) => envelope === sealed[at])
        ? [_id]
        : [];
    });
  await removeRows(transaction, userId, {
    scans: unchanged(shown.scans, storedScans, ({ sealed, tags }) => [sealed, tags]),
    notes: unchanged(shown.notes, storedNotes, ({ sealed, title, text }) =>
      sealed === null ? [title, text] : [sealed],
    ),
    moods: unchanged(shown.moods, storedMoods, ({ sealed }) => [sealed]),
  });
}
