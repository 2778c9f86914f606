/** Rows that go back from a vault to the server. */
import type { Transaction } from '@nuances/db/client';
import { notes, scans } from '@nuances/db/schema';
import { ownProfileFields } from '@nuances/domain/profile/fields';
import { scoreOf } from '@nuances/domain/scan/scoring';
import { rowOf } from '@nuances/domain/thing';
import { and, eq, sql } from 'drizzle-orm';
import { setAccount } from './account.ts';
import { holdNotes, holdScans, keptNote, keptScan, savedNote, savedScan, type Storing } from './put.ts';
import type { ClearNote, ClearProfile, ClearScan, NoteOutcome, ScanOutcome } from './vault-fields.ts';

const refused = (_id: string) => ({ _id, outcome: 'refused' as const, code: 'notFound' as const });

/** An array of numbers as PostgreSQL reads it. */
const arrayText = (numbers: readonly number[]) => `{${numbers.join(',')}}`;

/** Stores notes with envelopes of the server's key. The account's row is held. */
export async function putClearNotes(
  transaction: Transaction,
  { userId, keyVersion }: Storing,
  list: readonly ClearNote[],
): Promise<NoteOutcome[]> {
  if (list.length === 0) return [];
  const stored = await holdNotes(
    transaction,
    userId,
    list.map(({ _id }) => _id),
  );
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
        ...{ titleSealed: sql`fresh.title`, textSealed: sql`fresh.text`, categoryId: sql`fresh.category` },
        ...{ sealed: null, keyVersion },
      })
      .from(sql`(values ${sql.join(fresh, sql`, `)}) as fresh (id, title, text, category)`)
      .where(and(eq(notes.userId, userId), sql`${notes.id} = fresh.id`));
  }
  return outcomes;
}

/** Stores scans readable, with the score computed here. The account's row is held. */
export async function putClearScans(
  transaction: Transaction,
  { userId, keyVersion }: Storing,
  list: readonly ClearScan[],
): Promise<ScanOutcome[]> {
  if (list.length === 0) return [];
  const stored = await holdScans(
    transaction,
    userId,
    list.map(({ _id }) => _id),
  );
  const outcomes: ScanOutcome[] = [];
  const moved: ClearScan[] = [];
  for (const scan of list) {
    const { _id, answers, tagsBefore } = scan;
    const before = stored.get(_id);
    if (!before) outcomes.push(refused(_id));
    else if (before.keyVersion === keyVersion)
      outcomes.push(String(before.answers) === String(answers) ? savedScan(before) : keptScan(before));
    else if ((tagsBefore ?? null) !== before.tags) outcomes.push(keptScan(before));
    else {
      moved.push(scan);
      outcomes.push(savedScan(before));
    }
  }
  if (moved.length > 0) {
    const fresh = moved.map(
      ({ _id, answers, duration, kept, moment, tags }) =>
        sql`(${_id}::uuid, ${arrayText(answers)}::smallint[], ${scoreOf(answers)}::smallint, ${duration ?? null}::integer, ${arrayText(kept)}::smallint[], ${moment}::text, ${tags}::text)`,
    );
    await transaction
      .update(scans)
      .set({
        ...{ answers: sql`fresh.answers`, scoring: sql`fresh.scoring`, durationS: sql`fresh.duration` },
        ...{ kept: sql`fresh.kept`, moment: sql`fresh.moment`, tagsSealed: sql`fresh.tags` },
        ...{ sealed: null, keyVersion, arrivedClear: false },
      })
      .from(sql`(values ${sql.join(fresh, sql`, `)}) as fresh (id, answers, scoring, duration, kept, moment, tags)`)
      .where(and(eq(scans.userId, userId), sql`${scans.id} = fresh.id`));
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
