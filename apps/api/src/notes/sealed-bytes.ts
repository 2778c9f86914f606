import type { Transaction } from '@nuances/db/client';
import { moods, notes, scans } from '@nuances/db/schema';
import { AppError } from '@nuances/domain/errors';
import { envelopeSize, quotas } from '@nuances/domain/limits';
import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';

/** Bytes of the tags of an account's scans, as they are stored. The partial index finds those that have some. */
export const sealedTagBytes = (userId: string | SQLWrapper): SQL<number> =>
  sql<number>`(select coalesce(sum(octet_length(${scans.tagsSealed})), 0)::float8 from ${scans} where ${scans.userId} = ${userId} and ${scans.tagsSealed} is not null)`;

const ofVault = sql`octet_length(${notes.sealed})`;
const sharesOfVault = sql.raw(String(1 / envelopeSize.vaultShare));
const padding = sql.raw(String(Math.ceil((envelopeSize.paddingMaxBytes * 4) / 3)));

/** Bytes of the titles and texts of an account's notes, as they are stored and count (`envelopeSize`). Reads lengths only. */
const sealedNoteBytes = (userId: string | SQLWrapper): SQL<number> =>
  sql<number>`(select coalesce(sum(octet_length(${notes.titleSealed}) + octet_length(${notes.textSealed}) + coalesce(greatest(${ofVault} / ${sharesOfVault}, ${ofVault} - ${padding}), 0)), 0)::float8 from ${notes} where ${notes.userId} = ${userId})`;

/** Bytes of everything sealed of an account, which its quota bounds. */
export const sealedBytes = (userId: string | SQLWrapper): SQL<number> =>
  sql<number>`(${sealedNoteBytes(userId)} + ${sealedTagBytes(userId)})`;

const counted = { scans, notes, moods };

/**
 * Checks the quotas after rows were stored, with the account's row held alone: of everything sealed, and of the rows that may
 * have become more.
 * @param times so much of them: a move has room that padding cannot reach, and still an end
 * @throws AppError `quotaReached`, and then nothing of the transaction is stored
 */
export async function requireQuotas(
  transaction: Transaction,
  userId: string,
  kinds: readonly (keyof typeof counted)[],
  times: 1 | 2 = 1,
): Promise<void> {
  const most = (kind: keyof typeof counted | 'sealedBytes') => sql.raw(String(times * quotas[kind]));
  const exceeded = kinds.map((kind) => {
    const table = counted[kind];
    return sql`(select count(*) from ${table} where ${table.userId} = ${userId}) > ${most(kind)}`;
  });
  exceeded.push(sql`${sealedBytes(userId)} > ${most('sealedBytes')}`);
  const [stored] = await transaction
    .select({ isOver: sql<boolean>`${sql.join(exceeded, sql` or `)}` })
    .from(sql`(select 1) as one`)
    .prepare('exceeded_quotas')
    .execute();
  if (stored?.isOver !== false) throw new AppError('quotaReached');
}
