import { notes, scans } from '@nuances/db/schema';
import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';

/** Bytes of the tags of an account's scans, as they are stored. The partial index finds those that have some. */
export const sealedTagBytes = (userId: string | SQLWrapper): SQL<number> =>
  sql<number>`(select coalesce(sum(octet_length(${scans.tagsSealed})), 0)::float8 from ${scans} where ${scans.userId} = ${userId} and ${scans.tagsSealed} is not null)`;

/**
 * Bytes of the titles and texts of an account's notes, as they are stored. Reads lengths only. An envelope of a vault counts
 * a quarter, or all but 87,382: padding makes at most four times as much of a text, and adds at most 65,536 bytes, in base64.
 * A person's room does not depend on the vault.
 */
const sealedNoteBytes = (userId: string | SQLWrapper): SQL<number> =>
  sql<number>`(select coalesce(sum(octet_length(${notes.titleSealed}) + octet_length(${notes.textSealed}) + coalesce(greatest(octet_length(${notes.sealed}) / 4, octet_length(${notes.sealed}) - 87382), 0)), 0)::float8 from ${notes} where ${notes.userId} = ${userId})`;

/** Bytes of everything sealed of an account, which its quota bounds. */
export const sealedBytes = (userId: string | SQLWrapper): SQL<number> =>
  sql<number>`(${sealedNoteBytes(userId)} + ${sealedTagBytes(userId)})`;
