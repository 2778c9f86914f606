import type { Database } from '@nuances/db/client';
import { prepareOnce } from '@nuances/db/prepared';
import { scans, usageEvents } from '@nuances/db/schema';
import { AppError } from '@nuances/domain/errors';
import { itemAt } from '@nuances/domain/item-at';
import { quotas } from '@nuances/domain/limits';
import type { Locale } from '@nuances/domain/locales';
import type { Page } from '@nuances/domain/paging';
import { listedScanFields, scanFields, vaultScanFields } from '@nuances/domain/scan/fields';
import { namesOf, picked, rowOf } from '@nuances/domain/thing';
import { and, eq, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { callerColumns, lockCaller, readingCaller, sessionOf, writingCaller } from '../auth/caller.ts';
import type { SessionClaim } from '../auth/sessions.ts';
import type { Context } from '../context.ts';
import { preparedPageCondition, limitOfPage, newestFirst, pageValues } from '../database/list-page.ts';
import { independentUpTo } from '../database/quota-memory.ts';
import { ownerOf } from '../database/own-rows.ts';
import { readFromReplica, type Replicas } from '../database/replicas.ts';
import { jsonArray, rowJson } from '../database/row-json.ts';
import { recordSingleEvent, type UsageEvent } from '../usage/record-event.ts';
import { lockNoteDependencies, unlinkNotes } from '../notes/queries.ts';
import { requireQuotas, sealedBytes, sealedTagBytes } from '../notes/sealed-bytes.ts';
import { clearVersion, firstKeyVersion } from '@nuances/domain/vault/state';
import { requirePresentKey, type EnvelopeServices } from '../notes/present-key.ts';
import { clearVersionIn, requireServerKey } from '../vault/key-state.ts';
import { scanColumns, type StoredScan } from './scan-answers.ts';

/** A scan to be stored, with the score computed by the server; `tags` is an envelope of the server's key. */
type NewScan = Omit<StoredScan, 'receivedAt' | 'sealed' | 'keyVersion' | 'arrivedClear' | 'answers' | 'scoring'> & {
  readonly answers: number[];
  readonly scoring: number;
};

const storedFields = { ...scanFields, ...vaultScanFields };
const fieldNames = namesOf(scanColumns);
/** What the statement knows itself. */
const made = {
  receivedAt: sql`now()`,
  sealed: sql`null`,
  keyVersion: clearVersionIn(sql`caller`),
  arrivedClear: sql`caller.is_vault`,
};
const newNames = namesOf(scanFields).filter((name) => name !== 'receivedAt');
const listedColumns = picked(namesOf(listedScanFields), scanColumns);
const wholeColumns = picked(namesOf(scanFields), scanColumns);
const vaultColumns = picked(namesOf(vaultScanFields), scanColumns);

const isMade = (name: string): name is keyof typeof made => Object.hasOwn(made, name);

/** What the JSON of a row has besides, where the account has a vault or had one. */
const vaultPart = {
  columns: vaultColumns,
  when: ({ sealed, keyVersion, arrivedClear }: Readonly<Record<keyof typeof vaultColumns, PgColumn>>) =>
    sql`${keyVersion} <> ${sql.raw(String(firstKeyVersion))} or ${sealed} is not null or ${arrivedClear}`,
};

export const ownScan = (userId: string, id: string) => and(eq(scans.userId, userId), eq(scans.id, id));

const userIdOf = sql.placeholder('userId');

/**
 * Most scans, those without tags: one round trip and one commit, the caller's session included. With and without a count are
 * statements of their own: with a parameter for it, the database would plan the statement anew for each call.
 */
const insertScan = (mustCount: boolean) =>
  prepareOnce((db) => {
    const caller = writingCaller(db);
    const event: UsageEvent = 'scan';
    // An index-only count.
    const found = mustCount
      ? sql`select count(*)::integer as count from ${scans} where ${scans.userId} = ${userIdOf}`
      : sql`select null::integer as count`;
    const isFree = mustCount ? sql`found.count < ${sql.raw(String(independentUpTo.scans))}` : sql`true`;
    const isTaken = sql`not (caller.is_vault and ${sql.placeholder('unlessVault')}::boolean)`;
    const columns = fieldNames.map((name) => sql.identifier(scanColumns[name].name));
    const values = fieldNames.map((name) => {
      if (isMade(name)) return made[name];
      return sql`${sql.placeholder(name)}::${sql.raw(scanColumns[name].getSQLType())}`;
    });
    const stored = sql`
      insert into ${scans} (user_id, ${sql.join(columns, sql`, `)})
      select caller.id, ${sql.join(values, sql`, `)}
      from caller, found where ${isFree} and ${isTaken}
      on conflict (user_id, id) do nothing
      returning user_id`;
    const counted = sql`
      insert into ${usageEvents} (user_id, kind, at, duration_s)
      select user_id, ${event}::text, now(), ${sql.placeholder('duration')}::integer from stored, caller where caller.counts_usage`;
    return db
      .with(
        caller,
        db.$with('found', {}).as(found),
        db.$with('stored', {}).as(stored),
        db.$with('counted', {}).as(counted),
      )
      .select({
        ...callerColumns(caller),
        isStored: sql<boolean>`exists (select 1 from stored)`,
        count: sql<number | null>`(select count from found)`,
      })
      .from(caller)
      .prepare('insert_scan');
  });
const [insertCounted, insertUncounted] = [insertScan(true), insertScan(false)];

/** The values of {@link insertScan}, as the driver sends them. */
function valuesOf(
  { sessionId, userId, role }: SessionClaim,
  scan: NewScan,
  unlessVault: boolean,
): Readonly<Record<string, unknown>> {
  const values: Record<string, unknown> = { sessionId, userId, role, unlessVault };
  for (const name of newNames) {
    const value = scan[name];
    values[name] = value === null ? null : scanColumns[name].mapToDriverValue(value);
  }
  return values;
}

/**
 * Every other scan, in a transaction of statements that each concern one worker of Citus, or the coordinator. In one statement,
 * what a part of it finds for another is sent to every worker.
 * @param how.isAlone one after the other, up to the quota
 * @param how.unlessVault as {@link addScan}
 * @throws AppError `quotaReached` where it is alone, `sessionMissing`, `vaultSealed`, `vaultChanged`
 */
function insertScanApart(
  { db, noteKeys }: EnvelopeServices,
  claim: SessionClaim,
  scan: NewScan,
  {
    mustCount,
    isAlone,
    unlessVault,
  }: { readonly mustCount: boolean; readonly isAlone: boolean; readonly unlessVault: boolean },
): Promise<{ family: string; locale: Locale; isStored: boolean; count: number | null }> {
  const { userId } = claim;
  const most = isAlone ? quotas : independentUpTo;
  return db.transaction(async (transaction) => {
    const [caller] = await lockCaller(transaction, claim, isAlone ? 'no key update' : 'key share');
    if (!caller) throw new AppError('sessionMissing');
    if (isAlone && unlessVault) requireServerKey(caller);
    const count = mustCount ? await transaction.$count(scans, eq(scans.userId, userId)) : null;
    const said = (isStored: boolean) => ({ family: caller.family, locale: caller.locale, isStored, count });
    const full = () => {
      if (isAlone) throw new AppError('quotaReached');
      return said(false);
    };
    // It may be stored already.
    if (unlessVault && caller.isVault) return said(false);
    if (count !== null && count >= most.scans) return full();
    if (scan.tags !== null) {
      // The scan may be stored already, and then whatever its tags are sealed with is no matter.
      if (!isAlone && (caller.isVault || clearVersion(caller) !== firstKeyVersion)) return said(false);
      await requirePresentKey(transaction, noteKeys, userId, caller, [scan.tags]);
      const [stored] = await transaction.select({ bytes: sealedBytes(userId) }).from(sql`(select 1) as one`);
      if (!stored || stored.bytes + scan.tags.length > most.sealedBytes) return full();
    }
    const newScan = transaction
      .insert(scans)
      .values({
        userId,
        ...rowOf(storedFields, {
          ...scan,
          receivedAt: sql`now()`,
          sealed: null,
          keyVersion: clearVersion(caller),
          arrivedClear: caller.isVault,
        }),
      })
      .onConflictDoNothing({ target: [scans.userId, scans.id] })
      .returning({ userId: scans.userId });
    if (!caller.countsUsage) return said((await newScan).length > 0);
    // Of values, and with the event outside of the parts: so Citus writes both on the person's worker.
    const stored = transaction.$with('stored').as(newScan);
    const event: UsageEvent = 'scan';
    const counted = await transaction
      .with(stored)
      .insert(usageEvents)
      .select(
        transaction
          .select({
            userId: stored.userId,
            kind: sql<UsageEvent>`${event}::text`.as('kind'),
            at: sql<Date>`now()`.as('at'),
            durationS: sql<number | null>`${scan.duration}::integer`.as('duration_s'),
          })
          .from(stored),
      )
      .returning({ userId: usageEvents.userId });
    return said(counted.length > 0);
  });
}

const findScan = prepareOnce((db) =>
  db
    .select(scanColumns)
    .from(scans)
    .where(and(eq(scans.userId, userIdOf), eq(scans.id, sql.placeholder('id'))))
    .prepare('find_scan'),
);

/**
 * Stores a scan and counts it, or finds the one that has its id already: however often and however
 * many at a time send it, there is one row and one event. The tags of one that is found stay.
 * @param unlessVault refuses what a device of the vault would have sealed
 * @returns the one that was found, or null when the row that stood in the way has just been deleted
 * @throws AppError `quotaReached`, `sessionMissing`, `vaultSealed` for what the vault has to seal, `vaultChanged`
 */
export async function addScan(context: Context, claim: SessionClaim, scan: NewScan, unlessVault = false) {
  const { db, scanQuota } = context.services;
  const { userId } = claim;
  const mustCount = scanQuota.mustCount(userId);
  const insert = mustCount ? insertCounted : insertUncounted;
  const [row] =
    db.isDistributed || scan.tags !== null
      ? [await insertScanApart(context.services, claim, scan, { mustCount, isAlone: false, unlessVault })]
      : await insert(db).execute(valuesOf(claim, scan, unlessVault));
  context.settle(sessionOf(claim, row));
  if (row?.isStored) {
    scanQuota.note(userId, row.count === null ? null : { count: row.count, bytes: 0 }, { count: 1, bytes: 0 });
    return 'added';
  }
  const [existing] = await findScan(db).execute({ userId, id: scan._id });
  if (existing) return existing;
  const alone = await insertScanApart(context.services, claim, scan, { mustCount: true, isAlone: true, unlessVault });
  return alone.isStored ? 'added' : null;
}

/**
 * The JSON of the scans of a caller, newest first. Written by the database: a row costs it less than it costs us to read one.
 * The whole list and a page are two statements, so that the first stays as it is planned for all.
 */
const scanListJson = (db: Database, caller: ReturnType<typeof readingCaller>, isPage: boolean) => {
  const owned = and(eq(scans.userId, ownerOf(db)), eq(scans.userId, caller.userId));
  const ordered = db
    .select({ ...listedColumns, ...vaultColumns })
    .from(scans)
    .where(isPage ? and(owned, preparedPageCondition(scans)) : owned)
    .orderBy(...newestFirst(scans))
    .$dynamic();
  const listed = (isPage ? ordered.limit(limitOfPage) : ordered).as('listed');
  return sql<string>`(select ${jsonArray(rowJson(listedColumns, listed, vaultPart))} from ${listed})`;
};

const selectScans = (isPage: boolean, counts: boolean) =>
  prepareOnce((db) => {
    const caller = counts ? writingCaller(db) : readingCaller(db);
    const counted = db.$with('counted').as(
      db
        .insert(usageEvents)
        .select(
          sql`select ${caller.userId}, ${sql.placeholder('kind')}::text, now(), null::integer from ${caller} where ${caller.countsUsage}`,
        )
        .returning({ at: usageEvents.at }),
    );
    return db
      .with(caller, ...(counts ? [counted] : []))
      .select({ ...callerColumns(caller), scans: scanListJson(db, caller, isPage) })
      .from(caller)
      .prepare('list_scans');
  });
const [selectAll, selectPage] = [selectScans(false, false), selectScans(true, false)];
const [selectAllAndCount, selectPageAndCount] = [selectScans(false, true), selectScans(true, true)];

export interface ScanList {
  /** The view to count; null for none. */
  readonly opened: UsageEvent | null;
  /** null for all. */
  readonly page: Page | null;
}

/**
 * The same in three statements: the session and the view are the primary's. Gives no row without a live session.
 * @param replicas null reads on the primary
 * @param select reads the caller's session too, which a replica may not have yet
 */
async function selectApart<Row>(
  context: Context,
  replicas: Replicas | null,
  { opened }: ScanList,
  select: (db: Database) => Promise<Row[]>,
): Promise<Row[]> {
  // That of a script token was read before this waited for its turn.
  const session = await context.sessionNow();
  if (!session) return [];
  if (opened !== null) await recordSingleEvent(context.services.db, session.userId, opened);
  if (!replicas) return select(context.services.db);
  return replicas.read(session.userId, select, (rows) => rows.length > 0);
}

/**
 * An account's scans as JSON, newest first; the view of a screen is counted in the same statement.
 * @throws AppError `sessionMissing`
 */
export async function listScans(context: Context, claim: SessionClaim, list: ScanList): Promise<string> {
  const { opened, page } = list;
  const values = { ...claim, kind: opened, ...(page && pageValues(page)) };
  const select = page ? selectPage : selectAll;
  const selectAndCount = page ? selectPageAndCount : selectAllAndCount;
  // In the statement of a view, Citus would need every worker.
  const isApart = context.services.replicas !== null || (context.services.db.isDistributed && opened !== null);
  const [row] = isApart
    ? await selectApart(context, context.services.replicas, list, (db) => select(db).execute(values))
    : await (opened === null ? select : selectAndCount)(context.services.db).execute(values);
  context.settle(sessionOf(claim, row));
  if (!row) throw new Error('a list without a text');
  return row.scans;
}

const selectWhole = (isPage: boolean) =>
  prepareOnce((db) => {
    const owned = eq(scans.userId, ownerOf(db));
    const ordered = db
      .select({ json: rowJson(wholeColumns, scanColumns, vaultPart) })
      .from(scans)
      .where(isPage ? and(owned, preparedPageCondition(scans)) : owned)
      .orderBy(...newestFirst(scans))
      .$dynamic();
    return (isPage ? ordered.limit(limitOfPage) : ordered).prepare(
      isPage ? 'select_whole_scan_page' : 'select_whole_scans',
    );
  });
const [selectWholeScans, selectWholePage] = [selectWhole(false), selectWhole(true)];

/** As {@link listScans}, with everything that is stored of them; in pieces. */
export async function listWholeScans(
  context: Context,
  userId: string,
  { opened, page }: ScanList,
): Promise<readonly string[]> {
  if (opened !== null) await recordSingleEvent(context.services.db, userId, opened);
  const rows = await readFromReplica(context.services, userId, (db) =>
    page ? selectWholePage(db).execute({ userId, ...pageValues(page) }) : selectWholeScans(db).execute({ userId }),
  );
  return ['[', ...rows.map(({ json }, index) => (index === 0 ? json : `,${json}`)), ']'];
}

const selectTagBytes = prepareOnce((db) =>
  db
    .select({ bytes: sealedTagBytes(ownerOf(db)) })
    .from(sql`(select 1) as one`)
    .prepare('select_tag_bytes'),
);

/** Bytes of the tags of a person's scans, as they are stored. */
export async function bytesOfTags(db: Database, userId: string): Promise<number> {
  return itemAt(await selectTagBytes(db).execute({ userId }), 0).bytes;
}

/** One scan of a person; null when there is none of that id. */
export async function readScan(db: Database, userId: string, id: string) {
  const [scan] = await findScan(db).execute({ userId, id });
  return scan ?? null;
}

/**
 * Replaces the tags of a scan; what it holds already is always taken.
 * @param tags an envelope, or null for none
 * @param tagsBefore what they replace: others that were stored since stay; undefined replaces any
 * @returns the tags that are stored then; null without such a scan
 * @throws AppError `quotaReached`, `vaultSealed` for tags that the vault has to seal, `vaultChanged`
 */
export async function replaceTags(
  { db, noteKeys }: EnvelopeServices,
  userId: string,
  id: string,
  tags: string | null,
  tagsBefore?: string | null,
): Promise<{ readonly tags: string | null } | null> {
  return db.transaction(async (transaction) => {
    const account = await lockNoteDependencies(transaction, userId, null, 'no key update');
    if (tags !== null) await requirePresentKey(transaction, noteKeys, userId, account, [tags]);
    const [scan] = await transaction
      .select({ tags: scans.tagsSealed, sealed: scans.sealed })
      .from(scans)
      .where(ownScan(userId, id))
      .for('update');
    if (!scan) return null;
    if (scan.sealed !== null) throw new AppError('vaultSealed');
    if (tagsBefore !== undefined && scan.tags !== tagsBefore) return { tags: scan.tags };
    await transaction.update(scans).set({ tagsSealed: tags }).where(ownScan(userId, id));
    if (tags !== null && tags.length > (scan.tags?.length ?? 0)) await requireQuotas(transaction, userId, []);
    return { tags };
  });
}

/**
 * Removes a scan; the notes that were linked to it stay, unlinked. Its row is locked first, so that
 * no note is linked to it meanwhile.
 * @returns whether there was one
 */
export async function removeScan(db: Database, userId: string, id: string): Promise<boolean> {
  return db.transaction(async (transaction) => {
    const [scan] = await transaction.select({ id: scans.id }).from(scans).where(ownScan(userId, id)).for('update');
    if (!scan) return false;
    await unlinkNotes(transaction, userId, [id]);
    await transaction.delete(scans).where(ownScan(userId, id));
    return true;
  });
}

/** Counts the first answer of a quiz run. */
export async function countQuizStart(db: Database, userId: string): Promise<void> {
  await recordSingleEvent(db, userId, 'quiz_started');
}
