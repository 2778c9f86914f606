/** Rows that go back from a vault to the server. */
import type { Transaction } from '@nuances/db/client';
import { notes, scans } from '@nuances/db/schema';
import { ownProfileFields } from '@nuances/domain/profile/fields';
import { scoreOf } from '@nuances/domain/scan/scoring';
import { scanContentFields, scanFields } from '@nuances/domain/scan/fields';
import { namesOf, picked, rowOf, settled } from '@nuances/domain/thing';
import { and, eq, sql } from 'drizzle-orm';
import { setAccount } from './account.ts';
import { lockNotes, lockScans, keptNote, keptScan, savedNote, savedScan, type Storing } from './put.ts';
import type { ClearNote, ClearProfile, ClearScan, NoteOutcome, ScanOutcome } from './vault-fields.ts';

const refused = (_id: string) => ({ _id, outcome: 'refused' as const, code: 'notFound' as const });

/** Stores notes with envelopes of the server's key. The account's row is held. */
export async function putClearNotes(
  transaction: Transaction,
  { userId, keyVersion }: Storing,
  list: readonly ClearNote[],
): Promise<NoteOutcome[]> {
  if (list.length === 0) return [];
  const stored = await lockNotes(transaction, userId, list);
  const outcomes: NoteOutcome[] = [];
  const moved: ClearNote[] = [];
  for (const note of list) {
    const { _id, title, text, revision } = note;
    const before = stored.get(_id);
    if (!before) outcomes.push(refused(_id));
    else if (before.keyVersion === keyVersion)
      outcomes.push(before.text === text && before.title === title ? savedNote(before) : keptNote(before));
    else if (before.revision !== revision) outcomes.push(keptNote(before));
    else {
      moved.push(note);
      outcomes.push(savedNote(before));
    }
  }
  if (moved.length > 0) {
    const fresh = moved.map(
      ({ _id, title, text, categoryId }) => sql`(${_id}::uuid, ${title}::text, ${text}::text, ${categoryId}::text)`,
    );
    await transaction
      .update(notes)
      .set({
        titleSealed: sql`fresh.title`,
        textSealed: sql`fresh.text`,
        categoryId: sql`fresh.category`,
        sealed: null,
        keyVersion,
      })
      .from(sql`(values ${sql.join(fresh, sql`, `)}) as fresh (id, title, text, category)`)
      .where(and(eq(notes.userId, userId), sql`${notes.id} = fresh.id`));
  }
  return outcomes;
}

const contentNames = namesOf(scanContentFields);
const clearFields = { ...scanContentFields, ...picked(['scoring', 'tags'], scanFields) };

/** Stores scans readable, with the score computed here. The account's row is held. */
export async function putClearScans(
  transaction: Transaction,
  { userId, keyVersion }: Storing,
  list: readonly ClearScan[],
): Promise<ScanOutcome[]> {
  if (list.length === 0) return [];
  const stored = await lockScans(transaction, userId, list);
  const outcomes: ScanOutcome[] = [];
  for (const { _id, tags, tagsBefore, ...said } of list) {
    const before = stored.get(_id);
    if (!before) outcomes.push(refused(_id));
    else if (before.keyVersion === keyVersion)
      outcomes.push(String(before.answers) === String(said.answers) ? savedScan(before) : keptScan(before));
    else if ((tagsBefore ?? null) !== before.tags) outcomes.push(keptScan(before));
    else {
      const content = { ...settled(contentNames, said), scoring: scoreOf(said.answers), tags };
      await transaction
        .update(scans)
        .set({ ...rowOf(clearFields, content), sealed: null, keyVersion, arrivedClear: false })
        .where(and(eq(scans.userId, userId), eq(scans.id, _id)));
      outcomes.push(savedScan(before));
    }
  }
  return outcomes;
}

/** Stores the profile readable. The account's row is held. */
export async function putClearProfile(
  transaction: Transaction,
  { userId, keyVersion }: Storing,
  profile: ClearProfile,
): Promise<void> {
  await setAccount(transaction, userId, {
    ...rowOf(ownProfileFields, profile),
    profileSealed: null,
    profileKeyVersion: keyVersion,
  });
}
