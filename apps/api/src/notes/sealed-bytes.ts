import { notes, scans } from '@nuances/db/schema';
import { envelopeSize } from '@nuances/domain/limits';
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
