import { notes, scans, users } from '@nuances/db/schema';
import type { Database } from '@nuances/db/client';
import { asc, eq, getTableColumns } from 'drizzle-orm';
import { sealedNoteColumns } from '../notes/sealed-note.ts';

const {
  passwordHash: _passwordHash,
  userKeySealed: _userKeySealed,
  userKeyVersion: _userKeyVersion,
  ...profileColumns
} = getTableColumns(users);

/**
 * Everything of one person, as it is stored; credentials excepted, which are secrets and not data.
 * One snapshot, so that the parts fit each other.
 * @returns null when the account is gone
 */
export async function readAll(db: Database, userId: string) {
  return db.transaction(
    async (transaction) => {
      const [profile] = await transaction.select(profileColumns).from(users).where(eq(users.id, userId));
      if (!profile) return null;
      const ownScans = await transaction
        .select({
          _id: scans.id,
          answers: scans.answers,
          scoring: scans.scoring,
          duration: scans.durationS,
          createdAt: scans.createdAt,
        })
        .from(scans)
        .where(eq(scans.userId, userId))
        .orderBy(asc(scans.createdAt), asc(scans.id));
      const ownNotes = await transaction
        .select(sealedNoteColumns)
        .from(notes)
        .where(eq(notes.userId, userId))
        .orderBy(asc(notes.createdAt), asc(notes.id));
      return { profile, scans: ownScans, notes: ownNotes };
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  );
}
